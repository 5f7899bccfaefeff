internal import CLinux

/// inotify(7).
extension Linux {
  package final class FolderChanges: Sendable {
    fileprivate let descriptor: Int32

    fileprivate init(_ descriptor: Int32) { self.descriptor = descriptor }

    deinit { close(descriptor) }
  }

  package static func makeFolderChanges() -> FolderChanges? {
    let descriptor = inotify_init1(Int32(IN_CLOEXEC | IN_NONBLOCK))
    return descriptor < 0 ? nil : FolderChanges(descriptor)
  }

  private static let changes = UInt32(
    IN_CREATE | IN_CLOSE_WRITE | IN_MOVED_TO | IN_MOVED_FROM | IN_DELETE | IN_DELETE_SELF | IN_MOVE_SELF | IN_ONLYDIR)
  /// Events about a watched folder itself.
  private static let losses = UInt32(IN_DELETE_SELF | IN_MOVE_SELF | IN_UNMOUNT | IN_IGNORED)

  package static func add(_ folder: String, to changes: FolderChanges) -> Bool {
    inotify_add_watch(changes.descriptor, folder, Self.changes) >= 0
  }

  package static func takeChanges(
    from changes: FolderChanges, milliseconds: Int32, _ report: (FolderChange) -> Void
  ) {
    var ready = pollfd(fd: changes.descriptor, events: Int16(POLLIN), revents: 0)
    guard poll(&ready, 1, milliseconds) > 0 else { return }
    withUnsafeTemporaryAllocation(byteCount: 1 << 16, alignment: 8) { room in
      while true {
        let count = read(changes.descriptor, room.baseAddress, room.count)
        if count <= 0 { return }
        var place = 0
        while place < count {
          let event = room.loadUnaligned(fromByteOffset: place, as: inotify_event.self)
          let name = room.baseAddress! + place + MemoryLayout<inotify_event>.size
          place += MemoryLayout<inotify_event>.size + Int(event.len)
          if event.mask & UInt32(IN_Q_OVERFLOW) != 0 { report(.overflow) }
          if event.mask & losses != 0 { report(.folder) }
          if event.len > 0 { report(.entry(name: String(cString: name.assumingMemoryBound(to: CChar.self)))) }
        }
      }
    }
  }

  package static func reportsAllChanges(in folder: String) -> Bool {
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

  package static var folderChangesLimits: (queues: String, folders: String) {
    ("fs.inotify.max_user_instances", "fs.inotify.max_user_watches")
  }
}
