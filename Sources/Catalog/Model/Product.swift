import Errors
import Foundation
import ObjectStore

extension Catalog {
  /// What the shop sells, and what its photos show.
  ///
  /// A run makes one for every SKU it meets for the first time, with the SKU as its name, and never changes it after:
  /// it is the shop's to edit. Where nobody has, the run that gives its last photo to another product removes it again.
  public struct Product: Record {
    public var id = UUID.timeOrdered()
    /// The shop's own number of it, unique as names are: `tie-7`, `TIE-7` and `TIE-7 ` are one product.
    public var sku = ""
    /// What people call it, unique whatever the case of its letters, blanks and what nobody sees.
    public var name = ""
    /// ``name`` with case and accents made the same: what lists are sorted by and searches go by.
    public var searchKey: String { name.searchFolded }
    /// The price of one, in ``currency``.
    public var price: Decimal = 0
    /// The three letters of ISO 4217.
    public var currency = "EUR"
    /// How many are in stock: the sum of its ``StockMovement``s, always.
    public internal(set) var quantity: Int32 = 0
    /// From 0 to 5, with decimals.
    public var rating = 0.0
    /// Whether somebody likes it best.
    public var isFavorite = false
    /// How many were sold: those of its ``Sale``s and ``soldElsewhere``, always.
    public internal(set) var timesSold: Int32 = 0
    /// When it was sold last: the latest of its ``Sale``s, or ``lastSoldElsewhere`` where that is later.
    public internal(set) var lastSold: Date?
    /// How many were sold that the catalog has no sale of: before it was kept, or somewhere else.
    public var soldElsewhere: Int32 = 0
    /// When it was sold last by what the catalog has no sale of.
    public var lastSoldElsewhere: Date?
    /// How often it was worn or otherwise used: a bow tie by who keeps it. What is worn stays in stock, and is no sale.
    public var timesWorn: Int32 = 0
    /// When it was worn last.
    public var lastWorn: Date?
    /// Its page in the shop.
    public var url: URL?
    /// The colour that it is chosen by.
    public var tint: Tint?
    /// Whether it is no longer sold but kept for the record.
    public var archived = false
    /// Whether a run made it. One that is as the run made it goes again when nothing refers to it any more.
    public internal(set) var isMadeByRun = false
    /// Whatever else is to be said of it.
    public var note: String?

    public init() {}

    /// A product of which only that is known.
    public init(sku: String, name: String) {
      self.sku = sku
      self.name = name
    }

    public static let properties: [Property<Product>] = [
      Property("id", \.id),
      Property("sku", \.sku, .name(1...4096)),
      Property("name", \.name, .name(1...4096)),
      Property(derived: "searchKey") { $0.searchKey },
      Property("price", \.price, default: 0, .price(currency: "currency")),
      Property("currency", \.currency, default: "EUR", .currencyCode),
      Property("quantity", \.quantity, .sum(of: "delta", over: "movements"), .atLeast(0)).editable,
      Property("rating", \.rating, default: 0, .between(0, 5)),
      Property("isFavorite", \.isFavorite, default: false),
      Property("timesSold", \.timesSold, .sum(of: "quantity", over: "sales", base: "soldElsewhere"), .atLeast(0)),
      Property("lastSold", \.lastSold, .maximum(of: "soldAt", over: "sales", base: "lastSoldElsewhere")),
      Property("soldElsewhere", \.soldElsewhere, default: 0, .atLeast(0)),
      Property("lastSoldElsewhere", \.lastSoldElsewhere),
      Property("timesWorn", \.timesWorn, default: 0, .atLeast(0)),
      Property("lastWorn", \.lastWorn),
      Property("url", \.url, .webAddress),
      Property("tint", \.tint),
      Property("archived", \.archived, default: false),
      Property("isMadeByRun", \.isMadeByRun, default: false).kept,
      Property("note", \.note),
    ]

    public static let entity = Entity(
      "Product", properties,
      toMany: [
        .toMany("photos", "Photo", inverse: "product", deleteRule: .cascade),
        .toMany("makers", "Maker", inverse: "products", minimumCount: .oneOnceLinked),
        .toMany("collections", "Collection", inverse: "products"),
        .toMany(
          "sales", "Sale", inverse: "product", deleteRule: .deny,
          insteadOfDeletion: .archiveProduct),
        .toMany("movements", "StockMovement", inverse: "product", deleteRule: .cascade).kept,
      ],
      uniqueKeys: [.caseBlind("sku"), .caseBlind("name")], orderedBy: "name",
      searched: ["name", "sku", "tint"], searchedThrough: ["makers", "collections"], names: ["sku", "name"])
  }
}
