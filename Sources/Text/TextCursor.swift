/// A reader's position in a text, with its line.
///
/// The bytes are passed to each call instead of being stored. So a reader of a mapped file owns them, and every access
/// is bounds-checked.
package struct TextCursor: Hashable, Sendable {
  /// The offset of the next byte.
  var offset: Int
  /// The line, from 1.
  package private(set) var line = 1
  /// The offset of the line's first byte.
  private var lineStart: Int

  /// Creates a position at the beginning of a text, after a UTF-8 byte order mark if there is one.
  init(_ bytes: Span<UInt8>) {
    let hasMark = bytes.count >= 3 && bytes[0] == 0xEF && bytes[1] == 0xBB && bytes[2] == 0xBF
    offset = hasMark ? 3 : 0
    lineStart = offset
  }

  /// Returns the next byte; nil at the end.
  func peek(_ bytes: Span<UInt8>) -> UInt8? { offset < bytes.count ? bytes[offset] : nil }

  /// Skips the next byte if it is `byte`. Returns whether it was.
  mutating func skip(_ byte: UInt8, in bytes: Span<UInt8>) -> Bool {
    guard peek(bytes) == byte else { return false }
    offset += 1
    return true
  }

  /// Skips a line feed, which must come next.
  mutating func passLineFeed() {
    offset += 1
    line += 1
    lineStart = offset
  }

  /// Skips the rest of the line and its line feed.
  mutating func skipLine(in bytes: Span<UInt8>) {
    while let byte = peek(bytes) {
      if byte == .lineFeed { return passLineFeed() }
      offset += 1
    }
  }

  /// Returns the distance of the next byte from the beginning of its line; nil if anything but white space or opening
  /// brackets precedes it.
  func indentation(in bytes: Span<UInt8>) -> Int? {
    for index in lineStart..<offset {
      switch bytes[index] {
      case .space, .tab, UInt8(ascii: "["): continue
      default: return nil
      }
    }
    return offset - lineStart
  }

  /// Creates an error at the next byte.
  func error(_ fault: TextError.Fault, in bytes: Span<UInt8>) -> TextError {
    let before = bytes.extracting(lineStart..<offset)
    let continuations = before.indices.count { before[$0].isContinuation }
    return TextError(line: line, column: before.count - continuations + 1, fault: fault)
  }

  /// Creates an error for an unexpected next byte.
  func unexpected(_ expected: String, in bytes: Span<UInt8>) -> TextError {
    error(.unexpectedText(found: found(in: bytes), expected: expected), in: bytes)
  }

  /// Returns the next character, for a message.
  private func found(in bytes: Span<UInt8>) -> String {
    guard let first = peek(bytes) else { return "the end" }
    if first == .lineFeed { return "the end of the line" }
    var end = offset + 1
    while end < bytes.count, end < offset + 4, bytes[end].isContinuation { end += 1 }
    guard let text = bytes.text(offset..<end), let scalar = text.unicodeScalars.first else {
      return "a byte that is not UTF-8"
    }
    let number = String(scalar.value, radix: 16, uppercase: true)
    return scalar.isInvisible
      ? "U+" + String(repeating: "0", count: 4 - number.count) + number : "“\(text)”"
  }
}

extension Span<UInt8> {
  /// Returns a range as text; nil if it isn't UTF-8.
  ///
  /// Most texts are ASCII, which needs no validation. `String(validating:as:)` looks up its generic types at every
  /// call, which took two fifths of the reading time.
  func text(_ range: Range<Int>) -> String? {
    extracting(range).withUnsafeBufferPointer { bytes in
      bytes.reduce(0, |) < 0x80 ? String(decoding: bytes, as: UTF8.self) : String(validating: bytes, as: UTF8.self)
    }
  }
}

extension UInt8 {
  static var lineFeed: UInt8 { UInt8(ascii: "\n") }
  static var carriageReturn: UInt8 { UInt8(ascii: "\r") }
  static var quote: UInt8 { UInt8(ascii: "\"") }
  static var backslash: UInt8 { UInt8(ascii: "\\") }
  static var space: UInt8 { UInt8(ascii: " ") }
  static var comma: UInt8 { UInt8(ascii: ",") }
  static var semicolon: UInt8 { UInt8(ascii: ";") }
  static var tab: UInt8 { UInt8(ascii: "\t") }

  /// Whether the byte is a decimal digit.
  package var isDigit: Bool { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(self) }

  /// The value of the byte as a hexadecimal digit; nil if it isn't one.
  var hexadecimalDigit: UInt8? {
    switch self {
    case UInt8(ascii: "0")...UInt8(ascii: "9"): self - UInt8(ascii: "0")
    case UInt8(ascii: "a")...UInt8(ascii: "f"): self - UInt8(ascii: "a") + 10
    case UInt8(ascii: "A")...UInt8(ascii: "F"): self - UInt8(ascii: "A") + 10
    default: nil
    }
  }

  /// Whether the byte is a continuation byte of UTF-8.
  fileprivate var isContinuation: Bool { self & 0xC0 == 0x80 }
}
