import Foundation

/// Reads the rows of a CSV text (RFC 4180) one at a time. The first line names the columns.
///
/// Fields are separated by commas, semicolons or tabs, whichever the first line has most of: spreadsheets write
/// semicolons where the comma is the decimal sign. A line `sep=;` before it, as Excel writes and reads it, names the separator,
/// which may also be `|`. Lines end with a line feed, with a carriage return before it or not. UTF-16 is read if the text begins
/// with a byte order mark.
///
/// Rows without any value are skipped, and so are columns without a name, which must be empty. An empty field is no value, and
/// an empty pair of quotes is empty text (PostgreSQL's `COPY` draws the same line).
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

  /// The names of the columns that have one. None comes twice.
  public private(set) var columns: [String] = []
  /// The line that names the columns, from 1.
  public let headerLine: Int

  /// The decimal separator that the program which wrote the text most likely uses: with a comma as that, spreadsheets separate fields
  /// with semicolons.
  package var likelyDecimal: DecimalSeparator { separator == .semicolon ? .comma : .point }

  private let data: Data
  private let separator: UInt8
  private var cursor: TextCursor
  /// The places of the named columns among the fields of a row.
  private var places: [Int] = []
  /// How many fields the line with the names has.
  private var width = 0

  /// The rows of a text.
  public init(_ bytes: Data) throws(TextError) {
    let utf8 = try TextEncoding.utf8(bytes)
    data = utf8
    let bytes = utf8.span
    cursor = TextCursor(bytes)
    cursor.skipBlankRows(in: bytes)
    let stated = try cursor.skipSeparatorLine(in: bytes)
    cursor.skipBlankRows(in: bytes)
    let start = cursor
    (separator, headerLine) = (stated ?? start.likeliestSeparator(in: bytes), start.line)
    guard start.peek(bytes) != nil else { throw start.unexpected("a line with the names of the columns", in: bytes) }
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

  /// The next row, or nil after the last.
  public mutating func next() throws(TextError) -> Row? {
    // A reference of its own, because the reader changes while its bytes are read.
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

  /// The fields of the next row that has any value, and where it begins; nil after the last.
  private mutating func nextFields(in bytes: Span<UInt8>) throws(TextError) -> (start: TextCursor, fields: [String?])? {
    while cursor.peek(bytes) != nil {
      let start = cursor
      let fields = try row(in: bytes)
      if fields.contains(where: { $0 != nil }) { return (start, fields) }
    }
    return nil
  }

  /// Throws `namelessColumn` at the first row that has a value in a column without a name: it would be lost.
  private func checkNamelessColumns() throws(TextError) {
    var rows = self
    let data = data
    let bytes = data.span
    let named = Set(places)
    while true {
      // A malformed row is reported when it is read for good.
      guard let next = try? rows.nextFields(in: bytes) else {
        if rows.cursor.peek(bytes) == nil { return }
        continue
      }
      for (index, field) in next.fields.prefix(width).enumerated() where field.isFilled && !named.contains(index) {
        throw next.start.error(.namelessColumn(number: index + 1), in: bytes)
      }
    }
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
}

extension String? {
  /// Whether there is something to be seen in a field.
  fileprivate var isFilled: Bool { self.map { !$0.allSatisfy(\.isWhitespace) } ?? false }
}
