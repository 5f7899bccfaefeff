import Catalog
import Files
import Foundation

/// What is to be done about one output, from what the catalog knows and what lies in the output folder.
enum OutputVerdict {
  /// Made by the same work, and still as it was made. The state says what of it the catalog has to learn.
  case unchanged(KnownRendition, FinishedJob.Output.State)
  /// Not ours to replace.
  case conflict(PhotoReport.Conflict)
  /// To be rendered. Where `mayReplace` is false, a file lies there that we may not have made; if the bytes differ, it
  /// stays. Where `isFree` is true nothing lies there, and what comes to lie there meanwhile stays just so.
  case render(mayReplace: Bool, isFree: Bool = false)

  /// - Parameters:
  ///   - announced: What runs were about to put there.
  ///   - source: The record of the photo, if it has one that still holds.
  ///   - input: The photo's own file, which is never replaced.
  init(
    path: String, known: KnownRendition?, announced: [OutputJournal.Entry], identity: String, source: UUID?,
    input: FileStatus, context: BatchContext
  ) {
    let options = context.options
    let seenNanoseconds = nanosecondsNow()
    guard let status = FileStatus(path: path) else {
      // A link that leads nowhere is somebody's.
      let isFree = !options.overwrite && !FileStatus.isAnything(at: path)
      self = .render(mayReplace: isFree || options.overwrite, isFree: isFree)
      return
    }
    if status.isSameFile(as: input) {
      self = .conflict(.changed)
      return
    }
    if status.kind == .folder, !FileStatus.isLink(path) {
      self = .conflict(.folder)
      return
    }
    lazy var hash = sha256(ofFile: path)
    let isStamped = known?.stamp.isSure(of: status) ?? false
    let isRecorded = known?.isRecord(of: status, sha256: hash) ?? false
    let own = context.prepared.recipe.name
    let maker: String? =
      if isRecorded {
        known.flatMap { context.known?.recipeName(of: $0) } ?? own
      } else if announced.isEmpty {
        nil
      } else {
        announced.first { $0.sha256 == hash }?.recipe
      }

    if let known, isRecorded, known.identity == identity, !options.force {
      let stamp = FileStamp(status, recordedNanoseconds: seenNanoseconds)
      if known.sourceID != source || source == nil {
        // The same picture, made from a photo of another name or of another product.
        self = .unchanged(known, .kept(photoID: known.photoID, stamp))
      } else {
        self = .unchanged(known, isStamped ? .unchanged : .touched(photoID: known.photoID, stamp))
      }
    } else if options.overwrite || maker == own {
      self = .render(mayReplace: true)
    } else if let maker {
      self = .conflict(.otherRecipe(maker))
    } else if known?.identity == identity {
      // The same work gives the same bytes, and those are not what lies there.
      self = .conflict(.changed)
    } else {
      self = .render(mayReplace: false)
    }
  }
}

extension FileStamp {
  /// What is to be remembered of a file whose content is known.
  ///
  /// - Parameter recordedNanoseconds: When its status was taken.
  init(_ status: FileStatus, recordedNanoseconds: Int64) {
    self.init(
      byteCount: Int64(status.byteCount), modifiedNanoseconds: status.modifiedNanoseconds,
      changedNanoseconds: status.changedNanoseconds, inode: status.inode, recordedNanoseconds: recordedNanoseconds)
  }

  /// A tick of the file system's clock is no longer than this: two changes in it may bear the same time.
  static let tickNanoseconds: Int64 = 10_000_000

  /// Whether the file is surely the one remembered, so that its content need not be read.
  ///
  /// A file changed just before it was recorded may have been changed just after as well, within the same tick of the
  /// file system's clock. Such young files are not trusted, as git has it. Who writes into a file may give it back its size
  /// and its time of modification, but not the time of its last change. Where that was not recorded, the file is read once.
  func isSure(of status: FileStatus) -> Bool {
    Int64(status.byteCount) == byteCount && status.modifiedNanoseconds == modifiedNanoseconds
      && status.changedNanoseconds == changedNanoseconds && status.inode == inode
      && modifiedNanoseconds + Self.tickNanoseconds < recordedNanoseconds
  }
}
