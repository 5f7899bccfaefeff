import ArgumentParser
import PackshotKit
import Text

/// A kind of record as the command line names and shows it. The verbs that all kinds share (`list`, `show`, `search`,
/// `edit`, `remove`) are made of this.
protocol CatalogRecord: Record {
  /// What narrows a list, besides `--where`.
  associatedtype Choice: RecordChoice
  /// What it is called.
  static var words: RecordWords { get }
  /// What a list shows of each.
  static var columns: [Column<Self>] { get }
  /// The order of a list for which none is asked; empty for that of the entity.
  static var order: [Fetch<Self>.Order] { get }
  /// The catalog with records as they are now, for what only a look at other things than the catalog shows.
  static func upToDate(_ catalog: Catalog) throws -> Catalog
  /// What `show` prints for people.
  static func printPage(of record: Self, in catalog: Catalog) throws
  /// What `show --json` prints.
  static func json(of record: Self, in catalog: Catalog) throws -> JSONValue
}

extension CatalogRecord {
  static var order: [Fetch<Self>.Order] { [] }
  static func upToDate(_ catalog: Catalog) throws -> Catalog { catalog }

  static func printPage(of record: Self, in catalog: Catalog) throws {
    try catalog.read { try RecordPage(record, in: $0).print() }
  }

  static func json(of record: Self, in catalog: Catalog) throws -> JSONValue { try catalog.json([record])[0] }
}

/// What a kind of record is called on the command line.
struct RecordWords {
  /// The command: `products`.
  let command: String
  /// One of them: `product`.
  let one: String
  /// How people say which one they mean, as the help of an argument.
  let naming: String
  /// One of them, as an example names it.
  let example: String
  /// Something that may be edited of it, as an example.
  let assignment: String
  /// Something that may hold of it, as an example.
  let condition: String
  /// What removing one does, where that is more than to forget it.
  var removal: String?
}

/// Options that narrow a list of one kind of record.
protocol RecordChoice: ParsableArguments {
  /// What they ask for.
  func conditions(in catalog: Catalog) throws -> [Condition]
}

/// No such options.
struct AnyRecord: RecordChoice {
  func conditions(in catalog: Catalog) -> [Condition] { [] }
}
