import Errors

/// Why a JSON or CSV text could not be read, and where.
public struct TextError: DescribedError, Hashable {
  /// The line, from 1.
  public let line: Int
  /// The place in that line, from 1, counted in Unicode scalars.
  public let column: Int
  /// What is wrong there.
  public let fault: Fault

  /// What can be wrong with a text.
  public enum Fault: Hashable, Sendable {
    /// Something else stands where `expected` belongs.
    case unexpected(found: String, expected: String)
    /// The text that begins here has bytes that are not UTF-8.
    case notUTF8
    /// The bytes that begin here are no character in the encoding with this name.
    case notInEncoding(String)
    /// JSON's `\u` with half of a surrogate pair, which is no character.
    case loneSurrogate
    /// A key that the JSON object has already.
    case duplicateKey(String)
    /// More JSON arrays and objects in one another than are read.
    case tooDeep(limit: Int)
    /// A quoted CSV field that nothing ends.
    case openQuote
    /// A quote inside a CSV field that does not begin with one, or more text behind a quoted field.
    case strayQuote
    /// A CSV row with another number of fields than there are columns.
    case fieldCount(found: Int, columns: Int)
    /// The CSV column with this number, from 1, has no name, but the row that begins here has a value in it.
    case namelessColumn(number: Int)
    /// A CSV column with the name of another.
    case duplicateColumn(String)
  }

  /// What is wrong and what to do, without the place.
  public var message: String {
    switch fault {
    case .unexpected(let found, let expected): "expected \(expected), found \(found)"
    case .notUTF8: "this text is not UTF-8; save the file as UTF-8"
    case .notInEncoding(let name): "these bytes are no character in \(name); save the file as UTF-8"
    case .loneSurrogate: "this \\u is half of a surrogate pair; the other half is missing"
    case .duplicateKey(let key): "this object already has the key “\(key.excerpt)”"
    case .tooDeep(let limit): "lists and objects are nested more than \(limit) levels deep"
    case .openQuote: "the quote that opens here is never closed"
    case .strayQuote: "a field that contains quotes must be quoted as a whole, with each inner quote doubled"
    case .fieldCount(let found, let columns):
      "this row has \(found) \(found == 1 ? "field" : "fields"), but there are \(columns) columns"
        + (found == 1 ? "; separate the fields as in the first line" : "")
    case .namelessColumn(let number):
      "column \(number) has no name, but this row has a value in it; name the column in the first line, or clear it"
    case .duplicateColumn(let name): "another column is already named “\(name.excerpt)”"
    }
  }
}

extension TextError {
  /// The text cannot be read.
  public var code: ErrorCode { .unreadable }

  /// Which fault it is.
  public var reason: String {
    switch fault {
    case .unexpected: "unexpected-text"
    case .notUTF8: "not-utf-8"
    case .notInEncoding: "not-in-encoding"
    case .loneSurrogate: "lone-surrogate"
    case .duplicateKey: "duplicate-key"
    case .tooDeep: "too-deep"
    case .openQuote: "open-quote"
    case .strayQuote: "stray-quote"
    case .fieldCount: "field-count"
    case .namelessColumn: "nameless-column"
    case .duplicateColumn: "duplicate-column"
    }
  }

  /// The place, and what is known of the fault.
  public var facts: Facts {
    let place: Facts = ["line": .count(line), "column": .count(column)]
    return switch fault {
    case .unexpected(let found, let expected): place.with(["found": .text(found), "expected": .text(expected)])
    case .duplicateKey(let key): place.with(["key": .text(key)])
    case .tooDeep(let limit): place.with(["limit": .count(limit)])
    case .fieldCount(let found, let columns): place.with(["fields": .count(found), "columns": .count(columns)])
    case .namelessColumn(let number): place.with(["number": .count(number)])
    case .duplicateColumn(let name): place.with(["name": .text(name)])
    case .notInEncoding(let name): place.with(["encoding": .text(name)])
    case .notUTF8, .loneSurrogate, .openQuote, .strayQuote: place
    }
  }

  /// None: the sentence says what to change in the text.
  public var remedy: (any Remedy)? { nil }
}

extension TextError: CustomStringConvertible {
  /// `7:20: …`: with a file's name and a colon before it, a place that terminals and editors make a link of.
  public var description: String { "\(line):\(column): \(message)" }
}
