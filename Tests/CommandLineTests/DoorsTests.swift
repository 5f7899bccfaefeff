import Foundation
import PackshotKit
import Testing

/// The same edit by every command, import and function that can make it: the records and the history must be the same.
@Suite struct DoorsTests {
  private let packshot: Packshot
  private static let moment = "2025-03-08T18:30:00Z"

  init() throws { packshot = try Packshot() }

  /// A way to make an edit.
  enum Door: CustomStringConvertible, Sendable {
    /// A command, without its catalog.
    case command(String)
    /// The import of a CSV table of an entity.
    case table(String, of: String)
    case swift(@Sendable (Catalog, Catalog.Product) throws -> Void)

    var description: String {
      switch self {
      case .command(let line): line
      case .table(let rows, let entity): "import of \(entity): \(rows)"
      case .swift: "Swift"
      }
    }
  }

  /// An edit of the products `MUG-1`, which is new, and `MUG-2`, which has been in stock, and the ways to make it.
  private static let edits: [(String, [Door])] = [
    (
      "first stock",
      [
        .command("products stock MUG-1 12"), .command("products stock MUG-1 +12"),
        .command("products edit MUG-1 quantity=12"), .table("sku,quantity\nMUG-1,12\n", of: "products"),
        .swift { _ = try $0.setStock(of: $1.id, to: 12) }, .swift { _ = try $0.adjustStock(of: $1.id, by: 12) },
      ]
    ),
    (
      "counted stock",
      [
        .command("products stock MUG-2 7"), .command("products stock MUG-2 +4"),
        .command("products edit MUG-2 quantity=7"), .table("sku,quantity\nMUG-2,7\n", of: "products"),
      ]
    ),
    (
      "archived",
      [
        .command("products archive MUG-1"), .command("products edit MUG-1 archived=true"),
        .table("sku,archived\nMUG-1,true\n", of: "products"), .swift { _ = try $0.archive($1.id) },
      ]
    ),
    (
      "worn",
      [
        .command("products wear MUG-1 --times 2 --at \(moment)"),
        .command("products edit MUG-1 timesWorn=2 lastWorn=\(moment)"),
        .table("sku,timesWorn,lastWorn\nMUG-1,2,\(moment)\n", of: "products"),
      ]
    ),
    (
      "values",
      [
        .command("products edit MUG-1 price=12.50 note=sale rating=4.5 tint=#336699"),
        .table("sku,price,note,rating,tint\nMUG-1,12.5,sale,4.5,#336699\n", of: "products"),
        .swift { catalog, product in
          try catalog.edit("Edit") { edit in
            _ = try edit.update(Catalog.Product.self, product.id) {
              ($0.price, $0.note, $0.rating) = (12.5, "sale", 4.5)
              $0.tint = Tint(red: 0x33, green: 0x66, blue: 0x99)
            }
          }
        },
      ]
    ),
    (
      "a product",
      [
        .command("products add MUG-3 --name Mug --price 3 --stock 5"),
        .command("products add MUG-3 name=Mug price=3 --stock 5"),
        .table("sku,name,price,quantity\nMUG-3,Mug,3,5\n", of: "products"),
        .swift { catalog, _ in
          var mug = Catalog.Product(sku: "MUG-3", name: "Mug")
          mug.price = 3
          _ = try catalog.addProduct(mug, stock: 5)
        },
      ]
    ),
    (
      "a customer",
      [
        .command("customers add Ann --email ann@example.com"), .command("customers add Ann email=ann@example.com"),
        .table("name,email\nAnn,ann@example.com\n", of: "customers"),
      ]
    ),
    (
      "a removed product",
      [.command("products remove MUG-1 --yes"), .swift { try $0.remove(Catalog.Product.self, $1.id) }]
    ),
  ]

  @Test(arguments: edits.indices) func allDoorsLeadToTheSameRecords(edit: Int) throws {
    let (name, doors) = Self.edits[edit]
    var expected: [String]?
    for (number, door) in doors.enumerated() {
      let file = "\(number).sqlite"
      let run = { (line: String) in
        try packshot.run(line.split(separator: " ").map(String.init) + ["--catalog", file])
      }
      for line in ["products add MUG-1 --name One", "products add MUG-2 --name Two --stock 3"] {
        #expect(try run(line).status == 0)
      }
      let before = try records(in: file)
      switch door {
      case .command(let line):
        let result = try run(line)
        #expect(result.status == 0, "\(door): \(result.errors)")
      case .table(let rows, let entity):
        try packshot.write(rows, to: "table.csv")
        let result = try run("catalog import table.csv --entity \(entity)")
        #expect(result.status == 0, "\(door): \(result.errors)")
      case .swift(let body):
        let catalog = try Catalog(at: packshot.folder + "/" + file, createIfMissing: false)
        try body(catalog, try catalog.product(matching: "MUG-1"))
      }
      let after = try records(in: file)
      #expect(after != before)
      #expect(after == expected ?? after, "\(name): \(door)")
      expected = expected ?? after
      // It is one edit of the history.
      #expect(try run("catalog undo").status == 0)
      #expect(try records(in: file) == before, "\(name): \(door)")
    }
  }

  /// The catalog's records without what differs between any two: ids, and when they were made.
  private func records(in catalog: String) throws -> [String] {
    let text = try packshot.run("catalog", "export", "-", "--catalog", catalog).output
    let all = try #require(try JSONSerialization.jsonObject(with: Data(text.utf8)) as? [[String: Any]])
    return all.map { record in
      let told = record.filter { key, value in
        key != "id" && key != "at" && UUID(uuidString: value as? String ?? "") == nil
      }
      return told.map { "\($0.key): \($0.value)" }.sorted().joined(separator: ", ")
    }.sorted()
  }
}
