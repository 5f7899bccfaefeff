/// The type of an attribute's values.
///
/// Each type has one Swift type in records (``AttributeConvertible``) and one SQLite storage class.
public enum AttributeType: Hashable, Sendable {
  /// Text. Swift `String`, or an enumeration with `String` raw values; SQLite `TEXT`.
  case string
  /// A signed 16-bit integer. Swift `Int16`; SQLite `INTEGER`.
  case integer16
  /// A signed 32-bit integer. Swift `Int32`; SQLite `INTEGER`.
  case integer32
  /// A signed 64-bit integer. Swift `Int64` or `Int`; SQLite `INTEGER`.
  case integer64
  /// A finite number with 24 significant bits. Swift `Float`; SQLite `REAL`.
  case float
  /// A finite number with 53 significant bits. Swift `Double`; SQLite `REAL`.
  case double
  /// An exact number with up to four decimal places, such as a price. Foundation's `Decimal`; SQLite `INTEGER` that
  /// counts ten-thousandths, so that SQL can compare and add prices without rounding. Magnitude up to
  /// 922,337,203,685,477.5807.
  case decimal
  /// A Boolean. Swift `Bool`; SQLite `INTEGER`, 0 or 1.
  case boolean
  /// A time with millisecond precision, in the years 1 to 9999. Foundation's `Date`; SQLite `INTEGER`, milliseconds
  /// since 1970-01-01T00:00:00Z (`datetime(x / 1000, 'unixepoch')` shows it).
  case date
  /// A UUID. Foundation's `UUID`; SQLite `BLOB` of its 16 bytes, less than half the size of its text in every row and
  /// index.
  case uuid
  /// A web address. Foundation's `URL`; SQLite `TEXT`.
  case uri
  /// Bytes. Foundation's `Data`; SQLite `BLOB`.
  case binary
  /// Bytes that are not read with the record, but only on request. Values of up to `rowLimit` bytes are stored in the
  /// row, larger ones in external storage beside the store. Swift ``StoredData``; two SQLite columns: a `BLOB` for the
  /// bytes, and a `TEXT`, with `File` appended to its name, for the reference to external storage.
  case data(rowLimit: Int)
  /// A Swift type of the application that is converted to text and back, by its registered name; SQLite `TEXT`.
  case transformable(String)

  /// The SQLite storage class of the column.
  var column: String {
    switch self {
    case .string, .uri, .transformable: "TEXT"
    case .integer16, .integer32, .integer64, .decimal, .boolean, .date: "INTEGER"
    case .float, .double: "REAL"
    case .uuid, .binary, .data: "BLOB"
    }
  }
}
