import Filters
import Foundation
import ImageCodecs
import Pipeline
import PixelCore
import Recipes

/// A photo and its recipe, all in memory.
struct RenderTask: Sendable {
  private let recipe: Recipe
  private let sources: SourceSet
  private let photo: EncodedImage

  init(recipe file: String, photo: String) throws {
    recipe = try Recipe(yaml: String(contentsOfFile: file, encoding: .utf8), file: file)
    let folder = URL(fileURLWithPath: file).deletingLastPathComponent()
    sources = try SourceSet(of: recipe) { path in
      try EncodedImage(Data(contentsOf: URL(fileURLWithPath: path, relativeTo: folder)))
    }
    self.photo = try EncodedImage(Data(contentsOf: URL(fileURLWithPath: photo)))
  }

  /// The outputs' files, rendered from the photo's bytes.
  func render() throws -> [[UInt8]] {
    var files: [MemoryFile] = []
    try render { output, shape in
      files.append(MemoryFile())
      let options = EncodeOptions(output.output.encoding)
      return output.decodePath.leadsToEncoder
        ? .planes(try files.last!.planeWriter(size: shape.size, options: options))
        : .rows(try files.last!.rowWriter(shape: shape, options: options))
    }
    return files.map(\.bytes)
  }

  /// The input of an output's encoder.
  struct Picture {
    let content: Content
    let options: EncodeOptions

    enum Content {
      case pixels(ImageCollector, ImageShape)
      case planes(PlaneCollector)
    }
  }

  /// The inputs of the outputs' encoders.
  func pictures() throws -> [Picture] {
    var pictures: [Picture] = []
    try render { output, shape in
      let options = EncodeOptions(output.output.encoding)
      if output.decodePath.leadsToEncoder {
        let collector = PlaneCollector(size: shape.size)
        pictures.append(Picture(content: .planes(collector), options: options))
        return .planes(collector)
      }
      let collector = ImageCollector(shape: shape)
      pictures.append(Picture(content: .pixels(collector, shape), options: options))
      return .rows(collector)
    }
    return pictures
  }

  /// The outputs' pixels before encoding.
  func images() throws -> [Image] {
    var collectors: [ImageCollector] = []
    try render { output, shape in
      collectors.append(ImageCollector(shape: shape))
      return .rows(collectors.last!)
    }
    return collectors.map { $0.takeImage() }
  }

  /// Decodes the whole photo, to planes if the recipe's outputs are made from planes.
  func decode() throws {
    let (plan, _) = try plan()
    if plan.outputs.contains(where: { $0.decodePath == .pixels }) {
      let reader = try ImageCodec.makeReader(bytes: photo)
      let size = PixelSize(width: reader.shape.size.width, height: 64)
      var band = PixelBuffer(shape: ImageShape(size: size, format: reader.shape.format))
      while try reader.read(rows: size.height, into: band.mutableRow(0), stride: band.stride) > 0 {}
    }
    var larger: PlaneReader?
    for scale in Set(plan.outputs.compactMap(\.decodePath.planeScale)).sorted(by: { $0.rawValue > $1.rawValue }) {
      let reader = try larger?.reader(at: scale) ?? ImageCodec.makePlaneReader(bytes: photo, scale: scale)
      larger = larger ?? (reader.readsBlocks ? reader : nil)
      let groups = zip(reader.paddedWidths, reader.groupHeights).map { width, height in
        (base: UnsafeMutableRawPointer.allocate(byteCount: width * height, alignment: 64), stride: width)
      }
      defer { for group in groups { group.base.deallocate() } }
      while try reader.read(into: groups) {}
    }
  }

  private func plan() throws -> (RenderPlan, ImageInfo) {
    let info = try ImageCodec.probe(photo)
    let shapes = sources.shapes(forPhotos: info.depth)
    return (try RenderPlan(recipe, photo: RenderPlan.Photo(info), sources: shapes), info)
  }

  private func render(
    _ makeSink: @escaping (RenderPlan.OutputPlan, ImageShape) throws -> OutputSink
  ) throws {
    let (plan, info) = try plan()
    _ = try plan.render(photo, in: sources.renderContext(forPhotos: info.depth), makeSink: makeSink)
  }
}

extension RenderTask.Picture {
  /// Encodes it into memory.
  func encode(_ image: Image?) throws {
    let file = MemoryFile()
    switch content {
    case .pixels(_, let shape):
      let writer = try file.rowWriter(shape: shape, options: options)
      try image!.withBand { try writer.write($0) }
      try writer.finish()
    case .planes(let collector):
      try collector.replay(into: file.planeWriter(size: collector.size, options: options))
    }
  }

  /// The pixels to encode, or nil for planes. Call it once.
  func takeImage() -> Image? {
    if case .pixels(let collector, _) = content { collector.takeImage() } else { nil }
  }
}

/// A file that grows in memory.
private final class MemoryFile {
  private(set) var bytes: [UInt8] = []

  func rowWriter(shape: ImageShape, options: EncodeOptions) throws -> any RowWriter {
    try ImageCodec.makeWriter(shape: shape, options: options) { [self] in bytes.append(contentsOf: $0) }
  }

  func planeWriter(size: PixelSize, options: EncodeOptions) throws -> PlaneWriter {
    try ImageCodec.makePlaneWriter(size: size, options: options) { [self] in bytes.append(contentsOf: $0) }
  }
}
