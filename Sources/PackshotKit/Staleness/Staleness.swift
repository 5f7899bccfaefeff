import Catalog
import Files
import Foundation
import ObjectStore

/// Whether an output is up to date. Only this type decides that. It renders, reads and writes nothing, except that it
/// hashes the existing file if its status isn't enough.
enum Staleness: Sendable {
  /// The file is unmodified and has the current cache key. The state says what has to be recorded.
  case upToDate(KnownRendition, FinishedJob.Output.State)
  /// The output has to be rendered, for these reasons. If `mayReplace` is false, the existing file may not have been
  /// made by a run, so it is kept unless it has exactly the rendered bytes. If `isFree` is true, no file exists. A file
  /// that appears before the output is published is treated as if `mayReplace` were false.
  case stale([RenderReason], mayReplace: Bool, isFree: Bool = false)
  /// The existing file or folder must not be replaced.
  case conflict(PhotoReport.Conflict)

  /// The file or folder at an output's path.
  enum Occupant {
    case nothing
    /// A broken symbolic link, which no run made, because packshot doesn't create links.
    case deadLink
    case folder
    /// The photo that the output would be made from.
    case photo
    /// Any other file. Its hash is computed only if its status isn't enough.
    case file(FileStatus, sha256: () -> String?)

    /// Examines a path.
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

  /// The data that the decision is based on.
  struct Evidence {
    /// Time at which the output's path was examined, in nanoseconds since 1970.
    var seenNanoseconds: Int64
    var occupant: Occupant
    /// The catalog's record of the file.
    var record: KnownRendition?
    /// Name of the recipe that rendered the recorded file, if known.
    var recordedRecipe: () -> String? = { nil }
    /// The journal's entries for the path: files that runs were about to publish.
    var announced: () -> [OutputJournal.Entry] = { [] }
    /// Changes since the recorded file was made. Empty if its cache key is current.
    var changes: [RenderReason] = []
    /// The reason for rendering the output if it isn't recorded.
    var reasonIfNew = RenderReason.new
    /// Id of the photo's record, if it has one and still shows the same product.
    var photoID: UUID?

    fileprivate func reasons(isThere: Bool, _ rules: Rules) -> [RenderReason] {
      if record == nil { return [isThere && rules.overwrite ? .edited : reasonIfNew] }
      if !isThere { return changes + [.missing] }
      return changes.isEmpty ? [rules.force ? .forced : .edited] : changes
    }
  }

  /// The run's options that affect the decision.
  struct Rules {
    /// Name of the run's recipe.
    var recipe: String
    var force = false
    var overwrite = false
    /// Whether pictures made by an earlier engine count as up to date.
    var keepEngine = false

    /// Whether a picture counts as up to date despite these changes.
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
      // Computed at most once.
      lazy var hash = sha256()
      self.init(status, hash: { hash }, evidence, rules)
    }
  }

  /// - Parameter status: Status of the existing file.
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
      // The record is up to date, but the file's bytes are not the recorded ones, so the file was modified.
      self = .conflict(.changed)
    } else {
      self = .stale(reasons, mayReplace: false)
    }
  }

  /// Returns the state to record for an up-to-date file.
  private static func state(
    of record: KnownRendition, _ status: FileStatus, _ evidence: Evidence
  ) -> FinishedJob.Output.State {
    let stamp = FileStamp(status, recordedNanoseconds: evidence.seenNanoseconds)
    guard let photoID = evidence.photoID, record.sourceID == photoID, !record.isOfFormerProduct else {
      // The same picture, made when the photo had another name or product.
      return .kept(photoID: record.photoID, stamp)
    }
    return record.stamp.isSure(of: status) ? .unchanged : .touched(photoID: record.photoID, stamp)
  }
}

extension BatchContext {
  /// The options that decide, with the evidence, whether outputs are up to date.
  var rules: Staleness.Rules {
    Staleness.Rules(
      recipe: prepared.recipe.name, force: options.force, overwrite: options.overwrite, keepEngine: options.keepEngine)
  }
}
