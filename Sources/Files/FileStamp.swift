/// A file's size, times and inode. They show, without reading the file, that it has not changed.
public struct FileStamp: Codable, Hashable, Sendable {
  /// Size of the file in bytes.
  public var bytes: Int64
  /// When the file was last modified, in nanoseconds since 1970.
  public var modifiedNanoseconds: Int64
  /// When the file's data or metadata, such as its name, owner and times, was last changed, in nanoseconds since 1970.
  /// It can't be set by programs. Nil if it was not recorded.
  public var changedNanoseconds: Int64?
  /// Inode number of the file. The unsigned number is stored as a signed number with the same bits.
  public var inode: Int64
  /// When the stamp was taken, in nanoseconds since 1970. If the file was not modified before that time, it may have
  /// been changed again within the clock's resolution, and the stamp can't show that it is unchanged (git's rule for
  /// its index).
  public var recordedNanoseconds: Int64

  private enum CodingKeys: String, CodingKey {
    case bytes, inode
    case modifiedNanoseconds = "modified"
    case changedNanoseconds = "changed"
    case recordedNanoseconds = "recorded"
  }

  /// Creates a stamp from its parts.
  public init(
    bytes: Int64 = 0, modifiedNanoseconds: Int64 = 0, changedNanoseconds: Int64? = nil, inode: Int64 = 0,
    recordedNanoseconds: Int64 = 0
  ) {
    (self.bytes, self.inode, self.recordedNanoseconds) = (bytes, inode, recordedNanoseconds)
    (self.modifiedNanoseconds, self.changedNanoseconds) = (modifiedNanoseconds, changedNanoseconds)
  }

  /// Creates the stamp of a file whose content is known.
  ///
  /// - Parameter recordedNanoseconds: Time at which the status was read, in nanoseconds since 1970.
  package init(_ status: FileStatus, recordedNanoseconds: Int64) {
    self.init(
      bytes: Int64(status.byteCount), modifiedNanoseconds: status.modifiedNanoseconds,
      changedNanoseconds: status.changedNanoseconds, inode: status.inode, recordedNanoseconds: recordedNanoseconds)
  }

  /// Upper bound for a tick of the file system's clock, in nanoseconds. Two changes within a tick can have the same
  /// time.
  package static let tickNanoseconds: Int64 = 10_000_000

  /// Whether the file is certainly unchanged, so that its content needn't be read.
  ///
  /// A file changed just before it was recorded may have been changed again within the same tick of the file system's
  /// clock. Such recent stamps are not trusted, as in git. A program can restore a file's size and modification time
  /// after writing, but not its change time. If the change time wasn't recorded, the file is read once.
  package func isSure(of status: FileStatus) -> Bool {
    self == FileStamp(status, recordedNanoseconds: recordedNanoseconds)
      && modifiedNanoseconds + Self.tickNanoseconds < recordedNanoseconds
  }
}
