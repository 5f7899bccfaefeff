import Foundation
import PackshotKit

extension Catalog.Product: StudioRecord {
  static let screen = Screen(
    path: "products", one: "product",
    fields: [
      FieldStyle("name", "Name"), FieldStyle("sku", "SKU", hint: "Empty for the name", isOptional: true),
      FieldStyle("price", "Price"),
      FieldStyle("currency", "Currency"), FieldStyle("quantity", "In stock"),
      FieldStyle("rating", "Rating", hint: "0 to 5"), FieldStyle("isFavorite", "Favourite"),
      FieldStyle("tint", "Colour", hint: "Such as #1e90ff"),
      FieldStyle("makers", "Makers", hint: "Several with commas", suggests: "Maker"),
      FieldStyle("collections", "Collections", hint: "Several with commas", suggests: "Collection"),
      FieldStyle("url", "Page in the shop"), FieldStyle("archived", "No longer sold"), FieldStyle("note", "Note"),
    ], condition: "rating>=4")

  func row(in reader: Reader) throws -> Row {
    let stock = Row.Figure(name: "in stock", text: "\(quantity)")
    return Row(
      id: id.text, address: Self.address(id), title: name, subtitle: sku == name ? "" : sku, hasPicture: true,
      picture: try mainPhoto(in: reader).map { Pictures.address(of: $0, .small) },
      figures: (price == 0 ? [] : [.init(name: "each", text: price.displayText(in: currency))])
        + [stock] + (rating == 0 ? [] : [.init(name: "stars", text: "\(rating)")]),
      tint: tint.map { "\($0)" }, isFaint: archived, isFavorite: isFavorite)
  }

  /// The photo that shows the product best, as in ``ProductDetails/mainPhoto``.
  private func mainPhoto(in reader: Reader) throws -> Catalog.Photo? {
    let originals = Condition.and([.equal("product", id), .equal("kind", PhotoKind.original)])
    return try reader.first(Fetch(where: .and([originals, .equal("view", "front")]), by: [.init("path")]))
      ?? reader.first(Fetch(where: originals, by: [.init("path")]))
      ?? reader.first(Fetch(where: .equal("product", id), by: [.init("path")]))
  }

  private static func times(_ count: Int32, _ last: Date?) -> String {
    if count == 0 { return "never" }
    return (count == 1 ? "once" : "\(Int(count).formatted()) times")
      + (last.map { ", last on \($0.displayText)" } ?? "")
  }

  /// The name is also the SKU of a product without one.
  static func add(_ values: [Assignment], to catalog: Catalog) throws -> Self {
    let name = values.first { $0.name == "name" }?.text ?? ""
    return try catalog.add(Self(sku: name, name: name), values)
  }

  func details(in reader: Reader) throws -> Details {
    let sales = try reader.fetch(
      Fetch<Catalog.Sale>(where: .equal("product", id), by: [.init("soldAt", descending: true)], limit: 50))
    // A picture whose photo isn't in the catalog stands for it.
    let isPhoto = Condition.and([
      .equal("product", id), .or([.equal("kind", PhotoKind.original), .compare("source", .equal, .null)]),
    ])
    let photos = try reader.fetch(
      Fetch<Catalog.Photo>(where: isPhoto, by: [.init("kind"), .init("path")], limit: 60))
    let photoCount = try reader.count(Fetch<Catalog.Photo>(where: isPhoto))
    let saleCount = try reader.count(Fetch<Catalog.Sale>(where: .equal("product", id)))
    return Details(
      tiles: try photos.map { try PhotoPages.Tile(of: $0, in: reader) },
      morePhotos: .init(
        photos.count, of: photoCount, "photo",
        at: "/photos?where=\("product=\(id.text)".percentEncoded)"), upload: Self.address(id) + "/photos",
      facts: [.init(name: "Sold", text: Self.times(timesSold, lastSold))]
        + (timesWorn > 0 ? [.init(name: "Worn", text: Self.times(timesWorn, lastWorn))] : []),
      lists: [
        .init(
          "Sales", try sales.map { try $0.row(in: reader) }, empty: "Not sold yet.",
          .init(sales.count, of: saleCount, "sale", at: Catalog.Sale.address(where: "product", is: id)))
      ],
      actions: archived
        ? []
        : [
          .init(
            name: "Sell", address: Self.address(id) + "/sell",
            fields: [
              Field("quantity", "Quantity", value: "1", isRequired: true, inputMode: "numeric"),
              Field("customer", "Customer", value: "", hint: "Empty for a sale over the counter", suggests: "Customer"),
            ])
        ] + (timesWorn > 0 ? [.init(name: "Worn today", address: Self.address(id) + "/wear")] : []))
  }
}

