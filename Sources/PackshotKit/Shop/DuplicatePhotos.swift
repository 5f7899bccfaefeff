import Catalog
import Segmentation

/// The photos on record that are copies of each other, in groups.
///
/// Photos are compared by the SHA-256 of their files and by their perceptual hashes, which runs record. No file is read.
public struct DuplicatePhotos: Sendable {
  /// Photos that are copies of each other: each is a copy of at least one other photo in the group.
  public struct Group: Hashable, Sendable, Codable {
    /// The largest photo, followed by the others in the order of their similarity to it.
    public var photos: [Photo]
    /// SKUs of the products in the photos, sorted.
    public var products: [String]
  }

  /// A photo of a group.
  public struct Photo: Hashable, Sendable, Codable {
    /// Path in the catalog.
    public var path: String
    /// SKU of the product in the photo.
    public var sku: String?
    /// The view of the product.
    public var view: String?
    /// Width in pixels, as stored.
    public var width: Int
    /// Height in pixels, as stored.
    public var height: Int
    /// Size of the file in bytes.
    public var bytes: Int
    /// The SHA-256 of the file.
    public var sha256: String
    /// Percentage of the bits of the perceptual hash that are equal to those of the group's first photo, rounded.
    public var similarity: Int
    /// Whether the file is the same as the group's first photo's.
    public var isIdentical: Bool

    private enum CodingKeys: String, CodingKey {
      case path, sku, view, width, height, bytes, sha256, similarity
      case isIdentical = "identical"
    }
  }

  /// The groups, the most similar photos first, and of these in the order of their first photos' paths.
  public let groups: [Group]
  /// Number of originals on record.
  public let photoCount: Int
  /// Number of originals that have no hash, because no run has rendered them, or they are too plain. Only their files
  /// were compared.
  public let unhashedCount: Int

  /// The distances that can be chosen, in bits of 128.
  public static let distances = 0...PerceptualHashIndex.largestDistance
  /// The largest distance of copies by default.
  public static let usualDistance = PerceptualHash.copyDistance

  /// Finds the copies in a catalog.
  ///
  /// - Parameter distance: The number of bits, of 128, in which the perceptual hashes of copies may differ, one of
  ///   ``distances``.
  public init(in catalog: Catalog, distance: Int = usualDistance) throws {
    let photos = try catalog.comparedPhotos()
    let hashes = photos.map { $0.perceptualHash.flatMap { PerceptualHash(text: $0) } }
    var sets = DisjointSets(count: photos.count)
    var firsts: [String: Int] = [:]
    for (place, photo) in photos.enumerated() {
      if let first = firsts[photo.sha256] { sets.join(first, place) } else { firsts[photo.sha256] = place }
    }
    // Equal hashes are joined first. Otherwise a picture that a shop has thousands of times would be compared with each
    // of its copies for each of them.
    var hashed: [PerceptualHash: Int] = [:]
    for (place, hash) in hashes.enumerated() {
      guard let hash else { continue }
      if let first = hashed[hash] { sets.join(first, place) } else { hashed[hash] = place }
    }
    let different = hashed.sorted { $0.value < $1.value }
    let index = PerceptualHashIndex(different.map(\.key), distance: distance)
    for (hash, place) in different {
      index.forEach(near: hash) { other, _ in sets.join(place, different[other].value) }
    }
    groups = Dictionary(grouping: photos.indices) { sets.first(of: $0) }.values.filter { $0.count > 1 }
      .map { Group($0.map { (photos[$0], hashes[$0]) }) }
      .sorted { ($1.least, $0.photos[0].path) < ($0.least, $1.photos[0].path) }
    (photoCount, unhashedCount) = (photos.count, hashes.count { $0 == nil })
  }
}

extension DuplicatePhotos.Group {
  /// The lowest similarity of its photos.
  fileprivate var least: Int { photos.map(\.similarity).min()! }

  fileprivate init(_ all: [(photo: ComparedPhoto, hash: PerceptualHash?)]) {
    func size(_ photo: ComparedPhoto) -> (Int, Int) { (photo.width * photo.height, photo.bytes) }
    // Of equal photos, the first by path comes first.
    let first = all.dropFirst().reduce(all[0]) { size($1.photo) > size($0.photo) ? $1 : $0 }
    photos = all.map { photo, hash in
      let isIdentical = photo.sha256 == first.photo.sha256
      let distance = isIdentical ? 0 : hash.flatMap { first.hash?.bitDistance(to: $0) } ?? PerceptualHash.bitCount
      return DuplicatePhotos.Photo(
        path: photo.path, sku: photo.sku, view: photo.view, width: photo.width, height: photo.height,
        bytes: photo.bytes, sha256: photo.sha256, similarity: PerceptualHash.similarity(ofDistance: distance),
        isIdentical: isIdentical)
    }
    photos.sort { one, other in
      if one.path == first.photo.path { return other.path != one.path }
      if other.path == first.photo.path { return false }
      if one.isIdentical != other.isIdentical { return one.isIdentical }
      return (other.similarity, one.path) < (one.similarity, other.path)
    }
    products = Set(all.compactMap(\.photo.sku)).sorted()
  }
}

/// Numbers from 0, joined in sets.
private struct DisjointSets {
  private var parents: [Int]

  init(count: Int) { parents = Array(0..<count) }

  /// Returns the number that stands for the set of a number.
  mutating func first(of number: Int) -> Int {
    var place = number
    while parents[place] != place {
      parents[place] = parents[parents[place]]
      place = parents[place]
    }
    return place
  }

  mutating func join(_ one: Int, _ other: Int) {
    let (a, b) = (first(of: one), first(of: other))
    parents[max(a, b)] = min(a, b)
  }
}
