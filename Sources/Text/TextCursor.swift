/// Where a reader is in a text, and in which line that is.
///
/// The bytes are passed to each call and not kept, so that a reader of a mapped file owns them, and every access is
/// checked against their end.
package struct TextCursor: Hashable, Sendable {
  /// The offset of the next byte.
  var offset: Int
  /// Its line, from 1.
  package private(set) var line = 1
  /// The offset of that line's first byte.
  private var lineStart: Int

  /// The beginning of a text, behind the mark that some programs begin UTF-8 with.
  init(_ bytes: Span<UInt8>) {
    let hasMark = bytes.count >= 3 && bytes[0] == 0xEF && bytes[1] == 0xBB && bytes[2] == 0xBF
    offset = hasMark ? 3 : 0
    lineStart = offset
  }

  /// The next byte, or nil at the end.
  func peek(_ bytes: Span<UInt8>) -> UInt8? { offset < bytes.count ? bytes[offset] : nil }

  /// Steps over the next byte if it is `byte`.
  mutating func skip(_ byte: UInt8, in bytes: Span<UInt8>) -> Bool {
    guard peek(bytes) == byte else { return false }
    offset += 1
    return true
  }

  /// Steps over the line feed that comes next.
  mutating func passLineFeed() {
    offset += 1
    line += 1
    lineStart = offset
  }

  /// Steps over the rest of the line and its line feed.
  mutating func skipLine(in bytes: Span<UInt8>) {
    while let byte = peek(bytes) {
      if byte == .lineFeed { return passLineFeed() }
      offset += 1
    }
  }

  /// How far from the beginning of its line the next byte is, where only white space or a bracket that opens an array
  /// stands before it.
  func indentation(in bytes: Span<UInt8>) -> Int? {
    for index in lineStart..<offset {
      switch bytes[index] {
      case .space, .tab, UInt8(ascii: "["): continue
      default: return nil
      }
    }
    return offset - lineStart
  }

  /// A fault at the next byte.
  func error(_ fault: TextError.Fault, in bytes: Span<UInt8>) -> TextError {
    let before = bytes.extracting(lineStart..<offset)
    let continuations = before.indices.count { before[$0].isContinuation }
    return TextError(line: line, column: before.count - continuations + 1, fault: fault)
  }

  /// The fault that the next byte is not what belongs here.
  func unexpected(_ expected: String, in bytes: Span<UInt8>) -> TextError {
    error(.unexpectedText(found: found(in: bytes), expected: expected), in: bytes)
  }

  /// The next character, for a message.
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
  /// A part as text, or nil where it is not UTF-8.
  ///
  /// Most texts are ASCII, which needs no validation; `String(validating:as:)` looks up its generic types at every call,
  /// which took two fifths of the time of reading.
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

  /// Whether it is a decimal digit.
  package var isDigit: Bool { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(self) }

  /// What it stands for as a hexadecimal digit.
  var hexadecimalDigit: UInt8? {
    switch self {
    case UInt8(ascii: "0")...UInt8(ascii: "9"): self - UInt8(ascii: "0")
    case UInt8(ascii: "a")...UInt8(ascii: "f"): self - UInt8(ascii: "a") + 10
    case UInt8(ascii: "A")...UInt8(ascii: "F"): self - UInt8(ascii: "A") + 10
    default: nil
    }
  }

  /// Whether it continues a character of UTF-8 that begins before it.
  fileprivate var isContinuation: Bool { self & 0xC0 == 0x80 }
}
