import Foundation
import GRDB
import ObjectStore

/// A file's size, times and inode. They show, without reading the file, that it has not changed.
public struct FileStamp: Hashable, Sendable {
  /// Size of the file in bytes.
  public var byteCount: Int64
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

  /// Creates a stamp from its parts.
  public init(
    byteCount: Int64, modifiedNanoseconds: Int64, changedNanoseconds: Int64?, inode: Int64, recordedNanoseconds: Int64
  ) {
    self.byteCount = byteCount
    self.modifiedNanoseconds = modifiedNanoseconds
    self.changedNanoseconds = changedNanoseconds
    self.inode = inode
    self.recordedNanoseconds = recordedNanoseconds
  }
}

extension Catalog.Photo {
  /// The file's stamp, which shows whether the file has changed.
  public var stamp: FileStamp {
    get {
      FileStamp(
        byteCount: bytes, modifiedNanoseconds: modifiedNanoseconds, changedNanoseconds: changedNanoseconds,
        inode: inode,
        recordedNanoseconds: recordedNanoseconds)
    }
    set {
      bytes = newValue.byteCount
      modifiedNanoseconds = newValue.modifiedNanoseconds
      changedNanoseconds = newValue.changedNanoseconds
      inode = newValue.inode
      recordedNanoseconds = newValue.recordedNanoseconds
    }
  }
}

extension FileStamp {
  /// The columns of a photo's record that ``init(_:from:)`` reads, in its order.
  static let columns = ["bytes", "modifiedNanoseconds", "changedNanoseconds", "inode", "recordedNanoseconds"]

  /// Reads a stamp from ``columns``, of which the first is at `column`.
  init(_ row: Row, from column: Int) {
    self.init(
      byteCount: row[column], modifiedNanoseconds: row[column + 1], changedNanoseconds: row[column + 2],
      inode: row[column + 3], recordedNanoseconds: row[column + 4])
  }
}
