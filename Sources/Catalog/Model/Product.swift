import Errors
import Foundation
import ObjectStore

extension Catalog {
  /// A product that the shop sells and that photos show.
  ///
  /// A run creates a product for every new SKU, with the SKU as its name, and never changes it later: products belong
  /// to the shop. If nobody has edited a product that a run created, the run that gives its last photo to another
  /// product removes it.
  public struct Product: Record {
    public var id = UUID.timeOrdered()
    /// The shop's number for the product. Unique without regard to case and surrounding spaces: `tie-7`, `TIE-7` and
    /// `TIE-7 ` are one product.
    public var sku = ""
    /// Display name, unique without regard to case, repeated spaces and invisible characters.
    public var name = ""
    /// ``name`` folded for sorting and search: without differences of case and accents.
    public var searchKey: String { name.searchFolded }
    /// Price of one item, in ``currency``.
    public var price: Decimal = 0
    /// ISO 4217 currency code of three letters.
    public var currency = "EUR"
    /// Number in stock: always the sum of the product's ``StockMovement``s.
    public internal(set) var quantity: Int32 = 0
    /// Rating from 0 to 5; decimals are allowed.
    public var rating = 0.0
    /// Whether the product is a favourite.
    public var isFavorite = false
    /// Number sold: always the sum of the product's ``Sale``s and ``soldElsewhere``.
    public internal(set) var timesSold: Int32 = 0
    /// When the product was last sold: the latest of its ``Sale``s, or ``lastSoldElsewhere`` if that is later.
    public internal(set) var lastSold: Date?
    /// Number sold without a sale in the catalog: before the catalog existed, or elsewhere.
    public var soldElsewhere: Int32 = 0
    /// When the product was last sold without a sale in the catalog.
    public var lastSoldElsewhere: Date?
    /// How often the owner wore or otherwise used the product, such as a bow tie. Wearing a product changes neither
    /// stock nor sales.
    public var timesWorn: Int32 = 0
    /// When the product was last worn.
    public var lastWorn: Date?
    /// The product's page in the shop.
    public var url: URL?
    /// The product's colour, which lists can be filtered by.
    public var tint: Tint?
    /// Whether the product is no longer sold, but kept in the catalog.
    public var archived = false
    /// Whether a run created the product. If nobody has changed it, it is removed when nothing refers to it any more.
    public internal(set) var isMadeByRun = false
    /// Free text about the product.
    public var note: String?

    public init() {}

    /// Creates a product with a SKU and a name.
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
