import Foundation

/// Reads the objects of a JSON text one at a time: of one array, or one after the other with a line for each (NDJSON;
/// they may also take several lines, and empty lines are skipped).
///
/// Only the object at hand is held as values. Bytes that are a mapped file (`Data(contentsOf:options:)`) are read as they
/// are needed.
///
/// After an error reading goes on with the next object beside the one at fault (``JSONParser/skipElement(from:in:)``), so
/// that a bad object costs only itself.
package struct JSONRecords: Sendable {
  /// An object of the text.
  public struct Element: Hashable, Sendable {
    /// The line in which it begins, from 1.
    public let line: Int
    /// Which of the text's objects it is, from 1.
    public let number: Int
    /// Its keys and values in their order; no key comes twice.
    public let members: [JSONValue.Member]
    /// Where it begins.
    package let start: TextCursor
  }

  private enum Form { case unknown, lines, array, ended }

  private let data: Data
  private var parser: JSONParser
  private var form = Form.unknown
  /// Whether what stands before the next element may be missing: the comma, or the end of the array.
  private var isResuming = false
  /// How many objects have begun so far.
  private var count = 0
  /// The number of the object that was read last or could not be read; nil if what stands between two is wrong.
  package private(set) var number: Int?

  /// The objects of a text.
  public init(_ bytes: Data) {
    data = bytes
    parser = JSONParser(bytes.span)
  }

  /// The next object, or nil after the last.
  public mutating func next() throws(TextError) -> Element? {
    // A reference of its own, because the reader changes while its bytes are read.
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

  /// The object that begins at a place.
  package mutating func element(at start: TextCursor) throws(TextError) -> Element {
    let data = data
    let bytes = data.span
    parser.cursor = start
    return try element(try parser.value(in: bytes, depth: 1), at: start, bytes)
  }

  /// Counts an object that begins here.
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
