import Catalog
import Files
import Filters
import ImageCodecs
import ObjectStore
import Pipeline
import PixelCore
import Rendering

/// A photo of a run with the names of its outputs. ``OpenedPhoto`` does the work.
struct PhotoJob: Sendable {
  let photo: InputPhoto
  let context: BatchContext
  /// Absolute path of the photo.
  let path: String
  /// The photo's outputs. Nil if they can't be named.
  let outputs: [NamedOutput]?
  /// The error if another photo has an output with the same name.
  var clash: PackshotError?
  /// Outputs that are not made from this photo.
  let notMade: [RenderPlan.NotMade]
  /// Existing pictures that the run doesn't replace: the index of the output, and a photo that the picture shows but the
  /// run leaves out.
  let leftAlone: [(output: Int, photo: String)]
  /// Status of the file whose header was used to name the outputs. Nil if no header was needed. Thousands of photos can
  /// be named before this one is rendered, so the photo is opened again then, and refused if its file has changed.
  let status: FileStatus?
  /// Paths of the outputs, relative to the output folder.
  var outputPaths: [String]? { outputs?.map(\.path) }

  init(photo: InputPhoto, context: BatchContext) {
    (self.photo, self.context) = (photo, context)
    let path = context.inputPath(photo.path)
    self.path = path
    var status: FileStatus?
    let named = try? context.names.outputs(of: photo) { try Self.plan(for: photo, at: path, context, &status) }
    leftAlone = (named?.made ?? []).compactMap { output in
      Self.photoLeftOut(of: output, context).map { (output.index, $0) }
    }
    let kept = leftAlone
    outputs = named?.made.filter { output in !kept.contains { $0.output == output.index } }
    notMade =
      (named?.notMade ?? [])
      + kept.map {
        RenderPlan.NotMade(
          place: $0.output, reason: "the existing picture shows \($0.photo), which this run leaves out")
      }
    self.status = status
  }

  /// Bit depth from the photo's header. Nil if the header can't be read.
  var depth: PixelFormat.Depth? {
    let limits = context.options.limits
    guard let file = try? OpenFile(path: photo.path, limits: limits) else { return nil }
    return try? context.workers.read(file, limits: limits) { info, _ in info.depth }
  }

  /// Returns a photo that the existing file of an output shows, if the run leaves that photo out.
  private static func photoLeftOut(of output: NamedOutput, _ context: BatchContext) -> String? {
    guard context.prepared.recipe.outputs[output.index].group != nil, !context.options.force else { return nil }
    let file = context.fingerprinted.path(of: output.path)
    return context.known?.rendition(context.outputPath(file)).flatMap(context.photoLeftOut)
  }

  /// Returns the plan for a photo. Uses the values in the catalog if the photo is unchanged, and its header otherwise.
  private static func plan(
    for photo: InputPhoto, at path: String, _ context: BatchContext, _ status: inout FileStatus?
  ) throws -> RenderPlan {
    let prepared = context.prepared
    if !prepared.recipe.hasOwnPictures, let known = context.known?.original(path),
      let found = FileStatus(path: photo.path), known.stamp.isSure(of: found),
      let info = ImageInfo(recorded: known.image)
    {
      status = found
      return try prepared.plan(
        for: RenderPlan.Photo(info, subject: context.names.subject(of: photo)), limits: prepared.limits.decoding)
    }
    let file = try OpenFile(path: photo.path, limits: prepared.limits)
    status = file.status
    return try prepared.read(file, as: context.names.attributes(of: photo)) { try $0.plan }
  }
}
