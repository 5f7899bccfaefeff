import Files
import Foundation
import ObjectStore

extension Catalog {
  /// Merges the records that runs made in another catalog, such as the catalog of a shard, into this one: photos and
  /// their pictures, with their recipes, runs, failures and products. Records that people entered in the other catalog
  /// are not merged.
  ///
  /// Files are identified by path, products by SKU, recipes by hash and engine version, runs by ID, and failures by run
  /// and path. Of two records of one file, the later one is kept, by the clock of the machine that wrote it. Therefore
  /// catalogs can be merged in any order, and repeatedly: a merge doesn't change records that this catalog already has.
  /// A photo that a person has linked to another product stays with that product.
  ///
  /// Photos are merged in groups, each in one transaction, and other processes can write in between. A merge that is
  /// interrupted has merged whole photos, and the next merge continues. A merge is not an edit: like a run, it can't be
  /// undone.
  ///
  /// - Parameter progress: Called with the number of photos examined so far.
  @discardableResult
  public func merge(
    _ other: Catalog, progress: @escaping (Int) -> Void = { _ in }
  ) throws(StoreError) -> MergeSummary {
    try merge(other, originals: nil, progress: progress)
  }

  /// Merges only some photos, with the records that they refer to.
  ///
  /// - Parameter originals: Paths of the photos as `other` stores them; nil for all photos.
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

/// The result of a merge.
public struct MergeSummary: Hashable, Sendable, Codable {
  /// Number of photos that this catalog lacked, or had an older record of.
  public var photos = 0
  /// Number of pictures that this catalog lacked, or had an older record of.
  public var pictures = 0
  /// Number of photos and pictures whose record in this catalog was the same or newer.
  public var known = 0
  /// Number of failures that this catalog didn't have.
  public var failures = 0
  /// Number of runs that this catalog didn't have, or had recorded as unfinished.
  public var runs = 0

  /// The records that were not merged.
  public var left: [RecordNotMerged] = []

  /// Creates an empty result.
  public init() {}

  /// Combines the results of two merges.
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
