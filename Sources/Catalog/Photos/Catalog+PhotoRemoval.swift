import Foundation
import ObjectStore

extension Catalog {
  /// Takes photos off the record, as one edit. No file is touched.
  ///
  /// - Parameter withPictures: Whether the records of the pictures that were made of these photos, or with them, go too.
  ///   Where they are to stay, a photo that has some is refused, because nobody could tell any more what those were made of.
  /// - Returns: How many pictures went along.
  /// - Throws: `denied` where a photo has pictures that are to stay, `notFound` where one is not on record.
  @discardableResult
  public func removePhotos(_ ids: [UUID], withPictures: Bool = false) throws -> Int {
    let removal = try read { try PhotoRemoval(of: ids, withPictures: withPictures, in: $0) }
    return try edit("Remove \(removal.subject)") { edit in
      // Others may have rendered more since.
      let removal = try PhotoRemoval(of: ids, withPictures: withPictures, in: edit)
      for id in removal.all where try edit.record(Photo.self, id) != nil { try edit.remove(Photo.self, id) }
      return removal.pictures.count
    }
  }

  /// What would be removed, in a sentence: `photo “mug.jpg” and 2 pictures`. Throws what ``removePhotos(_:withPictures:)``
  /// would throw.
  public func removedPhotos(_ ids: [UUID], withPictures: Bool = false) throws -> String {
    try read { try PhotoRemoval(of: ids, withPictures: withPictures, in: $0) }.subject
  }
}

/// Which photos go off the record together.
private struct PhotoRemoval {
  /// Those that were named, each once, and the pictures that were made of them or with them.
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
      Denial(
        entity: "Photo", name: photo.path, relationship: "pictures", count: made.count, holders: holders,
        instead: .removePicturesToo))
  }
}
