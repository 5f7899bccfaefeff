/// What became of a photo's record whose file was moved.
public struct RelinkResult: Hashable, Sendable, Codable {
  /// The record's id.
  public var id: String
  /// What kind of picture it is: `original`, `rendition` or `source`.
  public var kind: String
  /// The path that it had on record.
  public var path: String
  /// Where the file was looked for.
  public var newPath: String
  /// What became of the record: `moved`, `missing`, `changed` or `taken`.
  public var outcome: String

  /// A photo's record, and what became of it.
  public init(_ photo: Catalog.Photo, newPath: String, outcome: String) {
    (id, kind, path) = (photo.id.text, photo.kind.rawValue, photo.path)
    (self.newPath, self.outcome) = (newPath, outcome)
  }
}

/// Photos that were removed from the catalog.
public struct PhotoRemovalResult: Hashable, Sendable, Codable {
  /// Their paths on record.
  public var removed: [String]
  /// How many pictures made of them went with them.
  public var pictures: Int

  /// Photos that were removed, with so many pictures.
  public init(_ photos: [Catalog.Photo], pictures: Int) {
    (removed, self.pictures) = (photos.map(\.path), pictures)
  }
}
