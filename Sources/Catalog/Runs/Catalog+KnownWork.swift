import Files
import Foundation
import GRDB
import ObjectStore
import Synchronization

extension Catalog {
  /// The results of all earlier runs. Reading them takes about two microseconds per picture.
  ///
  /// Columns are read by position directly into the result: creating whole records costs several times as much, and
  /// this runs at the start of every run. If there are many photos, two threads read: one the originals and sources, one
  /// the renditions. No other process changes these records meanwhile, because the caller holds the lock of the
  /// output folder.
  public func knownWork() throws(StoreError) -> KnownWork {
    let files = Mutex(Result<KnownFiles, StoreError>.success((ByPath(), ByPath())))
    let renditions = Mutex(Result<ByPath<KnownRendition>, StoreError>.success(ByPath()))
    let read = { @Sendable (index: Int) in
      if index == 0 {
        let known = result { try Self.knownFiles($0) }
        files.withLock { $0 = known }
      } else {
        let known = result { try Self.knownRenditions($0) }
        renditions.withLock { $0 = known }
      }
    }
    if try query({ try Self.hasMore(than: Self.fewPhotos, $0) }) {
      DispatchQueue.concurrentPerform(iterations: 2, execute: read)
    } else {
      for index in 0..<2 { read(index) }
    }
    let recipes = try query { db in
      try Row.fetchAll(db, sql: "SELECT id, name, engineVersion, hash FROM recipe").map {
        (id: $0[0] as UUID, name: $0[1] as String, engineVersion: $0[2] as String, hash: $0[3] as String)
      }
    }
    let found = try files.withLock { $0 }.get()
    return KnownWork(
      paths: paths, originals: found.originals, renditions: try renditions.withLock { $0 }.get(),
      recipes: Dictionary(uniqueKeysWithValues: recipes.map { ($0.id, ($0.name, $0.hash)) }),
      sources: found.sources, engineVersions: Set(recipes.map(\.engineVersion)).sorted())
  }

  /// Returns the absolute paths of the photos that are shown in a rendition besides its source, by the rendition's ID.
  package func groupMembers() throws(StoreError) -> [UUID: [String]] {
    let rows = try query { db in
      try Row.fetchAll(
        db,
        sql: """
          SELECT usedIn, path FROM ingredients_usedIn JOIN photo ON photo.id = ingredients
          WHERE kind = 'original' ORDER BY path
          """
      ).map { (id: $0[0] as UUID, path: $0[1] as String) }
    }
    return Dictionary(grouping: rows, by: \.id).mapValues { $0.map { paths.resolvedPath($0.path) } }
  }

  /// Up to this number, reading takes less time than opening another connection.
  private static let fewPhotos = 500

  private static func hasMore(than count: Int, _ db: Database) throws -> Bool {
    try Int.fetchOne(db, sql: "SELECT 1 FROM photo LIMIT 1 OFFSET ?", arguments: [count]) != nil
  }

  private func result<Known>(_ body: (Database) throws -> Known) -> Result<Known, StoreError> {
    do { return .success(try query(body)) } catch { return .failure(error) }
  }

  private typealias KnownFiles = (originals: ByPath<KnownFile>, sources: ByPath<KnownFile>)

  private static func knownFiles(_ db: Database) throws -> KnownFiles {
    let rows = try Row.fetchCursor(
      db,
      sql: """
        SELECT sku, view, skuOfName, viewOfName, productId IS NOT productIdOfName, focus, path, photo.id, sha256,
          kind = 'source', \((FileStamp.columns + ImageFacts.columns).joined(separator: ", "))
        FROM photo LEFT JOIN product ON product.id = productId WHERE kind IN ('original', 'source')
        """)
    var known: KnownFiles = (ByPath(), ByPath())
    while let row = try rows.next() {
      let file = KnownFile(
        photoID: row[7], sha256: row[8], stamp: FileStamp(row, from: 10),
        image: ImageFacts(row, from: 10 + FileStamp.columns.count),
        link: (row[0] as String?).map { sku in
          ProductLink(sku: sku, view: row[1], skuOfName: row[2], viewOfName: row[3], isByHand: row[4])
        },
        focus: (row[5] as String?).flatMap { FocusPoint(attributeValue: .string($0)) })
      if row[9] {
        known.sources.add(file, at: FilePath(row[6]))
      } else {
        known.originals.add(file, at: FilePath(row[6]))
      }
    }
    return known
  }

  private static func knownRenditions(_ db: Database) throws -> ByPath<KnownRendition> {
    let rows = try Row.fetchCursor(
      db,
      sql: """
        SELECT path, id, sha256, width, height, sourceId, cacheKey, recipeId, productId IS NOT productIdOfName, replacedAt,
          \(FileStamp.columns.joined(separator: ", "))
        FROM photo WHERE kind = 'rendition' AND cacheKey IS NOT NULL
        """)
    var known = ByPath<KnownRendition>()
    while let row = try rows.next() {
      let rendition = KnownRendition(
        photoID: row[1], sourceID: row[5], recipeID: row[7], cacheKey: row[6], sha256: row[2],
        stamp: FileStamp(row, from: 10), width: row[3], height: row[4], isOfFormerProduct: row[8],
        replacedAt: (row[9] as Int64?).map(Date.init(milliseconds:)))
      known.add(rendition, at: FilePath(row[0]))
    }
    return known
  }
}
