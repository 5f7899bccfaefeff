import Glibc

/// What the file system knows of a file.
package struct FileStatus: Equatable, Sendable {
  package enum Kind: Sendable { case file, folder, other }

  package var kind: Kind
  package var byteCount: Int
  /// When the content was last changed, in nanoseconds since 1970.
  package var modifiedNanoseconds: Int64
  /// When anything of the file was last changed, its names, owner and times included; nobody can set it.
  package var changedNanoseconds: Int64
  /// Who may read, write and execute it: the last nine bits of its mode.
  package var permissions: UInt32
  package var device: UInt64
  package var inode: Int64

  /// Which file it is, under whatever names.
  package var identity: Identity { Identity(device: device, inode: inode) }

  package struct Identity: Hashable, Sendable {
    private let device: UInt64
    private let inode: Int64

    fileprivate init(device: UInt64, inode: Int64) { (self.device, self.inode) = (device, inode) }
  }

  /// The status of what a path leads to, links followed; nil if nothing is there.
  package init?(path: String) {
    var status = stat()
    guard stat(path, &status) == 0 else { return nil }
    self.init(status)
  }

  /// Whether a path is taken, be it by a broken link.
  package static func isAnything(at path: String) -> Bool {
    var status = stat()
    return lstat(path, &status) == 0
  }

  /// Whether a path is that of a symbolic link.
  package static func isLink(_ path: String) -> Bool {
    var status = stat()
    return lstat(path, &status) == 0 && status.st_mode & S_IFMT == S_IFLNK
  }

  /// Whether a path surely leads to nothing; not so where a folder on the way cannot be looked into.
  package static func isNothing(at path: String) -> Bool {
    var status = stat()
    return lstat(path, &status) != 0 && (errno == ENOENT || errno == ENOTDIR)
  }

  /// The status of an open file.
  package init?(descriptor: Int32) {
    var status = stat()
    guard fstat(descriptor, &status) == 0 else { return nil }
    self.init(status)
  }

  /// Whether both are the same file, under whatever names.
  package func isSameFile(as other: FileStatus) -> Bool { identity == other.identity }

  /// Whether nobody has written into the file since: not so that its size or time of modification shows it. To rename or link
  /// a file changes its status alone.
  package func hasContent(of earlier: FileStatus) -> Bool {
    isSameFile(as: earlier) && kind == earlier.kind && byteCount == earlier.byteCount
      && modifiedNanoseconds == earlier.modifiedNanoseconds
  }

  private init(_ status: stat) {
    kind =
      switch status.st_mode & S_IFMT {
      case S_IFREG: .file
      case S_IFDIR: .folder
      default: .other
      }
    byteCount = Int(status.st_size)
    modifiedNanoseconds = status.st_mtim.nanoseconds
    changedNanoseconds = status.st_ctim.nanoseconds
    permissions = status.st_mode & 0o777
    device = UInt64(status.st_dev)
    inode = Int64(bitPattern: UInt64(status.st_ino))
  }
}

/// The time now, in nanoseconds since 1970.
package func nanosecondsNow() -> Int64 {
  var time = timespec()
  clock_gettime(CLOCK_REALTIME, &time)
  return time.nanoseconds
}

extension timespec {
  fileprivate var nanoseconds: Int64 { Int64(tv_sec) * 1_000_000_000 + Int64(tv_nsec) }
}
