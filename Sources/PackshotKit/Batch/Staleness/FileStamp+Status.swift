import Catalog
import Files
import ObjectStore
import Rendering

extension FileStamp {
  /// What is to be remembered of a file whose content is known.
  ///
  /// - Parameter recordedNanoseconds: When its status was taken.
  init(_ status: FileStatus, recordedNanoseconds: Int64) {
    self.init(
      byteCount: Int64(status.byteCount), modifiedNanoseconds: status.modifiedNanoseconds,
      changedNanoseconds: status.changedNanoseconds, inode: status.inode, recordedNanoseconds: recordedNanoseconds)
  }

  /// What to record about a file that was read.
  init(_ version: FileVersion) { self.init(version.status, recordedNanoseconds: version.readNanoseconds) }

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
