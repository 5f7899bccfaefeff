import Catalog
import Foundation
import Glibc

extension Catalog {
  /// Puts the runs down as stopped that are on record as running and were killed: nobody holds their output folder. Those of
  /// other machines, and those whose folder cannot be looked into, stay as they are.
  public func stopKilledRuns() throws {
    for folder in try foldersOfRunningRuns(on: ProcessInfo.processInfo.hostName) {
      let lock = open(folder + "/" + OutputFolder.lockName, O_RDONLY | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK)
      guard lock >= 0 else { continue }
      // Held until it is on record, so that no new run begins meanwhile; shared, as others may look too.
      defer { close(lock) }
      if flock(lock, LOCK_SH | LOCK_NB) == 0 { try stopRuns(into: folder) }
    }
  }
}
