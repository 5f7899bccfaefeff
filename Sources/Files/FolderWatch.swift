internal import CLinux
import Glibc

/// Tells that something has changed in folders, by inotify: a file that was written and closed, came, or went. What it was is
/// for whoever looks to find out.
package final class FolderWatch: Sendable {
  private let descriptor: Int32

  private static let changes = UInt32(
    IN_CREATE | IN_CLOSE_WRITE | IN_MOVED_TO | IN_MOVED_FROM | IN_DELETE | IN_ONLYDIR)

  package init() throws(SystemFailure) {
    descriptor = inotify_init1(Int32(IN_CLOEXEC | IN_NONBLOCK))
    if descriptor < 0 { throw SystemFailure() }
  }

  deinit { close(descriptor) }

  /// Watches a folder, unless it is watched already. What comes to be in it from now on is told.
  package func add(_ folder: String) throws(SystemFailure) {
    if inotify_add_watch(descriptor, folder, Self.changes) < 0 { throw SystemFailure() }
  }

  /// Whether all that changes in a folder is told, whoever does it. Of file systems that several machines have mounted, only what
  /// this machine changes is.
  package static func tellsAll(in folder: String) -> Bool {
    let descriptor = open(folder, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
    defer { close(descriptor) }
    var status = statfs()
    guard fstatfs(descriptor, &status) == 0 else { return false }
    return !shared.contains(UInt32(truncatingIfNeeded: status.f_type))
  }

  /// `f_type` in statfs(2): NFS, CIFS, SMB2, SMB, FUSE, 9P, Ceph, AFS.
  private static let shared: Set<UInt32> = [
    0x6969, 0xff53_4d42, 0xfe53_4d42, 0x517b, 0x6573_5546, 0x0102_1997, 0x00c3_6400, 0x5346_414f,
  ]

  /// Waits for a change.
  ///
  /// - Parameters:
  ///   - milliseconds: How long.
  ///   - isOfInterest: Asked of the name of what has changed.
  /// - Returns: Whether something of interest has changed, or so much that not all of it is known.
  package func wait(milliseconds: Int32, _ isOfInterest: (String) -> Bool) -> Bool {
    var ready = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
    guard poll(&ready, 1, milliseconds) > 0 else { return false }
    var isChanged = false
    withUnsafeTemporaryAllocation(byteCount: 1 << 16, alignment: 8) { room in
      while true {
        let count = read(descriptor, room.baseAddress, room.count)
        if count <= 0 { return }
        var place = 0
        while place < count {
          let event = room.loadUnaligned(fromByteOffset: place, as: inotify_event.self)
          let name = room.baseAddress! + place + MemoryLayout<inotify_event>.size
          place += MemoryLayout<inotify_event>.size + Int(event.len)
          if event.mask & UInt32(IN_Q_OVERFLOW) != 0 { isChanged = true }
          if event.len == 0 || isChanged { continue }
          isChanged = isOfInterest(String(cString: name.assumingMemoryBound(to: CChar.self)))
        }
      }
    }
    return isChanged
  }
}

/// Whether somebody has a file open to write into it.
package enum FileWriters {
  /// Whether there are any; nil where the file system does not say, or the file is another user's.
  ///
  /// The kernel gives a lease for reading on a file that nobody writes into, and tells its holder by `SIGIO` when somebody wants to: who asks
  /// here ignores that signal.
  package static func has(_ path: String) -> Bool? {
    let descriptor = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK)
    if descriptor < 0 { return nil }
    defer { close(descriptor) }
    if fcntl(descriptor, setLease, F_RDLCK) == 0 {
      _ = fcntl(descriptor, setLease, F_UNLCK)
      return false
    }
    return errno == EAGAIN ? true : nil
  }

  /// `F_SETLEASE`, which Swift's module of the C library leaves out.
  private static let setLease: Int32 = 1024
}
