import Catalog
import Errors
import Files
import Segmentation

/// Tells whether a new photo is a copy of a photo that earlier runs recorded: the same file, or the same picture resized,
/// saved again or slightly edited.
struct DuplicateDetector {
  private let photos: [ComparedPhoto]
  /// Path of the catalog.
  private let catalog: String
  private let paths: CatalogPaths
  /// Indices of the photos by the SHA-256 of their files. Of several, the first.
  private let byContent: [String: Int]
  /// The photos that have a hash.
  private let hashed: [Int]
  private let index: PerceptualHashIndex

  /// Reads the photos on record.
  init(in catalog: Catalog) throws {
    let photos = try catalog.comparedPhotos()
    (self.photos, paths, self.catalog) = (photos, catalog.paths, catalog.path)
    byContent = Dictionary(photos.indices.map { (photos[$0].sha256, $0) }) { first, _ in first }
    let hashes = photos.map { $0.perceptualHash.flatMap { PerceptualHash(text: $0) } }
    hashed = hashes.indices.filter { hashes[$0] != nil }
    index = PerceptualHashIndex(hashes.compactMap(\.self), distance: PerceptualHash.copyDistance)
  }

  /// Returns a warning about a photo whose content is new at its path, or nil if it isn't a copy. Of several photos on
  /// record, the most similar one is named, and of these the first by path. A former version of the same file isn't.
  ///
  /// - Parameter path: Absolute path of the photo.
  func warning(aboutPhotoAt path: String, sha256: String, hash: PerceptualHash?) -> Warning? {
    if photos.isEmpty { return nil }
    let own = FilePath(paths.storedPath(path))
    if let same = byContent[sha256], FilePath(photos[same].path) != own {
      return Warning(
        "it is the same file as \(photos[same].path), which is on record",
        kind: "the same file as a photo on record", remedy: .listCopies(catalog))
    }
    guard let hash else { return nil }
    var nearest: (distance: Int, place: Int)?
    index.forEach(near: hash) { index, distance in
      let found = (distance, hashed[index])
      if FilePath(photos[found.1].path) != own, nearest.map({ found < $0 }) ?? true { nearest = found }
    }
    return nearest.map { distance, place in
      Warning(
        "it is probably a copy of \(photos[place].path), which is on record "
          + "(\(PerceptualHash.similarity(ofDistance: distance)) % similar)",
        kind: "probably a copy of a photo on record", remedy: .listCopies(catalog))
    }
  }
}

extension PerceptualHash {
  /// Returns the percentage of the bits that are equal, rounded.
  static func similarity(ofDistance distance: Int) -> Int {
    (100 * (bitCount - distance) + bitCount / 2) / bitCount
  }
}
