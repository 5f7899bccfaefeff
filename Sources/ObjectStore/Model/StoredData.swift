import Foundation

/// Bytes that belong to a record but are not read with it, such as a picture or a thumbnail.
///
/// A record read from a store only has the number of bytes; ``Reader/bytes(of:_:)`` reads them. To set bytes, create a
/// value from them and save the record.
public struct StoredData: Hashable, Sendable {
  /// The place of the bytes.
  enum Place: Hashable, Sendable {
    /// In memory: they have not been saved yet.
    case here(Data)
    /// In the record's row.
    case row(byteCount: Int)
    /// In external storage.
    case external(ExternalReference)
  }

  let place: Place

  init(_ place: Place) { self.place = place }

  /// Creates a value from bytes to be saved.
  public init(_ bytes: Data) { place = .here(bytes) }

  /// Whether the bytes were not read with the record.
  var isElsewhere: Bool {
    if case .here = place { false } else { true }
  }

  /// Number of bytes.
  public var byteCount: Int {
    switch place {
    case .here(let bytes): bytes.count
    case .row(let byteCount): byteCount
    case .external(let reference): reference.byteCount
    }
  }
}

extension StoredData: AttributeConvertible {
  /// Values of up to 32 KiB are stored in the row, where reading them takes less time than opening a file (SQLite,
  /// “Internal Versus External BLOBs”).
  public static var attributeType: AttributeType { .data(rowLimit: 32 * 1024) }
  public var attributeValue: AttributeValue { .data(self) }
  public init?(attributeValue: AttributeValue) {
    guard case .data(let data) = attributeValue else { return nil }
    self = data
  }
}
