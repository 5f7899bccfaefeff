import Foundation

/// Reads the objects of a JSON text one at a time: of one array, or one after the other with a line for each (NDJSON;
/// they may also take several lines, and empty lines are skipped).
///
/// Only the object at hand is held as values. Bytes that are a mapped file (`Data(contentsOf:options:)`) are read as they
/// are needed.
///
/// After an error between objects on lines of their own, reading goes on with the next line. In an array it goes on
/// after an element that is no object; any other error ends the array, because where its next element begins is
/// unknown.
public struct JSONRecords: Sendable {
  /// An object of the text.
  public struct Element: Hashable, Sendable {
    /// The line in which it begins, from 1.
    public let line: Int
    /// Its keys and values in their order; no key comes twice.
    public let members: [JSONValue.Member]
  }

  private enum Form { case unknown, lines, array, ended }

  private let data: Data
  private var parser: JSONParser
  private var form = Form.unknown

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

  private mutating func nextOfLines(_ bytes: Span<UInt8>) throws(TextError) -> Element? {
    guard parser.cursor.peek(bytes) != nil else { return nil }
    let start = parser.cursor
    do {
      return try Self.element(try parser.value(in: bytes), at: start, bytes)
    } catch {
      parser.cursor.skipLine(in: bytes)
      throw error
    }
  }

  private mutating func nextOfArray(_ bytes: Span<UInt8>, isFirst: Bool) throws(TextError) -> Element? {
    form = .ended
    if parser.cursor.skip(UInt8(ascii: "]"), in: bytes) {
      parser.skipSpace(in: bytes)
      guard parser.cursor.peek(bytes) == nil else { throw parser.cursor.unexpected("the end", in: bytes) }
      return nil
    }
    guard isFirst || parser.cursor.skip(.comma, in: bytes) else {
      throw parser.cursor.unexpected("a comma or ]", in: bytes)
    }
    parser.skipSpace(in: bytes)
    let start = parser.cursor
    let value = try parser.value(in: bytes, depth: 1)
    form = .array
    return try Self.element(value, at: start, bytes)
  }

  private static func element(
    _ value: JSONValue, at start: TextCursor, _ bytes: Span<UInt8>
  ) throws(TextError) -> Element {
    guard case .object(let members) = value else { throw start.unexpected("an object", in: bytes) }
    return Element(line: start.line, members: members)
  }
}
