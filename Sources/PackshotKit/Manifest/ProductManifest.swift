import Catalog
import Foundation
import ImageCodecs
import ObjectStore
import Text

/// What a shop's page needs to show a product: its facts, and its pictures in all their sizes and formats, with the markup that has
/// browsers choose among them.
public struct ProductManifest: Encodable, Sendable {
  /// The shop's number of the product.
  public var sku: String
  /// What people call it.
  public var name: String
  /// In decimal digits, as the currency has them: `12.50`. Nil for a product that has no price.
  public var price: String?
  /// The currency of the price, by ISO 4217. Nil if there is no price.
  public var currency: String?
  /// The product's page in the shop.
  public var url: URL?
  /// `#rrggbb`: the product's tint, or what most of the product has in its first picture.
  public var color: String?
  /// Its pictures, in the order of their views.
  public var pictures: [ManifestPicture]
}

extension ProductManifest {
  /// Writes it into a folder, which is made if it is not there, as a file with the name of its SKU.
  public func write(into folder: String) throws {
    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
    // A SKU may have any characters; a name is no path, and is not hidden.
    var name = sku.replacing("%", with: "%25").replacing("/", with: "%2F")
    if name.hasPrefix(".") { name = "%2E" + name.dropFirst() }
    var text = "\(JSONValue(encoding: self))\n"
    try text.withUTF8 { try TemporaryFile.write(UnsafeRawBufferPointer($0), to: "\(folder)/\(name).json") }
  }
}

extension Catalog {
  /// Gives products without a tint the colour that their manifest has, as one edit. Returns how many.
  public func setTints(by manifests: [ProductManifest]) throws -> Int {
    let colors = manifests.compactMap { manifest in
      manifest.color.flatMap { Tint(attributeValue: .string($0)) }.map { (manifest.sku, $0) }
    }
    let label = "colours of products by their pictures"
    return try edit(label) { edit in
      var count = 0
      for (sku, tint) in colors {
        guard var product: Product = try edit.first(Fetch(where: .equal("sku", sku))), product.tint == nil else {
          continue
        }
        product.tint = tint
        try edit.save(product)
        count += 1
      }
      return count
    }
  }
}
