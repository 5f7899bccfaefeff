import Catalog
import Foundation
import ImageCodecs
import ObjectStore
import Text

/// The data that a shop's page needs to show a product: its properties, and its pictures in all sizes and formats, with
/// markup that lets the browser choose.
public struct ProductManifest: Encodable, Sendable {
  /// The product's SKU.
  public var sku: String
  /// The product's name.
  public var name: String
  /// The price with the currency's number of decimals, such as `12.50`. Nil if no price is set.
  public var price: String?
  /// ISO 4217 code of the price's currency. Nil without a price.
  public var currency: String?
  /// The product's page in the shop.
  public var url: URL?
  /// The product's colour as `#rrggbb`: its tint, or the dominant colour of its first picture.
  public var color: String?
  /// The product's pictures, sorted by view.
  public var pictures: [ManifestPicture]
}

extension ProductManifest {
  /// Writes the manifest into a folder, as a JSON file named after the SKU. The folder is created if it doesn't exist.
  public func write(into folder: String) throws {
    try write("\(JSONValue(encoding: self))\n", into: folder, extension: "json")
  }

  /// Writes a page of this product into a folder, as a file named after the SKU. The folder is created if it doesn't
  /// exist.
  public func write(_ template: PageTemplate, into folder: String) throws {
    try write(template.page(of: [self]), into: folder, extension: template.pathExtension)
  }

  private func write(_ text: String, into folder: String, extension: String) throws {
    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
    // A SKU can contain any character. These escapes prevent paths and hidden files.
    var name = sku.replacing("%", with: "%25").replacing("/", with: "%2F")
    if name.hasPrefix(".") { name = "%2E" + name.dropFirst() }
    var text = text
    try text.withUTF8 { try TemporaryFile.write(UnsafeRawBufferPointer($0), to: "\(folder)/\(name).\(`extension`)") }
  }
}

extension Catalog {
  /// Sets the tint of products without one to the colour in their manifests, as one edit. Returns the number of
  /// products changed.
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
