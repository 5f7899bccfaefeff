import Files
import Foundation
import ObjectStore

extension Catalog {
  /// Takes over what runs have put on record in another catalog, such as a shard's: photos and their pictures, with the
  /// recipes, runs and failures that belong to them, and the products they show. What people have put there besides is left.
  ///
  /// A file is known by its path, a product by its SKU, a recipe by its hash and engine, a run by its id, and a failure by its
  /// run and path. Of two records of one file the later one stands, by the clock of the machine that wrote it. So catalogs may be merged in
  /// any order, and again: what is here already changes nothing. A photo that somebody has put with another product stays
  /// there.
  ///
  /// Photos are taken over in groups, each in a transaction, and others may write in between. A merge that is cut short has
  /// taken over whole photos, and the next one does the rest. It is not an edit, and cannot be undone, as runs cannot.
  ///
  /// - Parameter progress: Is told how many photos have been looked at.
  @discardableResult
  public func merge(
    _ other: Catalog, progress: @escaping (Int) -> Void = { _ in }
  ) throws(StoreError) -> MergeSummary {
    try merge(other, originals: nil, progress: progress)
  }

  /// The same with some photos alone, and what they refer to.
  ///
  /// - Parameter originals: The photos' paths as `other` stores them; nil for all there is.
  @discardableResult
  package func merge(
    _ other: Catalog, originals: Set<FilePath>?, progress: @escaping (Int) -> Void = { _ in }
  ) throws(StoreError) -> MergeSummary {
    try other.query { db in
      var merging = CatalogMerge(of: other, db, into: self, originals: originals)
      return try merging.run(progress)
    }
  }
}

/// What taking over another catalog's records came to.
public struct MergeSummary: Hashable, Sendable, Codable {
  /// Photos that were new here, or newer than what was known of them.
  public var photos = 0
  /// Pictures made of photos that were new here, or newer.
  public var pictures = 0
  /// Photos and pictures of which this catalog knew as much or more.
  public var known = 0
  /// Photos that failed, and were not on record here.
  public var failures = 0
  /// Runs that were not on record here, or not to their end.
  public var runs = 0

  /// The records that were left in the other catalog.
  public var left: [RecordNotMerged] = []

  /// Nothing yet.
  public init() {}

  /// Two merges together.
  public static func + (one: Self, other: Self) -> Self {
    var sum = one
    sum.photos += other.photos
    sum.pictures += other.pictures
    sum.known += other.known
    sum.failures += other.failures
    sum.runs += other.runs
    sum.left += other.left
    return sum
  }
}
