internal import CSystem
import Glibc
import Synchronization

/// Reports changes in folders with inotify: a file was closed after writing, appeared or disappeared. The caller finds
/// out what has changed.
///
/// inotify watches a folder, not its path. ``changedPlaces`` reports a path that now leads to another folder because
/// the folder was moved, something was mounted over it, or a link was switched. Then a new watch is needed.
package final class FolderWatch: Sendable {
  private let descriptor: Int32
  private let state = Mutex(State())

  private struct State {
    /// The folder that each path led to when it was added; nil if it led to none.
    var places: [FilePath: FileStatus.Identity?] = [:]
    /// Whether a folder itself was moved, deleted or unmounted.
    var hasLost = false
  }

  private static let changes = UInt32(
    IN_CREATE | IN_CLOSE_WRITE | IN_MOVED_TO | IN_MOVED_FROM | IN_DELETE | IN_DELETE_SELF | IN_MOVE_SELF | IN_ONLYDIR)
  /// Events about a watched folder itself.
  private static let losses = UInt32(IN_DELETE_SELF | IN_MOVE_SELF | IN_UNMOUNT | IN_IGNORED)

  package init() throws(SystemFailure) {
    descriptor = inotify_init1(Int32(IN_CLOEXEC | IN_NONBLOCK))
    if descriptor < 0 { throw SystemFailure() }
  }

  deinit { close(descriptor) }

  /// Watches a folder, unless it is watched already. Reports changes from now on.
  package func add(_ folder: String) throws(SystemFailure) {
    // Recorded first, so that a folder replaced in between counts as changed.
    note(folder)
    if inotify_add_watch(descriptor, folder, Self.changes) < 0 { throw SystemFailure() }
  }

  /// Records which folder a path leads to, for ``changedPlaces``. Doesn't report changes in it.
  package func note(_ folder: String) {
    let identity = FileStatus(path: folder)?.identity
    state.withLock { _ = $0.places.updateValue(identity, forKey: FilePath(folder)) }
  }

  /// The paths that now lead to another folder than when they were added, that no longer lead to one, or that now do.
  package var changedPlaces: [String] {
    let places = state.withLock { $0.places }
    return places.filter { FileStatus(path: $0.key.text)?.identity != $0.value }.map(\.key.text)
  }

  /// Whether a watched folder was moved, deleted or unmounted, so that the watch may be on a folder that no path leads
  /// to.
  package var hasLost: Bool { state.withLock { $0.hasLost } }

  /// Clears the recorded paths. The caller adds those it still needs.
  package func forgetPlaces() { state.withLock { $0.places = [:] } }

  /// Whether all changes in a folder are reported. On file systems shared by several machines, only changes by this
  /// machine are reported.
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
  ///   - milliseconds: Maximum time to wait.
  ///   - isOfInterest: Called with the name of each changed entry.
  /// - Returns: Whether something of interest has changed, or so much that some events were lost.
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

/// Detects processes that have a file open for writing.
package enum FileWriters {
  /// Whether any process has the file at `path` open for writing. Nil if the file system can't tell, or the file
  /// belongs to another user.
  ///
  /// The kernel grants a read lease on a file only if no process writes it. It notifies the holder by `SIGIO` when a
  /// process wants to write, so the caller must ignore that signal.
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

  /// `F_SETLEASE`, missing in Swift's C library module.
  private static let setLease: Int32 = 1024
}
