import Catalog

/// What is to be done about one output, from what the catalog knows and what lies in the output folder.
enum OutputVerdict {
  /// Made by the same work, and still as it was made.
  case unchanged(KnownRendition)
  /// The same bytes, but not the file that the catalog remembers.
  case touched(KnownRendition)
  /// Changed by hand.
  case conflict
  /// To be rendered. Where `mayReplace` is false, a file lies there that we may not have made; if the bytes differ, it
  /// stays.
  case render(mayReplace: Bool)

  init(path: String, known: KnownRendition?, identity: String, options: BatchOptions) {
    guard let status = FileStatus(path: path) else {
      self = .render(mayReplace: true)
      return
    }
    guard let known else {
      self = .render(mayReplace: options.overwrite)
      return
    }
    let isStamped = known.stamp.isSure(of: status)
    let isOurs = isStamped || (Int64(status.byteCount) == known.stamp.byteCount && sha256(ofFile: path) == known.sha256)
    if known.identity == identity, isOurs, !options.force {
      self = isStamped ? .unchanged(known) : .touched(known)
    } else if isOurs || options.overwrite {
      self = .render(mayReplace: true)
    } else if known.identity == identity {
      // The same work gives the same bytes, and those are not what lies there.
      self = .conflict
    } else {
      self = .render(mayReplace: false)
    }
  }
}

extension FileStamp {
  /// What is to be remembered of a file whose content is known.
  init(_ status: FileStatus, recordedNanoseconds: Int64) {
    self.init(
      byteCount: Int64(status.byteCount), modifiedNanoseconds: status.modifiedNanoseconds, inode: status.inode,
      recordedNanoseconds: recordedNanoseconds)
  }

  /// Whether the file is surely the one remembered, so that its content need not be read.
  ///
  /// A file changed just before it was recorded may have been changed just after as well, within the same tick of the
  /// file system's clock. Such young files are not trusted, as git has it.
  func isSure(of status: FileStatus) -> Bool {
    let tick: Int64 = 10_000_000
    return Int64(status.byteCount) == byteCount && status.modifiedNanoseconds == modifiedNanoseconds
      && status.inode == inode && modifiedNanoseconds + tick < recordedNanoseconds
  }
}
