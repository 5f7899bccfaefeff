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

/// What a worker made of a photo: outputs that wait to be put in their place, or the reason why there are none.
struct FinishedJob: Sendable {
  struct Output: Sendable {
    enum State: Sendable {
      /// As the catalog has it.
      case unchanged
      /// As the catalog has it but for the file's stamp: it was touched, or moved with its folder.
      case touched(photoID: UUID, FileStamp)
      /// As the catalog has it but for the photo it was made of: that has another record or product now.
      case kept(photoID: UUID, FileStamp)
      /// The very bytes that were rendered lie there already, and the catalog does not know of them.
      case adopted(FileStamp)
      /// Made for the photo's former name, and to be renamed.
      case renamed(RenamedOutput)
      /// Made for the photo's former name, with this path, and a dry run would rename it.
      case wouldRename(from: String)
      /// Rendered, and to be put in its place.
      case rendered(TemporaryFile, FileStatus)
      /// Somebody's, or another recipe's, and left alone.
      case conflict(PhotoReport.Conflict)
      /// A dry run would render it.
      case wouldRender
    }

    /// Which of the recipe's outputs it is.
    var index: Int
    /// Below the output folder.
    var path: String
    var cacheKey: String
    /// What it shows, whatever its size and format.
    var picture: String
    /// In pixels; nil where that is known only once it is rendered, and it is not.
    var size: PixelSize?
    var hasAlpha: Bool
    /// What is made of the photo's colours, in words.
    var colors: String
    /// The names of the sources that are in it.
    var sources: [String] = []
    var state = State.unchanged
    /// Why it is to be rendered.
    var reasons: [RenderReason] = []
    var byteCount: Int?
    var sha256: String?
    /// Where the product was as it was rendered, if a step looked for it.
    var content: Content?
    /// Whether a rendered file may take the place of what is there.
    var mayReplace = true

    /// An output of a photo, before any work on it.
    ///
    /// - Parameter content: The photo as cache keys need it.
    /// - Throws: If the output isn't made of the photo, although it was when it was named: somebody wrote into the photo.
    init(_ named: NamedOutput, of photo: ReadPhoto, _ content: PhotoContent, by prepared: PreparedRecipe) throws {
      let plan = try photo.plan
      guard let planned = plan.output(at: named.index) else { throw photo.file.changed }
      (index, path) = (named.index, named.path)
      cacheKey = prepared.cacheKey(ofOutput: named.index, photo: content, path: named.path)
      picture = prepared.picture(of: planned, in: plan, photo: content)
      size = planned.written.exact?.size
      hasAlpha = planned.written.format.alpha != .opaque
      colors = photo.info.colorSummary(isConverted: planned.isConverted, handling: prepared.sources.colors)
      sources = planned.sourceNames(behind: plan.trunk)
    }

    /// Whether the catalog has to learn more of it than a stamp.
    var isNews: Bool {
      switch state {
      case .kept, .adopted, .renamed, .rendered: true
      case .unchanged, .touched, .conflict, .wouldRename, .wouldRender: false
      }
    }

    /// A file nobody here knows stands where the output goes. If it has the very bytes that were just rendered, a run was
    /// ended between renaming and recording: it is ours. Otherwise it is somebody's, and stays.
    mutating func adoptOrLeave(_ path: String, isOnRecord: Bool = false) {
      let seenNanoseconds = nanosecondsNow()
      guard let status = FileStatus(path: path), Files.sha256(ofFile: path) == sha256 else {
        state = .conflict(isOnRecord ? .changed : .foreign)
        return
      }
      state = .adopted(FileStamp(status, recordedNanoseconds: seenNanoseconds))
    }
  }

  /// A picture that a photo has of its own.
  struct PerPhotoImage: Sendable {
    /// The recipe's source that it is.
    var source: String
    var path: String
    var version: FileVersion
    var info: ImageInfo

    init(_ own: PerPhotoFiles.File) {
      (source, path, version, info) = (own.source, own.file.path, own.version, own.info)
    }
  }

  var photo: InputPhoto
  /// The file's content that was read; its bytes are let go of.
  var version: FileVersion?
  var info: ImageInfo?
  /// The pictures that it has of its own and that its outputs are made of.
  var own: [PerPhotoImage] = []
  /// The sources that it has none of, and whose steps are left out.
  var leftOut: [String] = []
  /// The photo as it is on record under another path, where it was moved.
  var former: KnownFile?
  var outputs: [Output] = []
  /// The recipe's outputs that are not made of it.
  var notMade: [PhotoReport.NotMade] = []
  var failure: PhotoFailure?
  var warnings: [Warning] = []
  /// How long it was at work.
  var seconds: Double?
  var stages = StageTimes()

  /// Nothing came of it.
  mutating func fail(_ error: any Error) {
    failure = PhotoFailure(error)
    outputs = []
  }

  /// The files that wait to be put in their places.
  var files: [TemporaryFile] {
    outputs.compactMap { if case .rendered(let file, _) = $0.state { file } else { nil } }
  }

  /// The outputs whose names may not be on the disk yet: those that were put in their places, now or by a run that was ended
  /// before it could say so.
  var newNames: [String] {
    outputs.compactMap { output in
      switch output.state {
      case .renamed, .rendered, .adopted: output.path
      case .unchanged, .touched, .kept, .conflict, .wouldRename, .wouldRender: nil
      }
    }
  }
}
