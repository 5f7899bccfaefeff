/// What an attribute holds.
///
/// Each type has one Swift type that it appears as in a record (``AttributeConvertible``) and one SQLite storage class.
public enum AttributeType: Hashable, Sendable {
  /// Text. Swift `String`, or an enumeration with such raw values; SQLite `TEXT`.
  case string
  /// A whole number in 16 bits, signed. Swift `Int16`; SQLite `INTEGER`.
  case integer16
  /// A whole number in 32 bits, signed. Swift `Int32`; SQLite `INTEGER`.
  case integer32
  /// A whole number in 64 bits, signed. Swift `Int64` or `Int`; SQLite `INTEGER`.
  case integer64
  /// A finite number with 24 significant bits. Swift `Float`; SQLite `REAL`.
  case float
  /// A finite number with 53 significant bits. Swift `Double`; SQLite `REAL`.
  case double
  /// An exact number with up to four decimal places, such as a price. Foundation's `Decimal`; SQLite `INTEGER`, counting
  /// ten-thousandths, so that SQL can compare and add prices without rounding. Magnitude up to 922,337,203,685,477.5807.
  case decimal
  /// True or false. Swift `Bool`; SQLite `INTEGER`, 0 or 1.
  case boolean
  /// A moment to the millisecond, in the years 1 to 9999. Foundation's `Date`; SQLite `INTEGER`, milliseconds since
  /// 1970-01-01T00:00:00Z (`datetime(x / 1000, 'unixepoch')` shows it).
  case date
  /// Foundation's `UUID`; SQLite `BLOB` of its 16 bytes, half of what its text would take in every row and index.
  case uuid
  /// A web address. Foundation's `URL`; SQLite `TEXT`.
  case uri
  /// Bytes. Foundation's `Data`; SQLite `BLOB`.
  case binary
  /// Bytes that stay behind when the record is read, and are fetched when they are asked for: up to `rowLimit` bytes in
  /// the row, more in external storage beside the store, decided per value. Swift ``StoredData``; two SQLite columns, a
  /// `BLOB` for the bytes and a `TEXT` with `File` behind its name for the reference to external storage.
  case data(rowLimit: Int)
  /// A Swift type of the shop's own that turns itself into text and back, by its registered name; SQLite `TEXT`.
  case transformable(String)

  /// The SQLite storage class of a column that holds it.
  var column: String {
    switch self {
    case .string, .uri, .transformable: "TEXT"
    case .integer16, .integer32, .integer64, .decimal, .boolean, .date: "INTEGER"
    case .float, .double: "REAL"
    case .uuid, .binary, .data: "BLOB"
    }
  }
}
