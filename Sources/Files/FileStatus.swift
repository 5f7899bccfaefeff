import Platform

/// The metadata of a file, or of a file in an archive.
package struct FileStatus: Equatable, Sendable {
  package enum Kind: Sendable { case file, folder, other }

  package var kind: Kind
  package var byteCount: Int
  /// Modification time of the content, in nanoseconds since 1970.
  package var modifiedNanoseconds: Int64
  /// Time of the last change of content or metadata, including names, owner and times. It can't be set.
  package var changedNanoseconds: Int64
  /// Permissions to read, write and execute: the last nine bits of the mode.
  package var permissions: UInt32
  package var device: UInt64
  package var inode: Int64

  /// Identifies the file, independent of its names.
  package var identity: Identity { Identity(device: device, inode: inode) }

  package struct Identity: Hashable, Sendable {
    private let device: UInt64
    private let inode: Int64

    fileprivate init(device: UInt64, inode: Int64) { (self.device, self.inode) = (device, inode) }
  }

  /// Reads the status of a path, following links; nil if nothing exists there. The path can lead into an archive.
  package init?(path: String) {
    if let plain = FileStatus(plain: path) {
      self = plain
      return
    }
    let code = errno
    guard code == ENOTDIR, let archived = ArchivedFile(path)?.status else {
      errno = code
      return nil
    }
    self = archived
  }

  /// Reads the status of a path that doesn't lead into an archive.
  init?(plain path: String) {
    var status = stat()
    guard stat(path, &status) == 0 else { return nil }
    self.init(status)
  }

  /// Creates the status of a file or folder in an archive: the archive's times, and an identity of its own.
  ///
  /// - Parameter facts: What tells the file or folder from all others in the archive, and from its former content.
  init(_ kind: Kind, in archive: FileStatus, byteCount: Int, distinguishedBy facts: [UInt64]) {
    self = archive
    self.kind = kind
    self.byteCount = byteCount
    // Mixed as in splitmix64, so that it isn't the number of another file.
    let mixed = facts.reduce(UInt64(bitPattern: archive.inode)) { mixed, fact in
      var next = (mixed ^ fact) &+ 0x9e37_79b9_7f4a_7c15
      next = (next ^ next >> 30) &* 0xbf58_476d_1ce4_e5b9
      next = (next ^ next >> 27) &* 0x94d0_49bb_1331_11eb
      return next ^ next >> 31
    }
    inode = Int64(bitPattern: mixed)
  }

  /// Whether anything exists at a path, even a broken link. The path can lead into an archive.
  package static func isAnything(at path: String) -> Bool {
    var status = stat()
    if lstat(path, &status) == 0 { return true }
    return errno == ENOTDIR && ArchivedFile(path)?.exists == true
  }

  /// Whether a path is a symbolic link.
  package static func isLink(_ path: String) -> Bool {
    var status = stat()
    return lstat(path, &status) == 0 && status.st_mode & S_IFMT == S_IFLNK
  }

  /// Whether a path certainly doesn't exist. False if a folder or an archive in it can't be read.
  package static func isNothing(at path: String) -> Bool {
    var status = stat()
    if lstat(path, &status) == 0 { return false }
    return errno == ENOENT || errno == ENOTDIR && ArchivedFile(path).map { $0.exists == false } ?? true
  }

  /// Reads the status of an open file.
  package init?(descriptor: Int32) {
    var status = stat()
    guard fstat(descriptor, &status) == 0 else { return nil }
    self.init(status)
  }

  /// Whether both are the same file, independent of its names.
  package func isSameFile(as other: FileStatus) -> Bool { identity == other.identity }

  /// Whether size and modification time show no change of content since `earlier`. Renaming or linking a file changes
  /// only its change time.
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

/// Returns the current time in nanoseconds since 1970.
package func nanosecondsNow() -> Int64 {
  var time = timespec()
  clock_gettime(CLOCK_REALTIME, &time)
  return time.nanoseconds
}

extension timespec {
  fileprivate var nanoseconds: Int64 { Int64(tv_sec) * 1_000_000_000 + Int64(tv_nsec) }
}
