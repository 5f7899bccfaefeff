import Files
import Foundation
import GRDB
import ObjectStore
import Text

/// Records the work of a run within one transaction. Its statements are prepared once per group.
final class RunRecorder {
  private let db: Database
  private let context: StoreContext
  private let run: UUID
  private let recipe: UUID
  private let paths: CatalogPaths
  private let findProduct: Statement
  private let findName: Statement
  private let saveProduct: Upsert<Catalog.Product>
  private let savePhoto: Upsert<Catalog.Photo>
  private let saveSource: Upsert<Catalog.Photo>
  private let saveFailure: Upsert<Catalog.RunFailure>
  private let movePhoto: Statement
  private let findContent: Statement
  private let findProductOfName: Statement
  private let followOriginal: Statement
  private let keep: Statement
  private let clear: Statement
  private let forgetBytes: Statement
  private let rename: Statement
  private let findCurrent: Statement
  private let replace: Statement
  private let forgetIngredients: Statement
  private let addIngredient: Statement
  /// Products that have lost photos.
  private var left: Set<UUID> = []
  private let skus: KnownSKUs
  /// Products that were created.
  private(set) var newProducts: [NewProduct] = []
  /// Number of recorded photos.
  private var count = 0

  init(
    _ db: Database, _ context: StoreContext, run: UUID, recipe: UUID, paths: CatalogPaths, skus: KnownSKUs = KnownSKUs()
  ) throws {
    (self.db, self.context, self.skus) = (db, context, skus)
    self.run = run
    self.recipe = recipe
    self.paths = paths
    findProduct = try db.cachedStatement(sql: "SELECT id FROM product WHERE skuFolded = ?")
    findName = try db.cachedStatement(sql: "SELECT 1 FROM product WHERE nameFolded = ?")
    saveProduct = Upsert(db, context)
    // A run doesn't know the bytes of a photo that a person stored in the catalog. They are kept while the file is the
    // same. A photo's focus is only ever set by a person.
    savePhoto = Upsert(db, context, matching: ["path", "kind"], keeping: ["data", "thumbnail", "focus"])
    saveSource = Upsert(db, context, matching: ["path", "kind"])
    saveFailure = Upsert(db, context)
    movePhoto = try db.cachedStatement(sql: "UPDATE OR IGNORE photo SET path = ? WHERE id = ? AND kind = 'original'")
    findContent = try db.cachedStatement(
      sql: "SELECT runId, perceptualHash FROM photo WHERE path = ? AND kind = 'original' AND sha256 = ?")
    findProductOfName = try db.cachedStatement(
      sql: "SELECT productIdOfName FROM photo WHERE path = ? AND kind = 'original'")
    // A picture of several photos has no view.
    let view = """
      view = CASE WHEN EXISTS (
        SELECT 1 FROM ingredients_usedIn JOIN photo AS member ON member.id = ingredients
        WHERE usedIn = photo.id AND member.kind = 'original') THEN NULL ELSE ? END
      """
    followOriginal = try db.cachedStatement(sql: "UPDATE photo SET productId = ?, \(view) WHERE sourceId = ?")
    clear = try db.cachedStatement(sql: "DELETE FROM photo WHERE path = ? AND kind = 'rendition' AND id <> ?")
    forgetBytes = try db.cachedStatement(
      sql: "UPDATE photo SET data = NULL, dataFile = NULL, thumbnail = NULL, thumbnailFile = NULL WHERE id = ?")
    rename = try db.cachedStatement(sql: "UPDATE photo SET path = ?, cacheKey = ? WHERE id = ?")
    keep = try db.cachedStatement(
      sql: """
        UPDATE photo SET sourceId = ?, productId = ?, productIdOfName = ?, \(view), \(FileStamp.assignments)
        WHERE id = ?
        """)
    findCurrent = try db.cachedStatement(
      sql:
        "SELECT id, path, sha256 FROM photo WHERE sourceId = ? AND kind = 'rendition' AND id <> ? AND replacedAt IS NULL"
    )
    replace = try db.cachedStatement(sql: "UPDATE photo SET replacedAt = ? WHERE id = ? AND replacedAt IS NULL")
    forgetIngredients = try db.cachedStatement(sql: "DELETE FROM ingredients_usedIn WHERE usedIn = ?")
    addIngredient = try db.cachedStatement(
      sql: "INSERT OR IGNORE INTO ingredients_usedIn (usedIn, ingredients) VALUES (?, ?)")
  }

  func record(_ photo: FinishedPhoto) throws {
    defer { count += 1 }
    switch photo {
    case .rendered(let photo): _ = try record(photo)
    case .failed(let path, let code, let message):
      var failure = Catalog.RunFailure()
      failure.path = paths.storedPath(path)
      failure.code = code
      failure.message = message
      failure.runId = run
      try saveFailure(failure)
    }
  }

