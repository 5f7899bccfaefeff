import Catalog
import Files
import Foundation
import ObjectStore

extension Catalog {
  /// The catalog as ``stopKilledRuns()`` would leave it, while the file stays as it is. If a run is on record as running, this is a
  /// copy.
  package func withKilledRunsStopped() throws -> Catalog {
    if try placesOfRunningRuns(on: ProcessInfo.processInfo.hostName).isEmpty { return self }
    let copy = try privateCopy()
    try copy.stopKilledRuns()
    return copy
  }

  /// Puts the runs down as stopped that are on record as running and were killed: nobody holds their output folder. Those of
  /// other machines, and those whose folder cannot be looked into, stay as they are.
  public func stopKilledRuns() throws {
    for place in try placesOfRunningRuns(on: ProcessInfo.processInfo.hostName) {
      let lockName = place.shard.flatMap { Shard($0) }?.lockName ?? OutputFolder.lockName
      // Held until it is on record, so that no new run begins meanwhile.
      let lock = place.folder + "/" + lockName
      let hasLock = FileStatus.isAnything(at: lock)
      // A run whose catalog is elsewhere leaves no lock in the folder, and holds the folder itself.
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
