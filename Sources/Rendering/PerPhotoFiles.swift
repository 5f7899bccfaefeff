import Files
import ImageCodecs
import Pipeline
import Recipes

/// The per-photo images of a photo, opened and with their headers read, and the sources without one.
package struct PerPhotoFiles {
  /// A per-photo image.
  package struct File {
    /// Name of the recipe's source.
    package let source: String
    /// Whether the image is an additional photo in a picture of several.
    package let isMember: Bool
    package let file: OpenFile
    package let version: FileVersion
    package let info: ImageInfo
  }

  package private(set) var files: [File] = []
  /// Sources without a per-photo image, whose steps are skipped.
  package private(set) var missing: Set<String> = []

  package init() {}

  /// Looks for the images that a recipe uses for a photo, and passes them to the renderer of the photo.
  ///
  /// - Parameters:
  ///   - facts: Known values of the photo.
  ///   - path: Returns the path for a template.
  ///   - renderer: The renderer that has probed the photo.
  /// - Throws: If a required image is missing, or an image can't be used.
  package init(
    of facts: PhotoFacts, by prepared: PreparedRecipe, with renderer: any PhotoRenderer,
    path: (PictureTemplate) throws(OutputTemplate.Refusal) -> String
  ) throws {
    for source in prepared.recipe.pictureSources(for: facts) {
      if case .member(let path) = source.content {
        try add(source, OpenFile(path: path, limits: prepared.limits), with: renderer, prepared.limits)
        continue
      }
      guard case .ownFile(let template, let whatIfMissing) = source.content else { continue }
      let file: OpenFile
      do {
        file = try prepared.files.open(path(template), of: prepared.recipe, limits: prepared.limits, isDerived: true)
      } catch let error where whatIfMissing == .skip && Self.isMissing(error) {
        missing.insert(source.name)
        continue
      } catch RenderingError.missing(let path) {
        throw PhotoFailure(
          .recipe, "own-picture-missing",
          "\(source.node.path): there is no \(path) for this photo; add the picture, or write `missing: skip` to leave out the "
            + "steps that use it", ["node": source.node.path, "path": path])
      } catch let refusal as OutputTemplate.Refusal {
        throw PhotoFailure(refusal).worded(
          "\(source.node.path): \(refusal.message)", ["node": source.node.path])
      }
      try add(source, file, with: renderer, prepared.limits)
    }
  }

  private mutating func add(
    _ source: Recipe.Source, _ file: OpenFile, with renderer: any PhotoRenderer, _ limits: PhotoLimits
  ) throws {
    do {
      let info = try renderer.probe(file, for: source.name, limits: limits)
      let isMember = if case .member = source.content { true } else { false }
      files.append(File(source: source.name, isMember: isMember, file: file, version: try file.version(), info: info))
    } catch {
      let failure = PhotoFailure(error)
      throw failure.worded("the picture \(file.path) cannot be used: \(failure.message)", ["path": file.path])
    }
  }

  /// Whether there is no image: no file, or no value for its path. A broken link, or a value that leads out of the
  /// folder, is a mistake that `missing: skip` doesn't excuse.
  private static func isMissing(_ error: any Error) -> Bool {
    switch error {
    case RenderingError.missing(let path): FileStatus.isNothing(at: path)
    case OutputTemplate.Refusal.nameOutside: false
    case is OutputTemplate.Refusal: true
    default: false
    }
  }

  /// The images' headers for plans.
  package var headers: PerPhotoHeaders {
    PerPhotoHeaders(infos: Dictionary(uniqueKeysWithValues: files.map { ($0.source, $0.info) }), missing: missing)
  }

  /// The images' part of cache keys.
  package var contents: [String: PictureContent] {
    Dictionary(
      uniqueKeysWithValues: files.map { ($0.source, PictureContent(sha256: $0.version.sha256, $0.info.facts)) })
  }

  /// Total size of the files in bytes.
  package var byteCount: Int { files.reduce(0) { $0 + $1.file.status.byteCount } }

  /// Throws if a file was written since it was opened.
  package func checkUnchanged() throws { for own in files { try own.file.checkUnchanged() } }
}
