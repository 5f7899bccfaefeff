import Foundation
import Platform
import Synchronization

/// A file on which a library, such as SQLite, holds POSIX locks of this process.
///
/// When a process closes any descriptor of a file, it loses all its POSIX locks on the file (fcntl(2); for SQLite:
/// https://www.sqlite.org/howtocorrupt.html, section 2.2). So as long as a `LockedFile` exists, only the library may open
/// the file. Other code reads it through the descriptor here, which is closed when the last `LockedFile` is gone. The
/// open descriptor also keeps the file's inode number from being given to another file.
///
/// A file in an archive is never one, and reading archives asks here. So statuses here are of plain paths.
package final class LockedFile: Sendable {
  private struct Held {
    let descriptor: Int32
    var uses: Int
  }

  private static let held = Mutex<[FileStatus.Identity: Held]>([:])
  private let identity: FileStatus.Identity

  /// Registers a file before the library opens it. Nil if there is no such file, or it can't be read.
  package init?(_ path: String) {
    let identity = Self.held.withLock { held -> FileStatus.Identity? in
      if let known = FileStatus(plain: path)?.identity, held[known] != nil {
        held[known]!.uses += 1
        return known
      }
      guard let descriptor = openUnlockedFile(path), let status = FileStatus(descriptor: descriptor) else { return nil }
      held[status.identity] = Held(descriptor: descriptor, uses: 1)
      return status.identity
    }
    guard let identity else { return nil }
    self.identity = identity
  }

  deinit {
    Self.held.withLock { held in
      held[identity]!.uses -= 1
      if held[identity]!.uses == 0 { close(held.removeValue(forKey: identity)!.descriptor) }
    }
  }

  /// Whether this is still the file at `path`.
  package func isAt(_ path: String) -> Bool { FileStatus(plain: path)?.identity == identity }

  /// Whether the file at `path` is registered, or is the index that SQLite keeps beside a registered file and locks, too.
  package static func isHeld(_ path: String) -> Bool {
    held.withLock { held in
      if held.isEmpty { return false }
      let names =
        path.utf8.reversed().starts(with: indexSuffix) ? [path, String(path.dropLast(indexSuffix.count))] : [path]
      return names.contains { name in FileStatus(plain: name).map { held[$0.identity] != nil } ?? false }
    }
  }

  private static let indexSuffix = Array("-shm".utf8.reversed())

  /// Returns the first bytes of the file at `path`, at most `count`. No file is registered meanwhile.
  package static func head(of path: String, count: Int) -> Result<Data, SystemFailure> {
    held.withLock { held in
      if let known = FileStatus(plain: path)?.identity, let held = held[known] { return read(held.descriptor, count) }
      guard let descriptor = openUnlockedFile(path) else { return .failure(SystemFailure()) }
      defer { close(descriptor) }
      return read(descriptor, count)
    }
  }

  private static func read(_ descriptor: Int32, _ count: Int) -> Result<Data, SystemFailure> {
    var bytes = Data(count: count)
    let found = bytes.withUnsafeMutableBytes { pread(descriptor, $0.baseAddress, count, 0) }
    return found < 0 ? .failure(SystemFailure()) : .success(bytes.prefix(found))
  }

  /// Keeps files from being registered while `body` runs, which may close a file that another thread is about to register.
  package static func whileNoneIsRegistered(_ body: () throws(SystemFailure) -> Void) throws(SystemFailure) {
    var failure: SystemFailure?
    held.withLock { _ in do throws(SystemFailure) { try body() } catch { failure = error } }
    if let failure { throw failure }
  }

  /// The descriptor of a registered file, which must not be closed.
  package static func descriptor(of path: String) -> Int32? {
    held.withLock { held in FileStatus(plain: path).flatMap { held[$0.identity]?.descriptor } }
  }
}
