import Errors

/// Why a JSON or CSV text could not be read, and where.
public struct TextError: DescribedError, Hashable {
  /// The line, from 1.
  public let line: Int
  /// The place in that line, from 1, counted in Unicode scalars.
  public let column: Int
  /// What is wrong there.
  public let fault: Fault

  /// The fault, and its place.
  public var descriptor: ErrorDescriptor { ErrorDescriptor(fault).with(["line": line, "column": column]) }

  /// What can be wrong with a text.
  public enum Fault: DescribedError, Hashable {
    /// Something else stands where `expected` belongs.
    case unexpectedText(found: String, expected: String)
    /// The text that begins here has bytes that are not UTF-8.
    case notUTF8
    /// The bytes that begin here are no character in the encoding with this name.
    case notInEncoding(encoding: String)
    /// JSON's `\u` with half of a surrogate pair, which is no character.
    case loneSurrogate
    /// A key that the JSON object has already.
    case duplicateKey(key: String)
    /// More JSON arrays and objects in one another than are read.
    case tooDeep(limit: Int)
    /// A quoted CSV field that nothing ends.
    case openQuote
    /// A quote inside a CSV field that does not begin with one, or more text behind a quoted field.
    case strayQuote
    /// A CSV row with another number of fields than there are columns.
    case fieldCount(fields: Int, columns: Int)
    /// The CSV column with this number, from 1, has no name, but the row that begins here has a value in it.
    case namelessColumn(number: Int)
    /// A CSV column with the name of another.
    case duplicateColumn(name: String)

    public var descriptor: ErrorDescriptor {
      switch self {
      case .unexpectedText(let found, let expected): .init(.unreadable, "expected \(expected), found \(found)")
      case .notUTF8: .init(.unreadable, "this text is not UTF-8; save the file as UTF-8")
      case .notInEncoding(let name):
        .init(.unreadable, "these bytes are no character in \(name); save the file as UTF-8")
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
  /// `7:20: …`: with a file's name and a colon before it, a place that terminals and editors make a link of.
  public var description: String { "\(line):\(column): \(message)" }
}
