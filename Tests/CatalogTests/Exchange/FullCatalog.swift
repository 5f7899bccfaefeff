import Foundation
import TestSupport

@testable import Catalog
@testable import ObjectStore

extension Catalog {
  /// Fills an empty catalog with records of every entity, with values from the whole range of each attribute.
  func fill(using generator: inout SeededGenerator) throws {
    var run = Run()
    run.host = "studio"
    run.engineVersion = "1.0.0"
    run.finished = .random(using: &generator)
    var failure = RunFailure()
    (failure.path, failure.code, failure.message, failure.runId) = ("/in/torn.jpg", "truncated", "", run.id)
    var recipe = Recipe()
    (recipe.hash, recipe.name, recipe.engineVersion) = (digest("e"), "storefront", "1.0.0")
    recipe.canonicalYAML = "packshot: 1\nname: \"store, front\"\n"
    try store.edit("Runs") { edit in
      try edit.save(run)
      try edit.save(failure)
      try edit.save(recipe)
    }
    let makers = ["Ann", "Böb, Inc.", "=cmd()"].map(Maker.init(name:))
    let collections = ["Summer", "Winter"].map(Collection.init(name:))
    let customers = [
      Customer(name: "Ben Example", email: "ben@example.com", phone: " 1"), Customer(name: "Ben Example"),
    ]
    try edit("People") { edit in
      for maker in makers { try edit.save(maker) }
      for collection in collections { try edit.save(collection) }
      for customer in customers { try edit.save(customer) }
    }
    for number in 0..<12 {
      let product = Product.random(number, using: &generator)
      try edit("Product") { edit in
        let saved = try edit.save(product)
        try edit.save(StockMovement(.random(in: 5...90, using: &generator), .opening, of: product.id))
        for maker in makers.shuffled(using: &generator).prefix(.random(in: 0...3, using: &generator)) {
          try edit.link(saved, "makers", to: maker.id)
        }
        for collection in collections where Bool.random(using: &generator) {
          try edit.link(saved, "collections", to: collection.id)
        }
      }
      if number.isMultiple(of: 3) {
        let customer = customers.randomElement(using: &generator)
        let sale = try recordSale(customer: number == 0 ? nil : customer?.id, product: product.id, quantity: 3)
        if number == 6 { _ = try edit("Less") { try $0.update(Sale.self, sale.id) { sale in sale.quantity = 1 } } }
        if number == 9 { try remove(Sale.self, sale.id) }
        if Bool.random(using: &generator) { try archive(product.id) }
      }
      try edit("Photos") { edit in
        let original = Photo.random(.original, number, paths, using: &generator)
        var rendition = Photo.random(.rendition, number, paths, using: &generator)
        (rendition.sourceId, rendition.recipeId, rendition.runId) = (original.id, recipe.id, run.id)
        rendition.productId = product.id
        let backdrop = Photo.random(.source, number, paths, using: &generator)
        for photo in [original, rendition, backdrop] { try edit.save(photo) }
        try edit.link(rendition, "ingredients", to: backdrop.id)
        // A cycle, so that in no order of rows does every record come before its references.
        if number == 0 { try edit.link(backdrop, "ingredients", to: rendition.id) }
      }
    }
  }
}

extension Catalog.Product {
  fileprivate static func random(_ number: Int, using generator: inout SeededGenerator) -> Self {
    var product = Self(sku: "S\(number) " + .text(using: &generator), name: "N\(number) " + .text(using: &generator))
    product.price = Decimal(tenThousandths: 100 * .random(in: 0 ... .max / 100, using: &generator))
    product.rating = .random(in: 0...5, using: &generator)
    product.isFavorite = .random(using: &generator)
    product.soldElsewhere = .random(in: 0...1000, using: &generator)
    product.lastSoldElsewhere = Bool.random(using: &generator) ? .random(using: &generator) : nil
    product.timesWorn = .random(in: 0...1000, using: &generator)
    product.lastWorn = Bool.random(using: &generator) ? .random(using: &generator) : nil
    product.url = number.isMultiple(of: 2) ? URL(string: "https://shop.example/\(number)?a=1,2&b=%20") : nil
    product.tint = number.isMultiple(of: 3) ? Tint(red: UInt8(number), green: 0xe6, blue: 0x00) : nil
    product.archived = !number.isMultiple(of: 3) && .random(using: &generator)
    product.note = [nil, "", .text(using: &generator)].randomElement(using: &generator)!
    return product
  }
}

extension Catalog.Photo {
  fileprivate static func random(
    _ kind: PhotoKind, _ number: Int, _ paths: CatalogPaths, using generator: inout SeededGenerator
  ) -> Self {
    var photo = Self(kind: kind, .sample("/\(kind)/\(number) \(String.text(using: &generator)).jpg"), in: paths)
    photo.colors = [nil, "sRGB", "Adobe RGB, converted to sRGB"].randomElement(using: &generator)!
    photo.content = [nil, "{\"support\":97}"].randomElement(using: &generator)!
    photo.icc = [nil, "", "sRGB"].randomElement(using: &generator)!
    photo.inode = .random(in: .min ... .max, using: &generator)
    photo.orientation = .random(in: 1...8, using: &generator)
    // Some values are stored in the row and some in external storage.
    let counts = [nil, 0, 100, 40_000]
    photo.data = counts.randomElement(using: &generator)!.map { StoredData(.random($0, using: &generator)) }
    photo.thumbnail = counts.randomElement(using: &generator)!.map { StoredData(.random($0, using: &generator)) }
    return photo
  }
}

extension String {
  /// Text with many characters that are special in JSON or CSV, but without U+0000.
  fileprivate static func text(using generator: inout SeededGenerator) -> String {
    String.random(using: &generator).filter { $0 != "\0" }
  }
}

extension Date {
  fileprivate static func random(using generator: inout SeededGenerator) -> Date {
    Date(milliseconds: .random(in: -62_135_596_800_000..<253_402_300_800_000, using: &generator))
  }
}

extension Data {
  fileprivate static func random(_ count: Int, using generator: inout SeededGenerator) -> Data {
    Data((0..<count).map { _ in UInt8.random(in: .min ... .max, using: &generator) })
  }
}
