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
  /// The status of the file whose header named the outputs; nil if they are named without a header. Thousands of photos may be named
  /// before this one is rendered, which is why it is opened again, and refused if it is another one by then.
  let status: FileStatus?
  /// Where they go, below the output folder.
  var outputPaths: [String]? { outputs?.map(\.path) }

  init(photo: InputPhoto, context: BatchContext) {
    (self.photo, self.context) = (photo, context)
    let path = context.inputPath(photo.path)
    self.path = path
    var status: FileStatus?
    let named = try? context.names.outputs(of: photo) { try Self.plan(for: photo, at: path, context, &status) }
    (outputs, notMade) = (named?.made, named?.notMade ?? [])
    self.status = status
  }

  /// The depth that the photo's header tells of; nil if it cannot be read.
  var depth: PixelFormat.Depth? {
    let limits = context.options.limits
    guard let file = try? OpenFile(path: photo.path, limits: limits) else { return nil }
    return try? context.workers.read(file, limits: limits) { info, _ in info.depth }
  }

  /// Opens the photo, and hashes it where it is not decoded here: all that takes no worker.
  func open() -> OpenedPhoto { OpenedPhoto(self) }

  /// The plan for a photo: from what the catalog remembers of one that has not changed since, otherwise from its header.
  private static func plan(
    for photo: InputPhoto, at path: String, _ context: BatchContext, _ status: inout FileStatus?
  ) throws -> RenderPlan {
    let prepared = context.prepared
    if !prepared.recipe.hasOwnPictures, let known = context.known?.original(path),
      let found = FileStatus(path: photo.path), known.stamp.isSure(of: found)
    {
      status = found
      return try prepared.plan(
        for: RenderPlan.Photo(known.image, subject: context.names.subject(of: photo)), limits: prepared.limits.decoding)
    }
    let file = try OpenFile(path: photo.path, limits: prepared.limits)
    status = file.status
    return try prepared.read(file, as: context.names.attributes(of: photo)) { try $0.plan }
  }
}
