import Catalog
import Foundation
import ObjectStore

/// The product in one line: name, SKU, tint, makers and collections, the last two separated by bars.
struct Supply {
  let name: String
  let sku: String
  let tint: String
  let makers: [String]
  let collections: [String]

  init(line: Substring) {
    let fields = line.split(separator: "\t", omittingEmptySubsequences: false)
    name = String(fields[0])
    sku = String(fields[1])
    tint = String(fields[2])
    makers = fields[3].split(separator: "|").map(String.init)
    collections = fields[4].split(separator: "|").map(String.init)
  }
}

/// Adds products with two photos each to a catalog, as a shop's program would: by edits that can be undone.
struct Filling {
  private let catalog: Catalog
  private var makers: [String: UUID] = [:]
  private var collections: [String: UUID] = [:]

  init(_ catalog: Catalog) { self.catalog = catalog }

  /// Adds all `supplies` in one edit.
  mutating func add(_ supplies: [Supply]) throws {
    try catalog.edit("Add \(supplies.count) products") { edit in
      for supply in supplies { try add(supply, edit) }
    }
  }

  private mutating func add(_ supply: Supply, _ edit: Edit) throws {
    var product = Catalog.Product(sku: supply.sku, name: supply.name)
    product.tint = Tint(attributeValue: .string(supply.tint))
    try edit.save(product)
    for name in supply.makers { try edit.link(product, "makers", to: maker(name, edit)) }
    for name in supply.collections { try edit.link(product, "collections", to: collection(name, edit)) }
    for view in ["front", "back"] {
      var photo = Catalog.Photo()
      photo.path = "photos/\(supply.sku)_\(view).jpg"
      // Any 64 digits do. Random ones are as different as real hashes.
      photo.sha256 = (0..<4).map { _ in String(UInt64.random(in: 1 << 60 ... .max), radix: 16) }.joined()
      photo.view = view
      (photo.width, photo.height, photo.format, photo.colorModel) = (2400, 1600, "jpeg", "rgb")
      (photo.bytes, photo.modifiedNanoseconds, photo.inode) = (1_234_567, 1_700_000_000_123_456_789, 42)
      photo.recordedNanoseconds = 1_700_000_001_000_000_000
      photo.productId = product.id
      try edit.save(photo)
    }
  }

  private mutating func maker(_ name: String, _ edit: Edit) throws -> UUID {
    if let id = makers[name] { return id }
    let id = try edit.reuseOrMake(Catalog.Maker.self, named: name).id
    makers[name] = id
    return id
  }

  private mutating func collection(_ name: String, _ edit: Edit) throws -> UUID {
    if let id = collections[name] { return id }
    let id = try edit.reuseOrMake(Catalog.Collection.self, named: name).id
    collections[name] = id
    return id
  }
}
