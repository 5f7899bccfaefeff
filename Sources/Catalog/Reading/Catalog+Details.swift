import Foundation
import GRDB
import ObjectStore

/// A photo with all related records.
public struct PhotoDetails: Sendable {
  /// The photo.
  public let photo: Catalog.Photo
  /// The product that the photo shows.
  public let product: Catalog.Product?
  /// The original that a rendition was made from.
  public let source: Catalog.Photo?
  /// The recipe that rendered the rendition's bytes.
  public let recipe: Catalog.Recipe?
  /// The run that rendered the rendition's bytes, or that first recorded these bytes of an original or source picture.
  public let run: Catalog.Run?
  /// The source pictures in a rendition.
  public let ingredients: [Catalog.Photo]
  /// The renditions made from an original.
  public let renditions: [Catalog.Photo]
  /// The renditions that contain a source picture.
  public let usedIn: [Catalog.Photo]
}

/// A product with its photos.
public struct ProductDetails: Sendable {
  /// The product.
  public let product: Catalog.Product
  /// The product's photos, sorted by path.
  public let photos: [Catalog.Photo]

  /// The photo that shows the product best: an original rather than a rendition, the front view rather than another
  /// view, and then the first by path.
  public var mainPhoto: Catalog.Photo? {
    photos.first { $0.kind == .original && $0.view == "front" } ?? photos.first { $0.kind == .original } ?? photos.first
  }
}

extension Catalog {
  /// Returns a photo with all related records. Throws `notFound` if it no longer exists.
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

  /// Returns a product with its photos. Throws `notFound` if it no longer exists.
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
