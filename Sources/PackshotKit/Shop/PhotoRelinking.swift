import Catalog
import Files
import Foundation
import ObjectStore

/// Updates the records of photos whose files were moved, if the file at the new path has the recorded content.
public struct PhotoRelinking: Sendable {
  /// The result for a photo's record.
  public enum Outcome: String, Sendable, CaseIterable {
    /// The file at the new path has the recorded content, so the record gets the new path.
    case moved
    /// There is no file at the new path, or it can't be read.
    case missing
    /// The file at the new path has different content.
    case changed
    /// The file at the new path is already recorded.
    case taken
  }

  /// A photo recorded at the old path.
  public struct Step: Sendable {
    /// The photo's record.
    public let photo: Catalog.Photo
    /// The photo's new path, as the catalog stores paths.
    public let newPath: String
    /// The result.
    public let outcome: Outcome
    fileprivate let stamp: FileStamp?
  }

  /// The photos, sorted by path.
  public let steps: [Step]
  private let label: String

  /// Checks whether the files of all photos recorded at `old`, or below it if it is a folder, are at `new`. The files
  /// are read completely.
  ///
  /// - Throws: ``PackshotError`` if nothing exists at `new`, ``StoreError`` if no photo is recorded at `old`.
  public init(from old: String, to new: String, in catalog: Catalog) throws {
    let source = CatalogPaths.isAddress(old) ? old.withoutEndingSlash : absolutePath(old)
    let target = absolutePath(new)
    guard FileStatus(path: target) != nil else { throw PackshotError.missing(path: new) }
    // The catalog is read first, so that no read transaction stays open while files are read, which may take hours.
    var found: [(photo: Catalog.Photo, place: String, isTaken: Bool)] = []
    try catalog.read { reader in
      try reader.forEachBatch(Fetch<Catalog.Photo>(by: [.init("path"), .init("kind")])) { photos in
        for photo in photos {
          let path = catalog.paths.resolvedPath(photo.path)
          guard path == source || path.hasPrefix(source + "/") else { continue }
          let place = target + path.dropFirst(source.count)
          found.append((photo, place, try reader.isOnRecord(catalog.paths.storedPath(place), as: photo.kind)))
        }
      }
    }
    guard !found.isEmpty else { throw StoreError.notFound(entity: "Photo", query: old) }
    steps = found.map { photo, place, isTaken in
      let found: (outcome: Outcome, stamp: FileStamp?) = isTaken ? (.taken, nil) : Self.lookFor(photo, at: place)
      return Step(photo: photo, newPath: catalog.paths.storedPath(place), outcome: found.outcome, stamp: found.stamp)
    }
    label = "Relink \(old) to \(new)"
  }

  /// Updates the records as one edit and returns their number. A record that has changed since is not updated.
  @discardableResult
  public func save(in catalog: Catalog) throws -> Int {
    try catalog.edit(label) { edit in
      var count = 0
      for step in steps {
        guard let stamp = step.stamp, var photo = try edit.record(Catalog.Photo.self, step.photo.id),
          photo.path == step.photo.path, photo.sha256 == step.photo.sha256
        else { continue }
        photo.path = step.newPath
        photo.stamp = stamp
        try edit.save(photo)
        count += 1
      }
      return count
    }
  }

  private static func lookFor(_ photo: Catalog.Photo, at place: String) -> (outcome: Outcome, stamp: FileStamp?) {
    guard let descriptor = openFile(place) else { return (.missing, nil) }
    defer { close(descriptor) }
    let moment = Int64(Date().timeIntervalSince1970 * 1e9)
    // A file of an archive has its status by its path only: the descriptor is a copy in memory.
    guard let status = FileStatus(path: place), let (hash, _) = try? Descriptor(descriptor).sha256() else {
      return (.missing, nil)
    }
    if hash != photo.sha256 { return (.changed, nil) }
    return (.moved, FileStamp(status, recordedNanoseconds: moment))
  }
}

extension Reader {
  fileprivate func isOnRecord(_ path: String, as kind: PhotoKind) throws -> Bool {
    try count(Fetch<Catalog.Photo>(where: .and([.equal("path", path), .equal("kind", kind)]))) > 0
  }
}

extension String {
  fileprivate var withoutEndingSlash: String { hasSuffix("/") ? String(dropLast()) : self }
}