extension Catalog.Customer: StudioRecord {
  static let screen = Screen(
    path: "customers", one: "customer",
    fields: [FieldStyle("name", "Name"), FieldStyle("email", "E-mail"), FieldStyle("phone", "Phone")],
    condition: "sales>3")

  func row(in reader: Reader) throws -> Row {
    Row(
      id: id.text, address: Self.address(id), title: name,
      subtitle: [email, phone].compactMap(\.self).joined(separator: ", "),
      figures: [.init(name: "sales", text: "\(try reader.count("sales", of: self))")])
  }

  func details(in reader: Reader) throws -> Details {
    let sales = try reader.fetch(
      Fetch<Catalog.Sale>(where: .equal("customer", id), by: [.init("soldAt", descending: true)], limit: 200))
    let more = Details.More(
      sales.count, of: try reader.count("sales", of: self), "sale", at: Catalog.Sale.address(where: "customer", is: id))
    return Details(
      lists: [.init("Purchases", try sales.map { try $0.row(in: reader) }, empty: "Nothing bought yet.", more)])
  }
}

extension Catalog.Sale: StudioRecord {
  static let screen = Screen(
    path: "sales", one: "sale",
    fields: [
      FieldStyle("customer", "Customer", hint: "Empty for a sale over the counter", suggests: "Customer"),
      FieldStyle("product", "Product", suggests: "Product"), FieldStyle("quantity", "Quantity"),
      FieldStyle("unitPrice", "Price of one", hint: "Empty in a new sale for the product’s price", isOptional: true),
      FieldStyle("soldAt", "Sold at"),
    ], condition: "quantity>1", newestFirst: "soldAt")

  func row(in reader: Reader) throws -> Row {
    let buyer = try customerId.flatMap { try reader.record(Catalog.Customer.self, $0)?.name }
    return Row(
      id: id.text, address: Self.address(id), title: "\(quantity) × \(productName)",
      subtitle: [buyer, soldAt.displayText].compactMap(\.self).joined(separator: ", "),
      figures: [.init(name: "", text: (unitPrice * Decimal(quantity)).displayText(in: currency))])
  }

  var heading: String { "\(quantity) × \(productName), \(soldAt.displayText)" }

  /// Sells at the product's price, unless another was typed.
  static func add(_ values: [Assignment], to catalog: Catalog) throws -> Self {
    let typed = { (name: String) in values.first { $0.name == name }?.text }
    let product = try catalog.record(Catalog.Product.self, matching: typed("product") ?? "")
    let customer = try typed("customer").map { try catalog.record(Catalog.Customer.self, matching: $0).id }
    let value = { (name: String) throws -> AttributeValue? in
      try typed(name).flatMap { try entity.attribute(name)?.value(typed: $0, of: entity.name) }
    }
    let quantity = if case .integer(let count)? = try value("quantity") { Int32(clamping: count) } else { Int32(1) }
    let price: Decimal? = if case .decimal(let number)? = try value("unitPrice") { number } else { nil }
    let moment = if case .date(let date)? = try value("soldAt") { date } else { Date() }
    return try catalog.recordSale(customer: customer, product: product.id, quantity: quantity, price: price, at: moment)
  }
}

/// A record that products are listed under.
protocol ProductGroup: StudioRecord {
  var name: String { get }
}

extension ProductGroup {
  func row(in reader: Reader) throws -> Row {
    Row(
      id: id.text, address: Self.address(id), title: name,
      figures: [.init(name: "products", text: "\(try reader.count("products", of: self))")])
  }

  func details(in reader: Reader) throws -> Details {
    let ids = try reader.ids("products", of: self)
    let products = try ids.prefix(200).compactMap { try reader.record(Catalog.Product.self, $0) }
    let more = Details.More(
      products.count, of: ids.count, "product", at: Catalog.Product.address(where: Self.screen.path, is: id))
    return Details(
      lists: [.init("Products", try products.map { try $0.row(in: reader) }, empty: "No products yet.", more)])
  }
}

extension Catalog.Maker: ProductGroup {
  static let screen = Screen(
    path: "makers", one: "maker", fields: [FieldStyle("name", "Name")], condition: "products>2")
}

extension Catalog.Collection: ProductGroup {
  static let screen = Screen(
    path: "collections", one: "collection", fields: [FieldStyle("name", "Name")], condition: "products>2")
}
