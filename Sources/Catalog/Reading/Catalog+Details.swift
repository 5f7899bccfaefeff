import Foundation
import GRDB
import ObjectStore

/// A photo with everything that its relationships lead to.
public struct PhotoDetails: Sendable {
  /// The photo.
  public let photo: Catalog.Photo
  /// The product it shows.
  public let product: Catalog.Product?
  /// The original it was made of.
  public let source: Catalog.Photo?
  /// The recipe that made it.
  public let recipe: Catalog.Recipe?
  /// The run that last recorded it.
  public let run: Catalog.Run?
  /// The source pictures composed into it.
  public let ingredients: [Catalog.Photo]
  /// What was made of it, if it is an original.
  public let renditions: [Catalog.Photo]
  /// What it was composed into, if it is a source picture.
  public let usedIn: [Catalog.Photo]
}

/// A product with its photos, sorted by path.
public struct ProductDetails: Sendable {
  /// The product.
  public let product: Catalog.Product
  /// Its photos, sorted by path.
  public let photos: [Catalog.Photo]
}

extension Catalog {
  /// A photo and all that it is linked with. Throws `notFound` where it is no longer there.
  public func details(ofPhoto id: UUID) throws(StoreError) -> PhotoDetails {
    try query { db in
      guard let photo = try Photo.fetch(db, id) else {
        throw StoreError.notFound(entity: "Photo", query: id.text)
      }
      return PhotoDetails(
        photo: photo,
        product: try Product.fetch(db, photo.productId),
        source: try Photo.fetch(db, photo.sourceId),
        recipe: try Recipe.fetch(db, photo.recipeId),
        run: try Run.fetch(db, photo.runId),
        ingredients: try Photo.fetchAll(
          db, "WHERE id IN (SELECT ingredients FROM ingredients_usedIn WHERE usedIn = ?) ORDER BY path", [id]),
        renditions: try Photo.fetchAll(db, "WHERE sourceId = ? ORDER BY path", [id]),
        usedIn: try Photo.fetchAll(
          db, "WHERE id IN (SELECT usedIn FROM ingredients_usedIn WHERE ingredients = ?) ORDER BY path", [id]))
    }
  }

  /// A product and its photos. Throws `notFound` where it is no longer there.
  public func details(ofProduct id: UUID) throws(StoreError) -> ProductDetails {
    try query { db in
      guard let product = try Product.fetch(db, id) else {
        throw StoreError.notFound(entity: "Product", query: id.text)
      }
      return ProductDetails(
        product: product, photos: try Photo.fetchAll(db, "WHERE productId = ? ORDER BY path, kind", [id]))
    }
  }
}
