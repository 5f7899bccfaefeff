import Catalog
import Files
import Filters
import ImageCodecs
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
  /// Where they go, below the output folder.
  var outputPaths: [String]? { outputs?.map(\.path) }

  init(photo: InputPhoto, context: BatchContext) {
    (self.photo, self.context) = (photo, context)
    let path = context.inputPath(photo.path)
    self.path = path
    outputs = try? context.names.outputs(of: photo) { try Self.plan(for: photo, at: path, context) }
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
    if let known = context.known?.original(path), let status = FileStatus(path: photo.path),
      known.stamp.isSure(of: status)
    {
      planned = RenderPlan.Photo(known.image)
    } else {
      planned = RenderPlan.Photo(try probe(photo, context))
    }
    return try context.prepared.plan(for: planned, limits: context.options.limits.decoding)
  }

  /// What a photo's header says.
  private static func probe(_ photo: InputPhoto, _ context: BatchContext) throws -> ImageInfo {
    let file = try OpenFile(path: photo.path, limits: context.options.limits)
    return try context.workers.lend(for: file) { try $0.probe(file, limits: context.options.limits) }
  }
}

extension RenderPlan.Photo {
  /// A photo as the catalog remembers it.
  fileprivate init(_ facts: ImageFacts) {
    self.init(size: PixelSize(width: facts.width, height: facts.height))
    orientation = Orientation(rawValue: facts.orientation) ?? .up
    hasAlpha = facts.hasAlpha
    depth = facts.bitDepth == 16 ? .sixteen : .eight
  }
}
