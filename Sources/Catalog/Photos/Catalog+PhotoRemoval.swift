import Foundation
import ObjectStore

extension Catalog {
  /// Removes the records of photos, as one edit. Touches no file.
  ///
  /// - Parameter withPictures: Whether the records of pictures that were made from these photos, or with them, are
  ///   removed too. If not, a photo that has such pictures is refused, because their origin would be lost.
  /// - Returns: Number of pictures removed along with the photos.
  /// - Throws: `denied` if a photo has pictures that are to be kept, `notFound` if a photo has no record.
  @discardableResult
  public func removePhotos(_ ids: [UUID], withPictures: Bool = false) throws -> Int {
    let removal = try read { try PhotoRemoval(of: ids, withPictures: withPictures, in: $0) }
    return try edit("Remove \(removal.subject)") { edit in
      // Another process may have rendered more since.
      let removal = try PhotoRemoval(of: ids, withPictures: withPictures, in: edit)
      for id in removal.all where try edit.record(Photo.self, id) != nil { try edit.remove(Photo.self, id) }
      return removal.pictures.count
    }
  }

  /// Describes in a phrase what would be removed: `photo “mug.jpg” and 2 pictures`. Throws what
  /// ``removePhotos(_:withPictures:)`` would throw.
  public func removedPhotos(_ ids: [UUID], withPictures: Bool = false) throws -> String {
    try read { try PhotoRemoval(of: ids, withPictures: withPictures, in: $0) }.subject
  }
}

/// The photos and pictures that are removed together.
private struct PhotoRemoval {
  /// The requested photos, each once, and the pictures that were made from them or with them.
  let photos: [Catalog.Photo]
  let pictures: [UUID]

  init(of ids: [UUID], withPictures: Bool, in reader: Reader) throws {
    var named: Set<UUID> = []
    photos = try ids.filter { named.insert($0).inserted }.map { try reader.existing(Catalog.Photo.self, $0) }
    var seen = named
    var pictures: [UUID] = []
    for photo in photos {
      for relationship in ["renditions", "usedIn"] {
        let made = try reader.ids(relationship, of: photo).filter { !named.contains($0) }
        if !made.isEmpty, !withPictures { throw try Self.denial(of: photo, made, in: reader) }
        pictures += made.filter { seen.insert($0).inserted }
      }
    }
    self.pictures = pictures
  }

  var all: [UUID] { pictures + photos.map(\.id) }

  var subject: String {
    let named = photos.count == 1 ? photos[0].subject : "\(photos.count) photos"
    if pictures.isEmpty { return named }
    return "\(named) and \(pictures.count) \(pictures.count == 1 ? "picture" : "pictures")"
  }

  private static func denial(of photo: Catalog.Photo, _ made: [UUID], in reader: Reader) throws -> StoreError {
    let holders = try made.prefix(3).map { try reader.existing(Catalog.Photo.self, $0).path }
    return .denied(
      DeleteDenied(
        entity: "Photo", name: photo.path, relationship: "pictures", count: made.count, holders: holders,
        instead: .removePicturesToo))
  }
}
