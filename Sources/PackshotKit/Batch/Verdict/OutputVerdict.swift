import Catalog
import Files
import Foundation
import ObjectStore

/// What is to be done about one output. Whether it is unchanged is decided here: nothing is rendered, read or written for it but
/// the file's hash, where its status does not say enough.
enum OutputVerdict: Sendable {
  /// Made by the same work, and still as it was made. The state says what of it the catalog has to learn.
  case unchanged(KnownRendition, FinishedJob.Output.State)
  /// Not ours to replace.
  case conflict(PhotoReport.Conflict)
  /// To be rendered. Where `mayReplace` is false, a file lies there that we may not have made; if the bytes differ, it
  /// stays. Where `isFree` is true nothing lies there, and what comes to lie there meanwhile stays just so.
  case render(mayReplace: Bool, isFree: Bool = false)

  /// What lies in an output's place.
  enum Occupant {
    case nothing
    /// A link that leads nowhere, which is somebody's.
    case deadLink
    case folder
    /// The very photo that the output is to be made of.
    case photo
    /// Anything else, with its hash, which is asked for where its status does not say enough.
    case file(FileStatus, sha256: () -> String?)

    /// Looks at a path.
    init(at path: String, photo: FileStatus) {
      guard let status = FileStatus(path: path) else {
        self = FileStatus.isAnything(at: path) ? .deadLink : .nothing
        return
      }
      if status.isSameFile(as: photo) {
        self = .photo
      } else if status.kind == .folder, !FileStatus.isLink(path) {
        self = .folder
      } else {
        self = .file(status, sha256: { Files.sha256(ofFile: path) })
      }
    }
  }

  /// What decides it.
  struct Evidence {
    /// When the output's place was looked at.
    var seenNanoseconds: Int64
    var occupant: Occupant
    /// What the catalog knows of the file.
    var record: KnownRendition?
    /// What the recipe is called that the file on record was rendered by, if that is known.
    var recordedRecipe: String?
    /// What runs were about to put there.
    var announced: [OutputJournal.Entry] = []
    /// The identity of the work that would make the file now.
    var identity: String
    /// The record of the photo, if it has one that still holds.
    var photoID: UUID?
  }

  /// What a run is told.
  struct Rules {
    /// What its recipe is called.
    var recipe: String
    var force = false
    var overwrite = false
  }

  init(_ evidence: Evidence, rules: Rules) {
    switch evidence.occupant {
    case .nothing: self = .render(mayReplace: true, isFree: !rules.overwrite)
    case .deadLink: self = .render(mayReplace: rules.overwrite)
    case .photo: self = .conflict(.changed)
    case .folder: self = .conflict(.folder)
    case .file(let status, let sha256):
      // Asked for once at most.
      lazy var hash = sha256()
      self.init(status, hash: { hash }, evidence, rules)
    }
  }

  /// The verdict on a file.
  private init(_ status: FileStatus, hash: () -> String?, _ evidence: Evidence, _ rules: Rules) {
    let record = evidence.record.flatMap { $0.isRecord(of: status, sha256: hash()) ? $0 : nil }
    if let record, record.identity == evidence.identity, !rules.force {
      self = .unchanged(record, Self.state(of: record, status, evidence))
      return
    }
    let maker: String? =
      if record != nil {
        evidence.recordedRecipe ?? rules.recipe
      } else if evidence.announced.isEmpty {
        nil
      } else {
        evidence.announced.first { $0.sha256 == hash() }?.recipe
      }
    if rules.overwrite || maker == rules.recipe {
      self = .render(mayReplace: true)
    } else if let maker {
      self = .conflict(.otherRecipe(maker))
    } else if evidence.record?.identity == evidence.identity {
      // The same work gives the same bytes, and those are not what lies there.
      self = .conflict(.changed)
    } else {
      self = .render(mayReplace: false)
    }
  }

  /// What the catalog has to learn of an unchanged file.
  private static func state(
    of record: KnownRendition, _ status: FileStatus, _ evidence: Evidence
  ) -> FinishedJob.Output.State {
    let stamp = FileStamp(status, recordedNanoseconds: evidence.seenNanoseconds)
    guard let photoID = evidence.photoID, record.sourceID == photoID, !record.isOfFormerProduct else {
      // The same picture, made from a photo of another name or of another product.
      return .kept(photoID: record.photoID, stamp)
    }
    let isSure = record.isSurely(status, madeOf: photoID, by: evidence.identity)
    return isSure ? .unchanged : .touched(photoID: record.photoID, stamp)
  }
}
