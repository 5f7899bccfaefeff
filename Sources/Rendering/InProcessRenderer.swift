import Filters
import ImageCodecs
import Pipeline
import PixelCore
import Recipes

/// Decodes and renders in process.
final class InProcessRenderer: PhotoRenderer {
  private var photo: (content: EncodedImage, limits: PhotoLimits)?
  /// The per-photo images, by source name.
  private var pictures: [String: PerPhotoImage] = [:]

  var isInProcess: Bool { true }

  func probe(_ file: OpenFile, for source: String?, limits: PhotoLimits) throws -> ImageInfo {
    let content = try file.content()
    if let source {
      pictures[source] = PerPhotoImage(path: file.path, content: content)
    } else {
      (photo, pictures) = ((content, limits), [:])
    }
    return try ImageCodec.probe(content, limits: limits.decodingFromNow())
  }

  func makeSources(of prepared: PreparedRecipe, forPhotos depth: PixelFormat.Depth) throws -> [String] {
    _ = try prepared.sources.renderContext(forPhotos: depth)
    return prepared.sources.warnings
  }

  func textSizes(of recipe: Recipe, fonts: [Resource], limits: PhotoLimits) throws -> [String: PixelSize] {
    try recipe.textSizes(
      in: recipe.typefaces { path in fonts.first { $0.writtenPath == path }?.content.image })
  }

  func render(
    _ request: RenderRequest, of photo: PlannedPhoto, by prepared: PreparedRecipe, into makeSink: () throws -> ByteSink
  ) throws -> RenderResult {
    try photo.withTimeFromNow.encode(
      probed.content, pictures, in: prepared.sources.renderContext(forPhotos: photo.plan.info.depth), into: makeSink)
  }

  func image(of output: Int, of photo: PlannedPhoto, by prepared: PreparedRecipe) throws -> Image {
    let context = try prepared.sources.renderContext(forPhotos: photo.plan.info.depth)
    return try ImageCollector.image { open in
      try photo.withTimeFromNow.push(probed.content, pictures, in: context, opening: open)
    }
  }

  func rows(spareMemory: Int) throws -> any RowSource {
    try FileRows(probed.content, limits: probed.limits.decoding, spareMemory: spareMemory)
  }

  func own(_ shared: [String: Int]) -> [String: Int] { shared }

  private var probed: (content: EncodedImage, limits: PhotoLimits) {
    guard let photo else { preconditionFailure("a photo is probed before it is rendered") }
    return photo
  }
}
