import Catalog
import Files
import Foundation
import ObjectStore

/// Photos on record whose files were moved: their records follow, where the file in the new place is the one on record.
public struct PhotoRelinking: Sendable {
  /// What becomes of a photo's record.
  public enum Outcome: String, Sendable, CaseIterable {
    /// The file is in the new place, with the content on record: the record follows.
    case moved
    /// There is no file in the new place, or it cannot be read.
    case missing
    /// The file in the new place has other content.
    case changed
    /// The file in the new place is on record already.
    case taken
  }

  /// A photo whose file was in the old place.
  public struct Step: Sendable {
    /// The photo's record.
    public let photo: Catalog.Photo
    /// Its new path, as the catalog writes paths down.
    public let newPath: String
    /// What becomes of it.
    public let outcome: Outcome
    fileprivate let stamp: FileStamp?
  }

  /// The photos, in the order of their paths.
  public let steps: [Step]
  private let label: String

  /// Looks for the files of all photos on record at `old`, or in it where that is a folder, at `new`. They are read whole.
  ///
  /// Throws ``PackshotError`` `missing` where there is nothing at `new`, and `notFound` where no photo is on record at `old`.
  public init(from old: String, to new: String, in catalog: Catalog) throws {
    let source = CatalogPaths.isAddress(old) ? old.withoutEndingSlash : absolutePath(old)
    let target = absolutePath(new)
    guard FileStatus(path: target) != nil else { throw PackshotError.missing(path: new) }
    // Read before the files are, which may take hours: so long no state of the catalog is held on to.
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

  /// Lets the records follow, as one edit, and returns how many did. A record that has changed since is left as it is.
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
    guard let status = FileStatus(descriptor: descriptor), let (hash, _) = try? Descriptor(descriptor).sha256() else {
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
