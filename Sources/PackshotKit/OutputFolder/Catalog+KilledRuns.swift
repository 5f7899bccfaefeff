import Catalog
import Files
import Foundation
import ObjectStore

extension Catalog {
  /// Returns the catalog as ``stopKilledRuns()`` would leave it, without changing the file. Returns a copy if a run is
  /// recorded as running.
  package func withKilledRunsStopped() throws -> Catalog {
    if try placesOfRunningRuns(on: ProcessInfo.processInfo.hostName).isEmpty { return self }
    let copy = try privateCopy()
    try copy.stopKilledRuns()
    return copy
  }

  /// Marks runs as stopped that are recorded as running but were killed: their output folder isn't locked. Runs of
  /// other machines, and runs whose folder can't be read, are not changed.
  public func stopKilledRuns() throws {
    for place in try placesOfRunningRuns(on: ProcessInfo.processInfo.hostName) {
      let lockName = place.shard.flatMap { Shard($0) }?.lockName ?? OutputTree.lockName
      // The lock is held until the change is recorded, so that no new run starts meanwhile.
      let lock = place.folder + "/" + lockName
      let hasLock = FileStatus.isAnything(at: lock)
      // A run whose catalog is elsewhere has no lock file in the folder. It locks the folder itself.
      if place.shard != nil {
        try FileLock.withFree(lock) { try stopRuns(in: place) }
      } else {
        try FolderLock.withFree(place.folder) {
          if hasLock {
            try FileLock.withFree(lock) { try stopRuns(in: place) }
          } else {
            try stopRuns(in: place)
          }
        }
      }
    }
  }
}
