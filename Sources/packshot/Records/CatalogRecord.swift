import ArgumentParser
import PackshotKit
import Text

/// How the command line names and shows a kind of record. The verbs shared by all kinds (`list`, `show`, `search`,
/// `edit`, `remove`) are built on this.
protocol CatalogRecord: Record {
  /// Options that narrow a list, besides `--where`.
  associatedtype Choice: RecordChoice
  /// The options for showing a picture of a record.
  associatedtype Preview: RecordPreview = NoPreview
  /// Names for the kind of record.
  static var words: RecordWords { get }
  /// The columns of a list.
  static var columns: [Column<Self>] { get }
  /// The default order of a list; empty for the entity's order.
  static var order: [Fetch<Self>.Order] { get }
  /// Returns the catalog after updating records whose state depends on something outside of it.
  static func upToDate(_ catalog: Catalog) throws -> Catalog
  /// Prints the output of `show` as text.
  static func printPage(of record: Self, in catalog: Catalog) throws
  /// The photo that `show --preview` shows; nil if there is none.
  static func picture(of record: Self, in catalog: Catalog) throws -> Catalog.Photo?
  /// Returns the output of `show --json`.
  static func json(of record: Self, in catalog: Catalog) throws -> JSONValue
}

extension CatalogRecord {
  static var order: [Fetch<Self>.Order] { [] }
  static func upToDate(_ catalog: Catalog) throws -> Catalog { catalog }

  static func printPage(of record: Self, in catalog: Catalog) throws {
    try catalog.read { try RecordPage(record, in: $0).print() }
  }

  static func picture(of record: Self, in catalog: Catalog) throws -> Catalog.Photo? { nil }

  static func json(of record: Self, in catalog: Catalog) throws -> JSONValue { try catalog.json([record])[0] }
}

/// Names for a kind of record on the command line.
struct RecordWords {
  /// The command: `products`.
  let command: String
  /// The singular: `product`.
  let one: String
  /// How to identify a record, as the help of an argument.
  let naming: String
  /// An example of a record's name.
  let example: String
  /// An example of an assignment.
  let assignment: String
  /// An example of a condition.
  let condition: String
  /// What `show --preview` shows of a record; nil for kinds of records without pictures.
  var preview: String?
  /// What removing a record does, if more than removing it from the catalog.
  var removal: String?
}

/// Options that narrow a list of one kind of record.
protocol RecordChoice: ParsableArguments {
  /// Returns the conditions of the options.
  func conditions(in catalog: Catalog) throws -> [Condition]
}

/// No options that narrow a list.
struct AnyRecord: RecordChoice {
  func conditions(in catalog: Catalog) -> [Condition] { [] }
}
