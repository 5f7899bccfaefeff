import Catalog
import Files
import ObjectStore
import Rendering

extension FileStamp {
  /// Creates the stamp of a file whose content is known.
  ///
  /// - Parameter recordedNanoseconds: Time at which the status was read, in nanoseconds since 1970.
  init(_ status: FileStatus, recordedNanoseconds: Int64) {
    self.init(
      byteCount: Int64(status.byteCount), modifiedNanoseconds: status.modifiedNanoseconds,
      changedNanoseconds: status.changedNanoseconds, inode: status.inode, recordedNanoseconds: recordedNanoseconds)
  }

  /// Creates the stamp of a file that was read.
  init(_ version: FileVersion) { self.init(version.status, recordedNanoseconds: version.readNanoseconds) }

  /// Upper bound for a tick of the file system's clock, in nanoseconds. Two changes within a tick can have the same
  /// time.
  static let tickNanoseconds: Int64 = 10_000_000

  /// Whether the file is certainly unchanged, so that its content needn't be read.
  ///
  /// A file changed just before it was recorded may have been changed again within the same tick of the file system's
  /// clock. Such recent stamps are not trusted, as in git. A program can restore a file's size and modification time
  /// after writing, but not its change time. If the change time wasn't recorded, the file is read once.
  func isSure(of status: FileStatus) -> Bool {
    Int64(status.byteCount) == byteCount && status.modifiedNanoseconds == modifiedNanoseconds
      && status.changedNanoseconds == changedNanoseconds && status.inode == inode
      && modifiedNanoseconds + Self.tickNanoseconds < recordedNanoseconds
  }
}
