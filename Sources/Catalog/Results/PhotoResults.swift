/// The outcome for the record of a photo whose file was moved.
public struct RelinkResult: Hashable, Sendable, Codable {
  /// The record's id.
  public var id: String
  /// Kind of picture: `original`, `rendition` or `source`.
  public var kind: String
  /// The old path in the catalog.
  public var path: String
  /// The path where the file was looked for.
  public var newPath: String
  /// The outcome: `moved`, `missing`, `changed` or `taken`.
  public var outcome: String

  /// Creates the result for a photo.
  public init(_ photo: Catalog.Photo, newPath: String, outcome: String) {
    (id, kind, path) = (photo.id.text, photo.kind.rawValue, photo.path)
    (self.newPath, self.outcome) = (newPath, outcome)
  }
}

/// Photos that were removed from the catalog.
public struct PhotoRemovalResult: Hashable, Sendable, Codable {
  /// Stored paths of the photos.
  public var removed: [String]
  /// Number of pictures made from the photos that were removed with them.
  public var pictures: Int

  /// Creates the result for removed photos and the number of pictures removed with them.
  public init(_ photos: [Catalog.Photo], pictures: Int) {
    (removed, self.pictures) = (photos.map(\.path), pictures)
  }
}
