import Foundation

/// Reads the objects of a JSON text one at a time. They are either in one array, or one per line (NDJSON). In the
/// latter form, objects may also span several lines, and empty lines are skipped.
///
/// Only the current object is held as values. Bytes of a mapped file (`Data(contentsOf:options:)`) are loaded as they
/// are needed.
///
/// After an error, reading continues with the next object (``JSONParser/skipElement(from:in:)``), so that one bad
/// object doesn't prevent reading the others.
package struct JSONRecords: Sendable {
  /// An object of the text.
  public struct Element: Hashable, Sendable {
    /// The line in which the object begins, from 1.
    public let line: Int
    /// The number of the object in the text, from 1.
    public let number: Int
    /// The object's keys and values, in order. All keys are different.
    public let members: [JSONValue.Member]
    /// The position where the object begins.
    package let start: TextCursor
  }

  private enum Form { case unknown, lines, array, ended }

  private let data: Data
  private var parser: JSONParser
  private var form = Form.unknown
  /// Whether the comma or the end of the array before the next element may be missing.
  private var isResuming = false
  /// Number of objects begun so far.
  private var count = 0
  /// The number of the last object that was read or failed; nil if the text between two objects is invalid.
  package private(set) var number: Int?

  /// Creates a reader of a text.
  public init(_ bytes: Data) {
    data = bytes
    parser = JSONParser(bytes.span)
  }

  /// Returns the next object; nil after the last.
  public mutating func next() throws(TextError) -> Element? {
    // A separate reference, because `self` is modified while the bytes are read.
    let data = data
    let bytes = data.span
    number = nil
    parser.skipSpace(in: bytes)
    switch form {
    case .ended: return nil
    case .lines: return try nextOfLines(bytes)
    case .array: return try nextOfArray(bytes, isFirst: false)
    case .unknown:
      guard parser.cursor.skip(UInt8(ascii: "["), in: bytes) else {
        form = .lines
        return try nextOfLines(bytes)
      }
      form = .array
      parser.skipSpace(in: bytes)
      return try nextOfArray(bytes, isFirst: true)
    }
  }

  /// Returns the object that begins at a position.
  package mutating func element(at start: TextCursor) throws(TextError) -> Element {
    let data = data
    let bytes = data.span
    parser.cursor = start
    return try element(try parser.value(in: bytes, depth: 1), at: start, bytes)
  }

  /// Counts an object that begins at the cursor.
  private mutating func beginElement() -> TextCursor {
    count += 1
    number = count
    return parser.cursor
  }

  private mutating func nextOfLines(_ bytes: Span<UInt8>) throws(TextError) -> Element? {
    guard parser.cursor.peek(bytes) != nil else { return nil }
    let start = beginElement()
    do {
      return try element(try parser.value(in: bytes), at: start, bytes)
    } catch {
      if start.peek(bytes) == UInt8(ascii: "{") { parser.skipElement(from: start, in: bytes) }
      if parser.cursor.line == start.line { parser.cursor.skipLine(in: bytes) }
      throw error
    }
  }

  private mutating func nextOfArray(_ bytes: Span<UInt8>, isFirst: Bool) throws(TextError) -> Element? {
    let wasResuming = isResuming
    if wasResuming, parser.cursor.peek(bytes) == nil { return nil }
    isResuming = false
    if parser.cursor.skip(UInt8(ascii: "]"), in: bytes) {
      form = .ended
      parser.skipSpace(in: bytes)
      guard parser.cursor.peek(bytes) == nil else { throw parser.cursor.unexpected("the end", in: bytes) }
      return nil
    }
    if !isFirst, !parser.cursor.skip(.comma, in: bytes), !wasResuming {
      isResuming = true
      defer { parser.skipToElement(in: bytes) }
      throw parser.cursor.unexpected("a comma or ]", in: bytes)
    }
    parser.skipSpace(in: bytes)
    let start = beginElement()
    let value: JSONValue
    do {
      value = try parser.value(in: bytes, depth: 1)
    } catch {
      isResuming = true
      parser.skipElement(from: start, in: bytes)
      throw error
    }
    return try element(value, at: start, bytes)
  }

  private func element(
    _ value: JSONValue, at start: TextCursor, _ bytes: Span<UInt8>
  ) throws(TextError) -> Element {
    guard case .object(let members) = value else { throw start.unexpected("an object", in: bytes) }
    return Element(line: start.line, number: number ?? 0, members: members, start: start)
  }
}
