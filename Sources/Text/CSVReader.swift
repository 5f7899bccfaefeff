import Foundation

/// Reads the rows of a CSV text (RFC 4180) one at a time. The first line names the columns.
///
/// Fields are separated by commas, semicolons or tabs, whichever the first line has most of: spreadsheets write
/// semicolons where the comma is the decimal sign. Lines end with a line feed, with a carriage return before it or not.
/// Empty lines are skipped, unless there is one column only. An empty field is no value, and an empty pair of quotes is
/// empty text (PostgreSQL's `COPY` draws the same line).
///
/// After an error reading goes on, so that a bad row costs only itself: with the next row where the row has another number
/// of fields or text that is not UTF-8, else with the line below the one in which the field at fault begins. A quote that
/// should not be there hides where its row ends, and most rows are one line.
package struct CSVReader: Sendable {
  /// A row below the names of the columns.
  public struct Row: Hashable, Sendable {
    /// The line in which it begins, from 1.
    public let line: Int
    /// The text for each column, nil for no value.
    public let fields: [String?]
    /// Where it begins.
    package let start: TextCursor
  }

  /// The names of the columns: none is empty, none comes twice.
  public private(set) var columns: [String] = []

  /// The decimal separator that the program which wrote the text most likely uses: with a comma as that, spreadsheets separate fields
  /// with semicolons.
  package var likelyDecimal: DecimalSeparator { separator == .semicolon ? .comma : .point }

  private let data: Data
  private let separator: UInt8
  private var cursor: TextCursor

  /// The rows of a text.
  public init(_ bytes: Data) throws(TextError) {
    data = bytes
    let bytes = bytes.span
    let start = TextCursor(bytes)
    cursor = start
    // What spreadsheets call Unicode text is UTF-16, and begins so.
    if data.starts(with: [0xFF, 0xFE]) || data.starts(with: [0xFE, 0xFF]) { throw start.error(.notUTF8, in: bytes) }
    separator = Self.separator(of: bytes)
    guard start.peek(bytes) != nil else { throw start.unexpected("a line with the names of the columns", in: bytes) }
    let names = try fields(in: bytes)
    var known: Set<String> = []
    for (index, name) in names.enumerated() {
      guard let name, !name.isEmpty else { throw start.error(.namelessColumn(number: index + 1), in: bytes) }
      guard known.insert(name).inserted else { throw start.error(.duplicateColumn(name), in: bytes) }
      columns.append(name)
    }
  }

  /// The next row, or nil after the last.
  public mutating func next() throws(TextError) -> Row? {
    // A reference of its own, because the reader changes while its bytes are read.
    let data = data
    let bytes = data.span
    while cursor.peek(bytes) != nil {
      let start = cursor
      let fields = try row(in: bytes)
      if fields.count == columns.count { return Row(line: start.line, fields: fields, start: start) }
      if fields == [nil] { continue }
      throw start.error(.fieldCount(found: fields.count, columns: columns.count), in: bytes)
    }
    return nil
  }

  /// Goes to where a row begins.
  package mutating func go(to start: TextCursor) { cursor = start }

  /// Reads a row, and after a fault the rest of its line too.
  private mutating func row(in bytes: Span<UInt8>) throws(TextError) -> [String?] {
    do {
      return try fields(in: bytes)
    } catch {
      if error.fault != .notUTF8 { cursor.skipLine(in: bytes) }
      throw error
    }
  }

  /// Reads a row and the end of its line, also before throwing that it is not UTF-8; after another error the next byte is
  /// in the line of the field at fault. An empty line is one field without a value.
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

  /// Reads up to the next separator or end of a line, also before throwing that it is not UTF-8.
  private mutating func field(in bytes: Span<UInt8>) throws(TextError) -> String? {
    if cursor.peek(bytes) == .quote { return try quotedField(in: bytes) }
    let start = cursor
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
      // The first of two quotes inside the field stands for both.
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
      // A field that runs on over lines was most often opened by mistake.
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

  /// The separator that the first line has most of outside quotes; a comma where it has none.
  private static func separator(of bytes: Span<UInt8>) -> UInt8 {
    let separators: [UInt8] = [.comma, .semicolon, .tab]
    var counts = [0, 0, 0]
    var isQuoted = false
    for index in bytes.indices {
      let byte = bytes[index]
      if byte == .quote { isQuoted.toggle() }
      if isQuoted { continue }
      if byte == .lineFeed { break }
      if let found = separators.firstIndex(of: byte) { counts[found] += 1 }
    }
    return zip(separators, counts).reduce((.comma, 0)) { $1.1 > $0.1 ? $1 : $0 }.0
  }
}
