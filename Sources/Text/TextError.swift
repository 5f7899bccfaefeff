import Errors

/// Why a JSON or CSV text can't be read, with the position.
public struct TextError: DescribedError, Hashable {
  /// The line, from 1.
  public let line: Int
  /// The column in that line, from 1, counted in Unicode scalars.
  public let column: Int
  /// What is wrong at this position.
  public let fault: Fault

  /// The fault with its position.
  public var descriptor: ErrorDescriptor { ErrorDescriptor(fault).with(["line": line, "column": column]) }

  /// What can be wrong with a text.
  public enum Fault: DescribedError, Hashable {
    /// Something other than `expected`.
    case unexpectedText(found: String, expected: String)
    /// The text that begins here contains bytes that aren't UTF-8.
    case notUTF8
    /// The bytes that begin here aren't a character in the named encoding.
    case notInEncoding(encoding: String)
    /// A `\u` escape in JSON with half of a surrogate pair.
    case loneSurrogate
    /// A key that the JSON object already has.
    case duplicateKey(key: String)
    /// JSON arrays and objects nested deeper than the limit.
    case tooDeep(limit: Int)
    /// A quoted CSV field that is never closed.
    case openQuote
    /// A quote inside an unquoted CSV field, or text after a quoted field.
    case strayQuote
    /// A CSV row whose number of fields differs from the number of columns.
    case fieldCount(fields: Int, columns: Int)
    /// The CSV column with this number, from 1, has no name, but the row that begins here has a value in it.
    case namelessColumn(number: Int)
    /// A CSV column whose name occurs twice.
    case duplicateColumn(name: String)

    public var descriptor: ErrorDescriptor {
      switch self {
      case .unexpectedText(let found, let expected): .init(.unreadable, "expected \(expected), found \(found)")
      case .notUTF8: .init(.unreadable, "this text is not UTF-8; save the file as UTF-8")
      case .notInEncoding(let name):
        .init(.unreadable, "these bytes are not a character in \(name); save the file as UTF-8")
      case .loneSurrogate: .init(.unreadable, "this \\u is half of a surrogate pair; the other half is missing")
      case .duplicateKey(let key): .init(.unreadable, "this object already has the key “\(key.excerpt)”")
      case .tooDeep(let limit): .init(.unreadable, "lists and objects are nested more than \(limit) levels deep")
      case .openQuote: .init(.unreadable, "the quote that opens here is never closed")
      case .strayQuote:
        .init(.unreadable, "a field that contains quotes must be quoted as a whole, with each inner quote doubled")
      case .fieldCount(let fields, let columns):
        .init(
          .unreadable,
          "this row has \(fields) \(fields == 1 ? "field" : "fields"), but there are \(columns) columns"
            + (fields == 1 ? "; separate the fields as in the first line" : ""))
      case .namelessColumn(let number):
        .init(
          .unreadable,
          "column \(number) has no name, but this row has a value in it; name the column in the first line, or clear it"
        )
      case .duplicateColumn(let name): .init(.unreadable, "another column is already named “\(name.excerpt)”")
      }
    }
  }
}

extension TextError: CustomStringConvertible {
  /// The position and the message: `7:20: …`. After a file name and a colon, terminals and editors turn it into a link.
  public var description: String { "\(line):\(column): \(message)" }
}
