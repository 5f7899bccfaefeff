import Catalog
import Foundation
import ObjectStore

/// A collection of bow ties, with an attribute of every type.
enum BowTies {
  struct BowTie: Record {
    var id = UUID()
    var name = ""
    var isFavorite = false
    var lastWorn: Date?
    var rating = 0.0
    var searchKey = ""
    var timesWorn: Int32 = 0
    var url: URL?
    var photoData: StoredData?
    var tintColor: Tint?
    var price: Decimal = 0
    var widthMillimetres: Int16 = 60
    var weightGrams: Float = 0
    var barcode: Int64?
    var weave: Data?

    init() {}

    init(_ name: String, searchKey: String, tint: Tint? = nil) {
      self.name = name
      self.searchKey = searchKey
      tintColor = tint
    }

    static let properties: [Property<BowTie>] = [
      Property("id", \.id),
      Property("name", \.name, .length(1...80)),
      Property("isFavorite", \.isFavorite, default: false),
      Property("lastWorn", \.lastWorn),
      Property("rating", \.rating, default: 0, .between(0, 5)),
      Property("searchKey", \.searchKey, .pattern("[A-Z]*", wording: "it begins with a capital letter")),
      Property("timesWorn", \.timesWorn, default: 0, .atLeast(0)),
      Property("url", \.url),
      Property("photoData", \.photoData),
      Property("tintColor", \.tintColor),
      Property("price", \.price, default: 0, .atLeast(0)),
      Property("widthMillimetres", \.widthMillimetres, default: 60, .between(20, 200)),
      Property("weightGrams", \.weightGrams, default: 0, .atLeast(0)),
      Property("barcode", \.barcode),
      Property("weave", \.weave),
    ]

    static let entity = Entity("BowTie", properties, orderedBy: "name")
  }

  static let schema = StoreSchema(Model([BowTie.self]), mark: "BwTs")

  /// A bow tie in each colour of the rainbow, in the order of the tutorial's segmented control.
  static let samples = [
    BowTie("Red Bow Tie", searchKey: "R", tint: Tint(red: 0xd0, green: 0x20, blue: 0x20)),
    BowTie("Orange Bow Tie", searchKey: "O", tint: Tint(red: 0xe8, green: 0x74, blue: 0x1e)),
    BowTie("Yellow Bow Tie", searchKey: "Y", tint: Tint(red: 0xf2, green: 0xc2, blue: 0x1b)),
    BowTie("Green Bow Tie", searchKey: "G", tint: Tint(red: 0x20, green: 0x90, blue: 0x30)),
    BowTie("Blue Bow Tie", searchKey: "B", tint: Tint(red: 0x20, green: 0x40, blue: 0xd0)),
    BowTie("Indigo Bow Tie", searchKey: "I", tint: Tint(red: 0x4b, green: 0x00, blue: 0x82)),
    BowTie("Violet Bow Tie", searchKey: "V", tint: Tint(red: 0x8a, green: 0x2b, blue: 0xe2)),
  ]

  /// Fills an empty store. Does nothing if the store has records.
  static func loadSamples(into store: Store) throws {
    try store.edit("Load the samples") { edit in
      guard try edit.count(Fetch<BowTie>()) == 0 else { return }
      for sample in samples { try edit.save(sample) }
    }
  }

  /// Counts one wearing at `moment`.
  static func wear(_ id: UUID, at moment: Date, in store: Store) throws {
    _ = try store.edit("Wear") { edit in
      try edit.update(BowTie.self, id) { tie in
        tie.timesWorn += 1
        tie.lastWorn = moment
      }
    }
  }
}
