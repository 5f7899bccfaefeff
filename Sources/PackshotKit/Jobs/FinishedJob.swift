import Catalog
import Files
import Filters
import Foundation
import ImageCodecs
import ObjectStore
import Pipeline
import PixelCore
import Rendering
import Segmentation

/// The result of rendering a photo: outputs waiting to be published, or the reason why there are none.
struct FinishedJob: Sendable {
  struct Output: Sendable {
    enum State: Sendable {
      /// The file is unchanged and matches the catalog.
      case unchanged
      /// Only the file's stamp has changed: it was touched, or moved with its folder.
      case touched(photoID: UUID, FileStamp)
      /// The file is up to date, but its photo has another record or product now.
      case kept(photoID: UUID, FileStamp)
      /// The file already has exactly the rendered bytes, but the catalog doesn't know it.
      case adopted(FileStamp)
      /// The file was made under the photo's former name and will be renamed.
      case renamed(RenamedOutput)
      /// The file has this former path, and a dry run would rename it.
      case wouldRename(from: String)
      /// The output was rendered and is waiting to be published.
      case rendered(TemporaryFile, FileStatus)
      /// The path holds a file or folder that the run must not replace.
      case conflict(PhotoReport.Conflict)
      /// The output has to be rendered. A dry run leaves it in this state. If a file exists that it may not replace,
      /// `kept` is the file's path relative to the output folder.
      case stale(kept: String?)
    }

    /// Index of the output in the recipe.
    var index: Int
    /// Path relative to the output folder.
    var path: String
    var cacheKey: String
    /// Hash of the picture's content, independent of its size and format.
    var picture: String
    /// What the catalog records of the picture. The size is 0 × 0 if it is known only after rendering and the output
    /// wasn't rendered.
    var image: ImageFacts
    /// Paths of the photos that the output shows, if it shows several.
    var photos: [String] = []
    /// Names of the sources used in the output.
    var sources: [String] = []
    var state = State.unchanged
    /// Reasons for rendering the output.
    var reasons: [RenderReason] = []
    var byteCount: Int?
    var sha256: String?
    /// Where the product is in the rendered photo, if a step searched for it.
    var content: Content?
    /// Whether the rendered file replaces a file at its path. False if there was none when the output was checked: a file
    /// that appears meanwhile is kept.
    var replacesFile = true
    /// The record of the picture under the photo's former name, if its file keeps that name for a while.
    var former: UUID?

    /// Creates an output of a photo before any work is done.
    ///
    /// - Parameter content: The photo's part of the cache keys.
    /// - Throws: If the photo was changed after its outputs were named, so that this output is no longer made from it.
    init(_ named: NamedOutput, of photo: ReadPhoto, _ content: PhotoContent, by prepared: PreparedRecipe) throws {
      let plan = try photo.plan
      guard let planned = plan.output(at: named.index) else { throw photo.file.changed }
      (index, path) = (named.index, named.path)
      cacheKey = prepared.cacheKey(ofOutput: named.index, photo: content, path: named.path)
      picture = prepared.picture(of: planned, in: plan, photo: content)
      let (format, encoding) = (planned.written.format, planned.output.encoding)
      image = ImageFacts(format: encoding.format.rawValue)
      image.size = planned.written.exact?.size ?? image.size
      (image.colorModel, image.bitDepth) = ("rgb", Int16(encoding.settings.stored(format).depth.rawValue))
      (image.hasAlpha, image.isProgressive) = (format.alpha != .opaque, encoding.settings.isProgressive)
      image.colors = photo.info.colorSummary(isConverted: planned.isConverted, handling: prepared.sources.colors)
      sources = planned.sourceNames(behind: plan.trunk)
      photos = prepared.recipe.outputs[named.index].photos(for: content.facts.subject)
    }

    /// Adds the size and the content that rendering found.
    mutating func add(_ made: RenderResult.Output) {
      (image.size, image.content) = (made.size, made.content?.json)
      content = made.content
    }

    /// Whether more than a stamp has to be recorded for the output.
    var isNews: Bool {
      switch state {
      case .kept, .adopted, .renamed, .rendered: true
      case .unchanged, .touched, .conflict, .wouldRename, .stale: false
      }
    }

    /// Handles an existing file at the output's path that the catalog doesn't know, or whose record differs. If the
    /// file has exactly the rendered bytes, an earlier run was killed between renaming and recording, and the file is
    /// adopted. Otherwise the file was modified, or packshot didn't write it, so it is kept.
    ///
    /// - Parameter isOnRecord: Whether the catalog has a record of a file at the path.
    mutating func adoptOrLeave(_ path: String, isOnRecord: Bool = false) {
      let seenNanoseconds = nanosecondsNow()
      guard let status = FileStatus(path: path), Files.sha256(ofFile: path) == sha256 else {
        state = .conflict(isOnRecord ? .changed : .foreign)
        return
      }
      state = .adopted(FileStamp(status, recordedNanoseconds: seenNanoseconds))
    }
  }

  /// A per-photo image.
  struct PerPhotoImage: Sendable {
    /// Name of the recipe's source that the image belongs to.
    var source: String
    /// The photo, if the image is an additional photo in a picture of several.
    var member: InputPhoto?
    var file: FileFacts
  }

  var photo: InputPhoto
  /// The recorded facts of the photo's file, once it was read.
  var original: FileFacts?
  /// The per-photo images that the outputs use.
  var own: [PerPhotoImage] = []
  /// Sources without a per-photo image, whose steps are skipped.
  var leftOut: [String] = []
  /// The catalog record of this photo under its old path, if it was moved.
  var former: KnownFile?
  var outputs: [Output] = []
  /// Outputs of the recipe that are not made from this photo.
  var notMade: [PhotoReport.NotMade] = []
  var failure: PhotoFailure?
  var warnings: [Warning] = []
  /// The photo's perceptual hash, if outputs were rendered.
  var hash: PerceptualHash?
  /// Seconds spent on the photo.
  var seconds: Double?
  var stages = StageTimes()

  /// The indices of the outputs that have to be rendered, with the files that they may not replace.
  var stale: [(index: Int, kept: String?)] {
    outputs.enumerated().compactMap { if case .stale(let kept) = $1.state { ($0, kept) } else { nil } }
  }

  /// Marks the job as failed and discards its outputs.
  mutating func fail(_ error: any Error) {
    failure = PhotoFailure(error)
    outputs = []
  }

  /// The temporary files waiting to be published.
  var files: [TemporaryFile] {
    outputs.compactMap { if case .rendered(let file, _) = $0.state { file } else { nil } }
  }

  /// Paths of outputs whose names may not be flushed to disk yet: files published now, or by a run that was killed
  /// before recording them.
  var newNames: [String] {
    outputs.compactMap { output in
      switch output.state {
      case .renamed, .rendered, .adopted: output.path
      case .unchanged, .touched, .kept, .conflict, .wouldRename, .stale: nil
      }
    }
  }
}