  /// Returns the ID of the original's record.
  private func record(_ photo: RenderedPhoto) throws -> UUID {
    let link = photo.link
    let product = try product(sku: link.sku)

    var original = Catalog.Photo(kind: .original, photo.original, in: paths)
    if let former = photo.formerID { try movePhoto.execute(arguments: [original.path, former]) }
    original.view = link.view
    (original.skuOfName, original.viewOfName) = (link.skuOfName, link.viewOfName)
    original.productIdOfName =
      link.isByHand ? try UUID.fetchOne(findProductOfName, arguments: [original.path]) : product
    original.productId = product
    original.runId = run
    if let same = try Row.fetchOne(findContent, arguments: [original.path, original.sha256]) {
      original.runId = (same[0] as UUID?) ?? run
      // The same content keeps its hash, because another recipe may decode it at another scale, or not at all.
      original.perceptualHash = (same[1] as String?) ?? original.perceptualHash
    }
    let saved = try save(original)
    let source = saved.id
    if case .updated(let old, let new) = saved, old.productId != new.productId || old.view != new.view {
      try followOriginal.execute(arguments: [product, link.view, source])
      if let owner = old.productId, owner != product { left.insert(owner) }
    }
    for kept in photo.kept {
      if let renamed = kept.renamed {
        let path = paths.storedPath(renamed.path)
        // The existing record of the new path described a file that is gone.
        try clear.execute(arguments: [path, kept.photoID])
        try rename.execute(arguments: [path, renamed.cacheKey, kept.photoID])
      }
      try keep.execute(arguments: [source, product, product, link.view] + kept.stamp.arguments + [kept.photoID])
    }

    for facts in photo.renditions {
      var rendition = Catalog.Photo(kind: .rendition, facts.file, in: paths)
      (rendition.cacheKey, rendition.picture) = (facts.cacheKey, facts.picture)
      rendition.view = facts.showsSeveral ? nil : link.view
      rendition.productId = product
      rendition.productIdOfName = product
      rendition.sourceId = source
      rendition.recipeId = recipe
      rendition.runId = run
      rendition.replacedAt = facts.replacedAt
      rendition.warnings = facts.warnings.isEmpty ? nil : facts.warnings.joined(separator: "\n")
      let id = try save(rendition).id
      if facts.replacedAt == nil { try replaceFormer(of: rendition, id, facts.replaced) }
      try forgetIngredients.execute(arguments: [id])
      let own = try facts.ownIngredients.map { try saveSource(Catalog.Photo(kind: .source, $0, in: paths)).id }
      let members = try facts.members.map { try record($0) }
      for ingredient in facts.ingredients + own + members { try addIngredient.execute(arguments: [id, ingredient]) }
    }
    return source
  }

  /// Marks the former pictures of an output as replaced, if its name contains a ``Fingerprint``.
  private func replaceFormer(of rendition: Catalog.Photo, _ id: UUID, _ replaced: [UUID]) throws {
    guard let pattern = Fingerprint.pattern(of: rendition.path, sha256: rendition.sha256) else { return }
    let current = try Row.fetchAll(findCurrent, arguments: [rendition.sourceId, id])
    let former = current.filter { Fingerprint.pattern(of: $0[1], sha256: $0[2]) == pattern }.map { $0[0] as UUID }
    for other in former + replaced where other != id { try replace.execute(arguments: [Date().milliseconds, other]) }
  }

  /// Saves a photo. Removes stored bytes and a thumbnail of the former content of its file.
  private func save(_ photo: Catalog.Photo) throws -> Upsert<Catalog.Photo>.Outcome {
    let saved = try savePhoto(photo)
    if case .updated(let old, let new) = saved, old.sha256 != new.sha256, old.data != nil || old.thumbnail != nil {
      try forgetBytes.execute(arguments: [new.id])
    }
    return saved
  }

  private func product(sku: String) throws -> UUID {
    if let id = try UUID.fetchOne(findProduct, arguments: [sku.nameFolded]) { return id }
    // File names may differ only in case; product names may not.
    var number = 1
    var free = sku
    while try Int.fetchOne(findName, arguments: [free.nameFolded]) != nil {
      number += 1
      free = "\(sku) (\(number))"
    }
    newProducts.append(NewProduct(photo: count, sku: sku, similar: try skus.add(sku, db)))
    var product = Catalog.Product(sku: sku, name: free)
    product.isMadeByRun = true
    return try saveProduct(product).id
  }

  /// Removes the products that have lost photos, if nobody has changed them since a run created them and nothing refers
  /// to them.
  func removeLeftProducts() throws {
    try LeftProducts(db, context).remove(left)
    left = []
  }
}
