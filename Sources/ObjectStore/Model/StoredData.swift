import Foundation

/// Bytes that belong to a record but are not read with it: a picture, a thumbnail.
///
/// A record that was read from a store knows only how many there are; ``Reader/bytes(of:_:)`` fetches them. To give a
/// record bytes, make a value from them and save the record.
public struct StoredData: Hashable, Sendable {
  /// Where the bytes are.
  enum Place: Hashable, Sendable {
    /// Here: they have not been saved yet.
    case here(Data)
    /// In the row.
    case row(byteCount: Int)
    /// In external storage.
    case external(ExternalReference)
  }

  let place: Place

  init(_ place: Place) { self.place = place }

  /// Bytes to be saved.
  public init(_ bytes: Data) { place = .here(bytes) }

  /// Whether the bytes stayed behind when the record was read.
  var isElsewhere: Bool {
    if case .here = place { false } else { true }
  }

  /// How many there are.
  public var byteCount: Int {
    switch place {
    case .here(let bytes): bytes.count
    case .row(let byteCount): byteCount
    case .external(let reference): reference.byteCount
    }
  }
}

extension StoredData: AttributeConvertible {
  /// Values up to 32 KiB stay in the row: reading those takes less time there than opening a file does (SQLite, “Internal
  /// Versus External BLOBs”).
  public static var attributeType: AttributeType { .data(rowLimit: 32 * 1024) }
  public var attributeValue: AttributeValue { .data(self) }
  public init?(attributeValue: AttributeValue) {
    guard case .data(let data) = attributeValue else { return nil }
    self = data
  }
}
