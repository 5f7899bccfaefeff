import ArgumentParser
import Filters
import Foundation
import ImageCodecs
import PixelCore
import Recipes

/// Applies a recipe's step to pixels in memory, on one thread. `scripts/bench filters` runs it and explains what is measured.
///
/// For each input line, a step, it applies the step, writes the result, and prints the seconds that this took and the width of
/// the result.
@main
struct FilterBenchmark: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "FilterBenchmark", abstract: "Does each step on standard input to pixels.")

  @Argument(help: "Pixels of four values, premultiplied.") var source: String
  @Argument(help: "How many are in a row.") var width: Int
  @Argument(help: "Where pixels are written after a step.") var destination: String
  @Flag(help: "Values are of 16 bits.") var deep = false

  func run() throws {
    let pixels = try Data(contentsOf: URL(fileURLWithPath: source))
    let format = PixelFormat(depth: deep ? .sixteen : .eight, transfer: .encoded, alpha: .premultiplied)
    let size = PixelSize(width: width, height: pixels.count / width / format.bytesPerPixel)
    let image = pixels.withUnsafeBytes { bytes in
      var buffer = PixelBuffer(shape: ImageShape(size: size, format: format))
      let rowBytes = buffer.shape.bytesPerRow
      for y in 0..<size.height {
        buffer.mutableRow(y).copyMemory(from: bytes.baseAddress! + y * rowBytes, byteCount: rowBytes)
      }
      return Image(buffer)
    }
    print("ready")
    fflush(nil)
    while let step = readLine() {
      let recipe = try Recipe(
        yaml: "{ packshot: 1, steps: [ { \(step) } ], outputs: [ { file: \"{stem}.png\" } ] }", file: "the step")
      let filter = recipe.steps.last!.filter
      let typefaces = try recipe.typefaces { path in
        (try? Data(contentsOf: URL(fileURLWithPath: path))).map { EncodedImage([UInt8]($0)) }
      }
      let plan = try filter.plan(image.shape, in: PlanContext())
      var result: Image?
      let duration = try ContinuousClock().measure {
        result = try inBands(image, plan, RenderContext(typefaces: typefaces))
      }
      try write(result!)
      print(duration / .seconds(1), result!.size.width)
      fflush(nil)
    }
  }

  /// The result of the step on the image, pushed in bands as a reader pushes them.
  private func inBands(_ image: Image, _ plan: FilterPlan, _ context: RenderContext) throws -> Image {
    try ImageCollector.image { open in
      let sink = try plan.sink(context, opening: open)
      let height = context.bandHeight(for: image.shape)
      try image.withBand { whole in
        for y in stride(from: 0, to: image.size.height, by: height) {
          let rows = y..<min(y + height, image.size.height)
          try sink.push(RowBand(shape: image.shape, rows: rows, base: whole.row(y), stride: whole.stride))
        }
      }
      try sink.finish()
    }
  }

  private func write(_ image: Image) throws {
    var bytes = Data()
    for y in 0..<image.size.height { bytes.append(Data(bytes: image.row(y), count: image.shape.bytesPerRow)) }
    try bytes.write(to: URL(fileURLWithPath: destination))
  }
}
