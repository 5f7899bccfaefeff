import Foundation
import PackshotKit

/// A kind of record that the studio shows as a list and as pages.
protocol StudioRecord: Record {
  static var screen: Screen { get }

  /// What the record is called as the heading of its page.
  var heading: String { get }

  /// The record as a row of a list.
  func row(in reader: Reader) throws -> Row

  /// What the record's page shows beside its form.
  func details(in reader: Reader) throws -> Details

  /// Adds a record with the values that were typed.
  static func add(_ values: [Assignment], to catalog: Catalog) throws -> Self
}

extension StudioRecord {
  var heading: String { title }

  func details(in reader: Reader) throws -> Details { Details() }

  static func add(_ values: [Assignment], to catalog: Catalog) throws -> Self { try catalog.add(Self(), values) }

  static func address(_ id: UUID) -> String { "/\(screen.path)/\(id.text)" }

  /// Returns the address of the list of records linked to a given record.
  static func address(where relationship: String, is id: UUID) -> String {
    "/\(screen.path)?where=\("\(relationship)=\(id.text)".percentEncoded)"
  }
}

/// What a kind of record has in common in the studio.
struct Screen: Sendable {
  /// The first part of the address, and the name of the part: `products`.
  let path: String
  /// One record, in a sentence: `product`.
  let one: String
  /// The attributes and relationships in the form, in order.
  let fields: [FieldStyle]
  /// An example of a condition on the list.
  var condition = ""
  /// The attribute that orders the list, the newest first. Nil for a list in the order of names.
  var newestFirst: String? = nil
}

/// A row of a list.
struct Row {
  let id: String
  let address: String
  let title: String
  var subtitle = ""
  /// Whether the row has a place for a picture.
  var hasPicture = false
  var picture: String?
  /// Figures at the end of the row, such as a price.
  var figures: [Figure] = []
  var tint: String?
  var isFaint = false
  var isFavorite = false

  struct Figure {
    let name: String
    let text: String
  }
}

/// What a record's page shows beside its form.
struct Details {
  var tiles: [PhotoPages.Tile] = []
  /// The rest of the photos; nil if all are shown.
  var morePhotos: More?
  /// Where photos are sent to; nil if the record has none.
  var upload: String?
  var facts: [PhotoPages.Fact] = []
  var lists: [RelatedList] = []
  var actions: [Action] = []

  /// A link to the whole of a list that a page shows in part.
  struct More {
    let name: String
    let address: String

    /// - Parameters:
    ///   - shown: How many records the page shows.
    ///   - count: How many records the list has.
    ///   - one: What one of them is called.
    init?(_ shown: Int, of count: Int, _ one: String, at address: String) {
      if shown >= count { return nil }
      (name, self.address) = ("All \(count.counted(one))", address)
    }
  }

  /// Related records.
  struct RelatedList {
    let title: String
    let rows: [Row]
    let isEmpty: Bool
    let empty: String
    let more: More?

    init(_ title: String, _ rows: [Row], empty: String, _ more: More?) {
      (self.title, self.rows, self.empty, isEmpty, self.more) = (title, rows, empty, rows.isEmpty, more)
    }
  }

  /// A form for an action on the record, such as selling a product.
  struct Action {
    let name: String
    let address: String
    var fields: [Field] = []
  }
}
