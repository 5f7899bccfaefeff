import Foundation

/// The character encoding of a text file.
///
/// A byte order mark takes precedence. Without one, a text is UTF-8, unless the zero byte of its first character shows
/// that it is UTF-16. Tables of other programs are often Windows-1252.
public enum TextEncoding: String, Sendable, CaseIterable {
  /// UTF-8.
  case utf8 = "utf-8"
  /// UTF-16, little-endian unless the file shows otherwise.
  case utf16 = "utf-16"
  /// UTF-16 with the lower byte first, as Windows writes it.
  case utf16LittleEndian = "utf-16le"
  /// UTF-16 with the higher byte first.
  case utf16BigEndian = "utf-16be"
  /// Windows-1252, which Excel uses for “CSV” in Western Europe and America. A superset of ISO 8859-1.
  case windows1252 = "windows-1252"

  /// Detects the encoding from the first bytes of a text; nil if they don't show it.
  private init?(shownBy bytes: Data) {
    let first = Array(bytes.prefix(4))
    if first.starts(with: [0xEF, 0xBB, 0xBF]) {
      self = .utf8
    } else if first.starts(with: [0xFF, 0xFE]) || first.count > 1 && first[0] != 0 && first[1] == 0 {
      self = .utf16LittleEndian
    } else if first.starts(with: [0xFE, 0xFF]) || first.count > 1 && first[0] == 0 && first[1] != 0 {
      self = .utf16BigEndian
    } else {
      return nil
    }
  }

  /// Returns the encoding that a table most likely has: Windows-1252 if it isn't UTF-8 or UTF-16 and none of its
  /// characters outside ASCII is valid UTF-8. If some are, the text is probably damaged UTF-8, and reading it as UTF-8
  /// reports the damaged line.
  package static func likely(of bytes: Data) -> TextEncoding {
    if let shown = TextEncoding(shownBy: bytes) { return shown }
    let span = bytes.span
    var (index, hasOther) = (0, false)
    while index < span.count {
      if span[index] < 0x80 {
        index += 1
        continue
      }
      if sequenceLength(at: index, of: span) != nil { return .utf8 }
      hasOther = true
      index += 1
    }
    return hasOther ? .windows1252 : .utf8
  }

  /// Returns the length of the UTF-8 sequence of a character outside ASCII; nil if the bytes aren't one.
  private static func sequenceLength(at index: Int, of bytes: Span<UInt8>) -> Int? {
    let length =
      switch bytes[index] {
      case 0xC2...0xDF: 2
      case 0xE0...0xEF: 3
      case 0xF0...0xF4: 4
      default: 0
      }
    guard length > 0, bytes.count - index >= length, bytes.text(index..<index + length) != nil else { return nil }
    return length
  }

  /// Returns a text as UTF-8.
  ///
  /// - Parameter stated: The encoding of a text whose first bytes don't show it. Nil means UTF-8.
  package static func utf8(_ bytes: Data, stated: TextEncoding? = nil) throws(TextError) -> Data {
    switch TextEncoding(shownBy: bytes) ?? stated ?? .utf8 {
    case .utf8: bytes
    case .utf16, .utf16LittleEndian: try fromUTF16(bytes) { UInt16($0) | UInt16($1) << 8 }
    case .utf16BigEndian: try fromUTF16(bytes) { UInt16($0) << 8 | UInt16($1) }
    case .windows1252: try fromWindows1252(bytes)
    }
  }

  private static func fromUTF16(_ bytes: Data, _ unit: (UInt8, UInt8) -> UInt16) throws(TextError) -> Data {
    var text = DecodedText(capacity: bytes.count)
    var (index, high) = (bytes.startIndex, UInt16?.none)
    while index < bytes.endIndex {
      guard index + 1 < bytes.endIndex else { throw text.error("UTF-16") }
      let next = unit(bytes[index], bytes[index + 1])
      index += 2
      if let lead = high {
        guard UTF16.isTrailSurrogate(next) else { throw text.error("UTF-16") }
        text.append(0x10000 + (UInt32(lead & 0x3FF) << 10 | UInt32(next & 0x3FF)))
        high = nil
      } else if UTF16.isLeadSurrogate(next) {
        high = next
      } else {
        guard !UTF16.isTrailSurrogate(next) else { throw text.error("UTF-16") }
        text.append(UInt32(next))
      }
    }
    if high != nil { throw text.error("UTF-16") }
    return text.utf8
  }

  private static func fromWindows1252(_ bytes: Data) throws(TextError) -> Data {
    var text = DecodedText(capacity: bytes.count + bytes.count / 8)
    for byte in bytes {
      guard (0x80..<0xA0).contains(byte) else {
        text.append(UInt32(byte))
        continue
      }
      guard let scalar = charactersOfWindows1252[Int(byte) - 0x80] else { throw text.error("Windows-1252") }
      text.append(scalar)
    }
    return text.utf8
  }

  /// The characters of the bytes 0x80 to 0x9F. Five of them are undefined.
  private static let charactersOfWindows1252: [UInt32?] = [
    0x20AC, nil, 0x201A, 0x0192, 0x201E, 0x2026, 0x2020, 0x2021, 0x02C6, 0x2030, 0x0160, 0x2039, 0x0152, nil, 0x017D,
    nil,
    nil, 0x2018, 0x2019, 0x201C, 0x201D, 0x2022, 0x2013, 0x2014, 0x02DC, 0x2122, 0x0161, 0x203A, 0x0153, nil, 0x017E,
    0x0178,
  ]
}

/// A text that is decoded character by character, with the position of the next character.
private struct DecodedText {
  private(set) var utf8 = Data()
  private var (line, column) = (1, 1)

  init(capacity: Int) { utf8.reserveCapacity(capacity) }

  mutating func append(_ scalar: UInt32) {
    if scalar < 0x80 {
      utf8.append(UInt8(scalar))
    } else if let scalar = Unicode.Scalar(scalar) {
      utf8.append(contentsOf: String(Character(scalar)).utf8)
    }
    (line, column) =
      scalar == 0x0A ? (line + 1, 1) : (line, column + (scalar == 0xFEFF && line == 1 && column == 1 ? 0 : 1))
  }

  /// Creates the error for bytes that aren't a character in the encoding.
  func error(_ encoding: String) -> TextError {
    TextError(line: line, column: column, fault: .notInEncoding(encoding: encoding))
  }
}
