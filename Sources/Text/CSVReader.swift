import Foundation

/// Reads the rows of a CSV text (RFC 4180) one at a time. The first line contains the names of the columns.
///
/// Fields are separated by commas, semicolons or tabs, whichever is most frequent in the first line: spreadsheets write
/// semicolons if the comma is the decimal separator. A line `sep=;` before the column names, as Excel writes and reads
/// it, names the separator, which can also be `|`. Lines end with a line feed, optionally after a carriage return. A
/// text in UTF-16 is recognised by its byte order mark or, without one, by the zero byte of its first character.
///
/// A field `="0012"` is the text 0012: that is how programs keep spreadsheets from taking a text for a number.
///
/// Rows without any value are skipped. Columns without a name are skipped too, and must be empty. An empty field is no
/// value; an empty pair of quotes is empty text, as in PostgreSQL's `COPY`.
///
/// Reading can continue after an error, so that one bad row doesn't prevent reading the others. If a row has the wrong
/// number of fields or isn't UTF-8, reading continues with the next row. After a misplaced quote, the end of the row is
/// unknown. Reading then continues with the line after the start of the invalid field, because most rows are one line.
package struct CSVReader: Sendable {
  /// A row of values.
  public struct Row: Hashable, Sendable {
    /// The line in which the row begins, from 1.
    public let line: Int
    /// The text for each column; nil for no value.
    public let fields: [String?]
    /// The position where the row begins.
    package let start: TextCursor
  }

  /// Names of the named columns, all different.
  public private(set) var columns: [String] = []
  /// The line with the names of the columns, from 1.
  public let headerLine: Int

  /// The decimal separator most likely used by the program that wrote the text. Spreadsheets separate fields with
  /// semicolons if the decimal separator is the comma.
  package var likelyDecimal: DecimalSeparator { separator == .semicolon ? .comma : .point }

  private let data: Data
  private let separator: UInt8
  private var cursor: TextCursor
  /// Indices of the named columns among the fields of a row.
  private var places: [Int] = []
  /// Number of fields in the line with the names.
  private var width = 0

  /// Reads the names of the columns.
  ///
  /// - Parameter encoding: The encoding of a text whose first bytes don't show it. Nil means UTF-8.
  public init(_ bytes: Data, encoding: TextEncoding? = nil) throws(TextError) {
    data = try TextEncoding.utf8(bytes, stated: encoding)
    (cursor, separator) = try Self.start(of: data)
    headerLine = cursor.line
    try readColumns()
  }

  // Separate functions, because Swift 6.2 can't compile an initializer that uses a span and throws.

  /// Returns the start of the line with the names of the columns, and the separator.
  private static func start(of data: Data) throws(TextError) -> (TextCursor, separator: UInt8) {
    let bytes = data.span
    var cursor = TextCursor(bytes)
    cursor.skipBlankRows(in: bytes)
    let stated = try cursor.skipSeparatorLine(in: bytes)
    cursor.skipBlankRows(in: bytes)
    guard cursor.peek(bytes) != nil else { throw cursor.unexpected("a line with the names of the columns", in: bytes) }
    return (cursor, stated ?? cursor.likeliestSeparator(in: bytes))
  }

  private mutating func readColumns() throws(TextError) {
    let data = data
    let bytes = data.span
    let start = cursor
    let names = try fields(in: bytes)
    width = names.count
    var known: Set<String> = []
    for (index, name) in names.enumerated() {
      guard let name, !name.allSatisfy(\.isWhitespace) else { continue }
      guard known.insert(name).inserted else { throw start.error(.duplicateColumn(name: name), in: bytes) }
      columns.append(name)
      places.append(index)
    }
    guard !columns.isEmpty else { throw start.unexpected("a line with the names of the columns", in: bytes) }
    if places.count < width { try checkNamelessColumns() }
  }

  /// Returns the next row; nil after the last.
  public mutating func next() throws(TextError) -> Row? {
    // A separate reference, because `self` is modified while the bytes are read.
    let data = data
    let bytes = data.span
    guard let (start, fields) = try nextFields(in: bytes) else { return nil }
    if fields.count == columns.count, width == columns.count {
      return Row(line: start.line, fields: fields, start: start)
    }
    let least = (places.last ?? 0) + 1
    let found = (fields.lastIndex { $0.isFilled } ?? -1) + 1
    guard fields.count >= least, found <= width else {
      let isTooShort = fields.count < least
      throw start.error(
        .fieldCount(fields: isTooShort ? fields.count : found, columns: isTooShort ? least : width), in: bytes)
    }
    return Row(line: start.line, fields: places.map { fields[$0] }, start: start)
  }

  /// Returns the fields and the position of the next row with any value; nil after the last.
  private mutating func nextFields(in bytes: Span<UInt8>) throws(TextError) -> (start: TextCursor, fields: [String?])? {
    while cursor.peek(bytes) != nil {
      let start = cursor
      let fields = try row(in: bytes)
      if fields.contains(where: { $0 != nil }) { return (start, fields) }
    }
    return nil
  }

  /// Throws `namelessColumn` at the first row with a value in a column without a name, because that value would be
  /// lost.
  private func checkNamelessColumns() throws(TextError) {
    var rows = self
    let data = data
    let bytes = data.span
    let named = Set(places)
    while true {
      // Malformed rows are reported later, when they are read.
      guard let next = try? rows.nextFields(in: bytes) else {
        if rows.cursor.peek(bytes) == nil { return }
        continue
      }
      for (index, field) in next.fields.prefix(width).enumerated() where field.isFilled && !named.contains(index) {
        throw next.start.error(.namelessColumn(number: index + 1), in: bytes)
      }
    }
  }

  /// Moves to the beginning of a row.
  package mutating func go(to start: TextCursor) { cursor = start }

  /// Reads a row. After an error, also skips the rest of its line.
  private mutating func row(in bytes: Span<UInt8>) throws(TextError) -> [String?] {
    do {
      return try fields(in: bytes)
    } catch {
      if error.fault != .notUTF8 { cursor.skipLine(in: bytes) }
      throw error
    }
  }

  /// Reads a row and the end of its line. If the row isn't UTF-8, reads all of it before throwing. After any other
  /// error, the cursor is in the line of the invalid field. An empty line is one field without a value.
  private mutating func fields(in bytes: Span<UInt8>) throws(TextError) -> [String?] {
    var fields: [String?] = []
    fields.reserveCapacity(columns.count)
    var notUTF8: TextError?
    repeat {
      do {
        fields.append(try field(in: bytes))
      } catch {
        guard error.fault == .notUTF8 else { throw error }
        notUTF8 = notUTF8 ?? error
      }
    } while cursor.skip(separator, in: bytes)
    if cursor.skip(.carriageReturn, in: bytes), cursor.peek(bytes) != .lineFeed {
      throw cursor.unexpected("the line feed that ends a line", in: bytes)
    }
    if cursor.peek(bytes) == .lineFeed { cursor.passLineFeed() }
    if let notUTF8 { throw notUTF8 }
    return fields
  }

  /// Reads up to the next separator or line end, even if it then throws because the field isn't UTF-8.
  private mutating func field(in bytes: Span<UInt8>) throws(TextError) -> String? {
    if cursor.peek(bytes) == .quote {
      let text = try quotedField(in: bytes)
      return text.textOfFormula ?? text
    }
    let start = cursor
    if cursor.peek(bytes) == UInt8(ascii: "="), start.offset + 1 < bytes.count, bytes[start.offset + 1] == .quote {
      cursor.offset += 1
      return try quotedField(in: bytes)
    }
    while let byte = cursor.peek(bytes), !endsField(byte) {
      if byte == .quote { throw cursor.error(.strayQuote, in: bytes) }
      cursor.offset += 1
    }
    if cursor.offset == start.offset { return nil }
    guard let text = bytes.text(start.offset..<cursor.offset) else { throw start.error(.notUTF8, in: bytes) }
    return text
  }

  private mutating func quotedField(in bytes: Span<UInt8>) throws(TextError) -> String {
    let opening = cursor
    var text = ""
    var isUTF8 = true
    repeat {
      // The first of two quotes inside a field is kept for both.
      let start = cursor.offset + (cursor.offset == opening.offset ? 1 : 0)
      cursor.offset += 1
      while let byte = cursor.peek(bytes), byte != .quote {
        if byte == .lineFeed { cursor.passLineFeed() } else { cursor.offset += 1 }
      }
      guard cursor.peek(bytes) != nil else {
        cursor = opening
        throw opening.error(.openQuote, in: bytes)
      }
      if let part = bytes.text(start..<cursor.offset) { text += part } else { isUTF8 = false }
      cursor.offset += 1
    } while cursor.peek(bytes) == .quote
    if let byte = cursor.peek(bytes), !endsField(byte) {
      // A quoted field over several lines was most likely opened by mistake.
      let place = cursor.line == opening.line ? cursor : opening
      cursor = opening
      throw place.error(.strayQuote, in: bytes)
    }
    guard isUTF8 else { throw opening.error(.notUTF8, in: bytes) }
    return text
  }

  private func endsField(_ byte: UInt8) -> Bool {
    byte == separator || byte == .lineFeed || byte == .carriageReturn
  }
}

extension String? {
  /// Whether a field has visible content.
  fileprivate var isFilled: Bool { self.map { !$0.allSatisfy(\.isWhitespace) } ?? false }
}
