import ArgumentParser
import ColorProfiles
import Foundation
import PixelCore
import PixelKernels

/// Converts pixels in memory through a profile, on one thread. `scripts/bench profiles` runs it and explains what is measured.
///
/// It converts them once and writes the result. Then, for each input line, it converts them again and prints the seconds that
/// this took.
@main
struct ColorBenchmark: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "ColorBenchmark", abstract: "Converts pixels to sRGB; once for each line of standard input.")

  @Argument(help: "An ICC profile.") var profile: String
  @Argument(help: "Pixels of four values: RGBA or CMYK.") var source: String
  @Argument(help: "Where the same pixels in sRGB, RGBA, are written.") var destination: String
  @Flag(help: "Values are of 16 bits.") var deep = false

  func run() throws {
    let transform = try ColorProfile.read(Array(contents(of: profile))).get().transform()
    let pixels = try contents(of: source)
    let depth: PixelFormat.Depth = deep ? .sixteen : .eight
    if deep, case .table = transform { throw ValidationError("tables are for 8 bits") }
    let result = UnsafeMutableRawPointer.allocate(byteCount: pixels.count, alignment: 64)
    defer { result.deallocate() }
    let count = pixels.count / (deep ? 8 : 4)
    func convert() {
      pixels.withUnsafeBytes { source in
        let source = source.baseAddress!
        switch transform {
        case .matrix: Kernels.current.convertToSRGB(result, source, transform, count: count, depth: depth)
        // Including CMYK.
        case .table(let table): Kernels.current.convertToSRGB(result, source, table, count: count)
        }
      }
    }
    convert()
    try Data(bytes: result, count: pixels.count).write(to: URL(fileURLWithPath: destination))
    print("ready")
    fflush(nil)
    while readLine() != nil {
      print(ContinuousClock().measure(convert) / .seconds(1))
      fflush(nil)
    }
  }

  private func contents(of path: String) throws -> Data { try Data(contentsOf: URL(fileURLWithPath: path)) }
}
