internal import CSystem
import Glibc
import Synchronization

/// Tells that something has changed in folders, by inotify: a file that was written and closed, came, or went. What it was is
/// for whoever looks to find out.
///
/// inotify watches a folder, not its path. If the path comes to lead to another folder (because the folder was moved, something was
/// mounted over it, or a link was switched), ``changedPlaces`` says so, and a new watch is due.
package final class FolderWatch: Sendable {
  private let descriptor: Int32
  private let state = Mutex(State())

  private struct State {
    /// Which folder each path led to when it was added; nil for one that led to none.
    var places: [FilePath: FileStatus.Identity?] = [:]
    /// Whether a folder itself was moved, deleted or unmounted.
    var hasLost = false
  }

  private static let changes = UInt32(
    IN_CREATE | IN_CLOSE_WRITE | IN_MOVED_TO | IN_MOVED_FROM | IN_DELETE | IN_DELETE_SELF | IN_MOVE_SELF | IN_ONLYDIR)
  /// What happens to a folder that is watched, and not in it.
  private static let losses = UInt32(IN_DELETE_SELF | IN_MOVE_SELF | IN_UNMOUNT | IN_IGNORED)

  package init() throws(SystemFailure) {
    descriptor = inotify_init1(Int32(IN_CLOEXEC | IN_NONBLOCK))
    if descriptor < 0 { throw SystemFailure() }
  }

  deinit { close(descriptor) }

  /// Watches a folder, unless it is watched already. What comes to be in it from now on is told.
  package func add(_ folder: String) throws(SystemFailure) {
    // Looked at first, so that a folder that is replaced in between counts as changed.
    note(folder)
    if inotify_add_watch(descriptor, folder, Self.changes) < 0 { throw SystemFailure() }
  }

  /// Notes which folder a path leads to, for ``changedPlaces``. What changes in it is not told.
  package func note(_ folder: String) {
    let identity = FileStatus(path: folder)?.identity
    state.withLock { _ = $0.places.updateValue(identity, forKey: FilePath(folder)) }
  }

  /// The paths that lead to other folders than when they were added, or to none any more, or to one at last.
  package var changedPlaces: [String] {
    let places = state.withLock { $0.places }
    return places.filter { FileStatus(path: $0.key.text)?.identity != $0.value }.map(\.key.text)
  }

  /// Whether inotify has told that a folder was moved, deleted or unmounted, and may watch one that no path leads to any more.
  package var hasLost: Bool { state.withLock { $0.hasLost } }

  /// Forgets which folders paths led to; those that are still of interest are added again.
  package func forgetPlaces() { state.withLock { $0.places = [:] } }

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
          if event.mask & Self.losses != 0 {
            state.withLock { $0.hasLost = true }
            isChanged = true
          }
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
