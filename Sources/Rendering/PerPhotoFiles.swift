import Files
import ImageCodecs
import Pipeline
import Recipes

/// The pictures that a photo has of its own, each open to be read and with its header read; and those that are not there.
package struct PerPhotoFiles {
  /// One of them.
  package struct File {
    /// The source that it is.
    package let source: String
    package let file: OpenFile
    package let version: FileVersion
    package let info: ImageInfo
  }

  package private(set) var files: [File] = []
  /// The sources that there is none for, and whose steps are left out.
  package private(set) var missing: Set<String> = []

  package init() {}

  /// Looks for the pictures that a recipe uses for a photo, and hands them to who has the photo.
  ///
  /// - Parameters:
  ///   - facts: What is known of the photo.
  ///   - path: Fills in the path of one.
  ///   - renderer: Has probed the photo.
  /// - Throws: Where one is not there that has to be, or cannot be used.
  package init(
    of facts: PhotoFacts, by prepared: PreparedRecipe, with renderer: any PhotoRenderer,
    path: (PictureTemplate) throws(OutputTemplate.Refusal) -> String
  ) throws {
    for source in prepared.recipe.pictureSources(for: facts) {
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
        throw PhotoFailure(refusal).told(
          "\(source.node.path): \(refusal.message)", ["node": source.node.path])
      }
      do {
        let info = try renderer.probe(file, for: source.name, limits: prepared.limits)
        files.append(File(source: source.name, file: file, version: try file.version(), info: info))
      } catch {
        let failure = PhotoFailure(error)
        throw failure.told("the picture \(file.path) cannot be used: \(failure.message)", ["path": file.path])
      }
    }
  }

  /// Whether there is no such picture: no file, or no path for one. A link that leads nowhere and a value that leads out of the
  /// folder are mistakes, which `missing: skip` doesn't cover.
  private static func isMissing(_ error: any Error) -> Bool {
    switch error {
    case RenderingError.missing(let path): FileStatus.isNothing(at: path)
    case OutputTemplate.Refusal.nameOutside: false
    case is OutputTemplate.Refusal: true
    default: false
    }
  }

  /// What plans are to know of them.
  package var headers: PerPhotoHeaders {
    PerPhotoHeaders(infos: Dictionary(uniqueKeysWithValues: files.map { ($0.source, $0.info) }), missing: missing)
  }

  /// What cache keys depend on.
  package var contents: [String: PerPhotoContent] {
    Dictionary(
      uniqueKeysWithValues: files.map { own in
        (
          own.source,
          PerPhotoContent(
            sha256: own.version.sha256, format: own.info.format, hasInks: own.info.colorModel.hasInks)
        )
      })
  }

  /// Of all files.
  package var byteCount: Int { files.reduce(0) { $0 + $1.file.status.byteCount } }

  /// Throws where somebody wrote into one since it was opened.
  package func checkUnchanged() throws { for own in files { try own.file.checkUnchanged() } }
}
