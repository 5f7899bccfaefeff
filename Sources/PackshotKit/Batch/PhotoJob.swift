import Catalog
import Files
import Filters
import ImageCodecs
import ObjectStore
import Pipeline
import PixelCore
import Rendering

/// A photo that a run is to make pictures of, and what those are called. Its way there is ``OpenedPhoto``.
struct PhotoJob: Sendable {
  let photo: InputPhoto
  let context: BatchContext
  /// Its path from the root.
  let path: String
  /// The photo's outputs; nil if they cannot be named.
  let outputs: [NamedOutput]?
  /// Why the photo fails although its outputs have names: another photo has an output of the same name.
  var clash: PackshotError?
  /// The outputs that are not made of it.
  let notMade: [RenderPlan.NotMade]
  /// Where they go, below the output folder.
  var outputPaths: [String]? { outputs?.map(\.path) }

  init(photo: InputPhoto, context: BatchContext) {
    (self.photo, self.context) = (photo, context)
    let path = context.inputPath(photo.path)
    self.path = path
    let named = try? context.names.outputs(of: photo) { try Self.plan(for: photo, at: path, context) }
    (outputs, notMade) = (named?.made, named?.notMade ?? [])
  }

  /// The depth that the photo's header tells of; nil if it cannot be read.
  var depth: PixelFormat.Depth? {
    try? Self.probe(photo, context).depth
  }

  /// Opens the photo, and hashes it where it is not decoded here: all that takes no worker.
  func open() -> OpenedPhoto { OpenedPhoto(self) }

  /// The plan for a photo: from what the catalog remembers of one that has not changed since, otherwise from its header.
  private static func plan(
    for photo: InputPhoto, at path: String, _ context: BatchContext
  ) throws -> RenderPlan {
    let planned: RenderPlan.Photo
    let prepared = context.prepared
    if !prepared.recipe.hasOwnPictures, let known = context.known?.original(path),
      let status = FileStatus(path: photo.path), known.stamp.isSure(of: status)
    {
      planned = RenderPlan.Photo(known.image, subject: context.names.subject(of: photo))
    } else {
      let limits = context.options.limits
      let file = try OpenFile(path: photo.path, limits: limits)
      planned = try context.workers.lend(for: file) { renderer in
        try ProbedPhoto(
          photo, renderer.probe(file, limits: limits), by: context.names, prepared, limits: limits, with: renderer
        ).planned
      }
    }
    return try prepared.plan(for: planned, limits: context.options.limits.decoding)
  }

  /// What a photo's header says.
  private static func probe(_ photo: InputPhoto, _ context: BatchContext) throws -> ImageInfo {
    let file = try OpenFile(path: photo.path, limits: context.options.limits)
    return try context.workers.lend(for: file) { try $0.probe(file, limits: context.options.limits) }
  }
}
