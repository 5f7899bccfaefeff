import Foundation
import GRDB
import ObjectStore

/// An original on record, with the values that show whether another photo is a copy of it.
package struct ComparedPhoto: Sendable {
  /// Path in the catalog.
  package let path: String
  package let sha256: String
  /// See ``Catalog/Photo/perceptualHash``.
  package let perceptualHash: String?
  /// SKU of the product in the photo.
  package let sku: String?
  package let view: String?
  /// Size in pixels, as stored.
  package let width: Int
  package let height: Int
  /// Size of the file in bytes.
  package let bytes: Int
}

extension Catalog {
  /// Returns all originals, in the order of their paths. Columns are read by position, as in ``knownWork()``.
  package func comparedPhotos() throws(StoreError) -> [ComparedPhoto] {
    try query { db in
      let rows = try Row.fetchCursor(
        db,
        sql: """
          SELECT path, sha256, perceptualHash, sku, view, width, height, bytes
          FROM photo LEFT JOIN product ON product.id = productId WHERE kind = 'original' ORDER BY path
          """)
      var photos: [ComparedPhoto] = []
      while let row = try rows.next() {
        photos.append(
          ComparedPhoto(
            path: row[0], sha256: row[1], perceptualHash: row[2], sku: row[3], view: row[4], width: row[5],
            height: row[6], bytes: row[7]))
      }
      return photos
    }
  }
}
