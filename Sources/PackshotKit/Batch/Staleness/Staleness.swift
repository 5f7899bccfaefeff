import Catalog
import Files
import Foundation
import ObjectStore

/// Whether an output is up to date. It is decided here alone: nothing is rendered, read or written for it but the file's hash, if its
/// status doesn't say enough.
enum Staleness: Sendable {
  /// The same work made the file, which is still as it was made. The state says what the catalog has to learn.
  case upToDate(KnownRendition, FinishedJob.Output.State)
  /// To be rendered, for these reasons. If `mayReplace` is false, there is a file that no run may have made; it stays unless it has the bytes
  /// that are rendered. If `isFree` is true there is no file, and one that comes meanwhile stays just so.
  case stale([RenderReason], mayReplace: Bool, isFree: Bool = false)
  /// packshot must not replace what is at the path.
  case conflict(PhotoReport.Conflict)

  /// What is at an output's path.
  enum Occupant {
    case nothing
    /// A dangling symbolic link, which packshot didn't make.
    case deadLink
    case folder
    /// The very photo that the output is to be made of.
    case photo
    /// Anything else, with its hash, which is asked for if its status doesn't say enough.
    case file(FileStatus, sha256: () -> String?)

    /// Looks at a path.
    init(at path: String, photo: FileStatus, sha256: @escaping () -> String?) {
      guard let status = FileStatus(path: path) else {
        self = FileStatus.isAnything(at: path) ? .deadLink : .nothing
        return
      }
      if status.isSameFile(as: photo) {
        self = .photo
      } else if status.kind == .folder, !FileStatus.isLink(path) {
        self = .folder
      } else {
        self = .file(status, sha256: sha256)
      }
    }
  }

  /// What the decision is based on.
  struct Evidence {
    /// When the output's path was checked, in nanoseconds.
    var seenNanoseconds: Int64
    var occupant: Occupant
    /// What the catalog knows of the file.
    var record: KnownRendition?
    /// The name of the recipe that rendered the file on record, if that is known.
    var recordedRecipe: () -> String? = { nil }
    /// Files that the journal says runs were about to publish at the path.
    var announced: () -> [OutputJournal.Entry] = { [] }
    /// What changed since the file on record was made; empty if the same work would make it now.
    var changes: [RenderReason] = []
    /// Why the output would be rendered if it isn't on record.
    var reasonIfNew = RenderReason.new
    /// The record of the photo, if it has one that still holds.
    var photoID: UUID?

    fileprivate func reasons(isThere: Bool, _ rules: Rules) -> [RenderReason] {
      if record == nil { return [isThere && rules.overwrite ? .edited : reasonIfNew] }
      if !isThere { return changes + [.missing] }
      return changes.isEmpty ? [rules.force ? .forced : .edited] : changes
    }
  }

  /// The run's options that affect the decision.
  struct Rules {
    /// The name of its recipe.
    var recipe: String
    var force = false
    var overwrite = false
    /// Whether pictures that an earlier engine made are up to date.
    var keepEngine = false

    /// Whether a picture is up to date although something changed since it was made.
    func ignore(_ changes: [RenderReason]) -> Bool { changes.isEmpty || keepEngine && changes == [.engine] }
  }

  init(_ evidence: Evidence, rules: Rules) {
    switch evidence.occupant {
    case .nothing:
      self = .stale(evidence.reasons(isThere: false, rules), mayReplace: true, isFree: !rules.overwrite)
    case .deadLink: self = .stale(evidence.reasons(isThere: true, rules), mayReplace: rules.overwrite)
    case .photo: self = .conflict(.changed)
    case .folder: self = .conflict(.folder)
    case .file(let status, let sha256):
      // Asked for once at most.
      lazy var hash = sha256()
      self.init(status, hash: { hash }, evidence, rules)
    }
  }

  /// - Parameter status: The status of the file that is there.
  private init(_ status: FileStatus, hash: () -> String?, _ evidence: Evidence, _ rules: Rules) {
    let record = evidence.record.flatMap { $0.isRecord(of: status, sha256: hash()) ? $0 : nil }
    let isSameWork = evidence.record != nil && rules.ignore(evidence.changes)
    if let record, isSameWork, !rules.force {
      self = .upToDate(record, Self.state(of: record, status, evidence))
      return
    }
    let maker =
      record != nil
      ? evidence.recordedRecipe() ?? rules.recipe : evidence.announced().first { $0.sha256 == hash() }?.recipe
    let reasons = evidence.reasons(isThere: true, rules)
    if rules.overwrite || maker == rules.recipe {
      self = .stale(reasons, mayReplace: true)
    } else if let maker {
      self = .conflict(.otherRecipe(maker))
    } else if isSameWork {
      // The same work gives the same bytes, and the file has others.
      self = .conflict(.changed)
    } else {
      self = .stale(reasons, mayReplace: false)
    }
  }

  /// The state to record for a file that is up to date.
  private static func state(
    of record: KnownRendition, _ status: FileStatus, _ evidence: Evidence
  ) -> FinishedJob.Output.State {
    let stamp = FileStamp(status, recordedNanoseconds: evidence.seenNanoseconds)
    guard let photoID = evidence.photoID, record.sourceID == photoID, !record.isOfFormerProduct else {
      // The same picture, made from a photo of another name or of another product.
      return .kept(photoID: record.photoID, stamp)
    }
    return record.stamp.isSure(of: status) ? .unchanged : .touched(photoID: record.photoID, stamp)
  }
}
