import Foundation

extension JSONValue {
  /// Parses a single value (RFC 8259) strictly: only white space may surround it, and no object may contain a key
  /// twice. Whole numbers that fit become ``integer(_:)``. Other numbers become ``number(_:)`` with their text, so they
  /// aren't limited by a type. Skips a UTF-8 byte order mark.
  public init(parsing bytes: Data) throws(TextError) {
    let bytes = bytes.span
    var parser = JSONParser(bytes)
    self = try parser.value(in: bytes)
    parser.skipSpace(in: bytes)
    guard parser.cursor.peek(bytes) == nil else { throw parser.cursor.unexpected("the end", in: bytes) }
  }
}

/// Parses JSON values one after the other.
struct JSONParser: Sendable {
  /// Maximum nesting of arrays and objects. Each level takes a stack frame.
  static let depthLimit = 100

  /// The position of the next byte; after an error, of the invalid byte.
  var cursor: TextCursor

  init(_ bytes: Span<UInt8>) { cursor = TextCursor(bytes) }

  /// Skips white space.
  mutating func skipSpace(in bytes: Span<UInt8>) {
    while let byte = cursor.peek(bytes) {
      switch byte {
      case .space, .tab, .carriageReturn: cursor.offset += 1
      case .lineFeed: cursor.passLineFeed()
      default: return
      }
    }
  }

  /// Parses the next value, which is nested in `depth` arrays and objects.
  mutating func value(in bytes: Span<UInt8>, depth: Int = 0) throws(TextError) -> JSONValue {
    skipSpace(in: bytes)
    switch cursor.peek(bytes) {
    case .quote: return .string(try string(in: bytes))
    case UInt8(ascii: "{"): return .object(try members(in: bytes, depth: depth))
    case UInt8(ascii: "["): return .array(try elements(in: bytes, depth: depth))
    case UInt8(ascii: "t"): return try word("true", .boolean(true), in: bytes)
    case UInt8(ascii: "f"): return try word("false", .boolean(false), in: bytes)
    case UInt8(ascii: "n"): return try word("null", .null, in: bytes)
    case let byte? where byte.isDigit || byte == UInt8(ascii: "-"): return try number(in: bytes)
    default: throw cursor.unexpected("a value", in: bytes)
    }
  }

  private mutating func word(
    _ word: StaticString, _ value: JSONValue, in bytes: Span<UInt8>
  ) throws(TextError) -> JSONValue {
    for index in 0..<word.utf8CodeUnitCount {
      guard cursor.skip(word.utf8Start[index], in: bytes) else { throw cursor.unexpected("“\(word)”", in: bytes) }
    }
    return value
  }

  // MARK: Arrays and objects

  private mutating func elements(in bytes: Span<UInt8>, depth: Int) throws(TextError) -> [JSONValue] {
    try enter(depth, in: bytes)
    var elements: [JSONValue] = []
    if close(UInt8(ascii: "]"), in: bytes) { return elements }
    while true {
      elements.append(try value(in: bytes, depth: depth + 1))
      if close(UInt8(ascii: "]"), in: bytes) { return elements }
      guard cursor.skip(.comma, in: bytes) else { throw cursor.unexpected("a comma or ]", in: bytes) }
    }
  }

  private mutating func members(in bytes: Span<UInt8>, depth: Int) throws(TextError) -> [JSONValue.Member] {
    try enter(depth, in: bytes)
    var members: [JSONValue.Member] = []
    if close(UInt8(ascii: "}"), in: bytes) { return members }
    var keys = DistinctKeys()
    while true {
      skipSpace(in: bytes)
      guard cursor.peek(bytes) == .quote else { throw cursor.unexpected("a key in quotes", in: bytes) }
      let start = cursor
      let key = try string(in: bytes)
      guard keys.insert(key, beside: members) else {
        cursor = start
        throw cursor.error(.duplicateKey(key: key), in: bytes)
      }
      skipSpace(in: bytes)
      guard cursor.skip(UInt8(ascii: ":"), in: bytes) else { throw cursor.unexpected("a colon", in: bytes) }
      members.append(.init(key, try value(in: bytes, depth: depth + 1)))
      if close(UInt8(ascii: "}"), in: bytes) { return members }
      guard cursor.skip(.comma, in: bytes) else { throw cursor.unexpected("a comma or }", in: bytes) }
    }
  }

  /// Skips the opening bracket of an array or object.
  private mutating func enter(_ depth: Int, in bytes: Span<UInt8>) throws(TextError) {
    guard depth < Self.depthLimit else { throw cursor.error(.tooDeep(limit: Self.depthLimit), in: bytes) }
    cursor.offset += 1
  }

  /// Skips the closing bracket of an array or object, if it comes next.
  private mutating func close(_ bracket: UInt8, in bytes: Span<UInt8>) -> Bool {
    skipSpace(in: bytes)
    return cursor.skip(bracket, in: bytes)
  }

  // MARK: Numbers and strings

  private mutating func number(in bytes: Span<UInt8>) throws(TextError) -> JSONValue {
    let start = cursor.offset
    var isWhole = true
    _ = cursor.skip(UInt8(ascii: "-"), in: bytes)
    // A leading zero isn't followed by further digits.
    if !cursor.skip(UInt8(ascii: "0"), in: bytes) { try digits(in: bytes) }
    if cursor.skip(UInt8(ascii: "."), in: bytes) {
      isWhole = false
      try digits(in: bytes)
    }
    if cursor.skip(UInt8(ascii: "e"), in: bytes) || cursor.skip(UInt8(ascii: "E"), in: bytes) {
      isWhole = false
      if !cursor.skip(UInt8(ascii: "+"), in: bytes) { _ = cursor.skip(UInt8(ascii: "-"), in: bytes) }
      try digits(in: bytes)
    }
    let text = try text(start..<cursor.offset, in: bytes)
    if isWhole, let number = Int64(text) { return .integer(number) }
    return .number(text)
  }

  private mutating func digits(in bytes: Span<UInt8>) throws(TextError) {
    guard cursor.peek(bytes)?.isDigit ?? false else { throw cursor.unexpected("a digit", in: bytes) }
    while let byte = cursor.peek(bytes), byte.isDigit { cursor.offset += 1 }
  }

  /// Parses a string, beginning with its quote.
  private mutating func string(in bytes: Span<UInt8>) throws(TextError) -> String {
    cursor.offset += 1
    let start = cursor.offset
    skipPlain(in: bytes)
    if cursor.peek(bytes) == .quote {
      defer { cursor.offset += 1 }
      return try text(start..<cursor.offset, in: bytes)
    }
    var text = try text(start..<cursor.offset, in: bytes)
    while !cursor.skip(.quote, in: bytes) {
      if cursor.skip(.backslash, in: bytes) {
        text.unicodeScalars.append(try escape(in: bytes))
      } else {
        let start = cursor.offset
        skipPlain(in: bytes)
        guard start < cursor.offset else { throw cursor.unexpected("the rest of the text and a quote", in: bytes) }
        text += try self.text(start..<cursor.offset, in: bytes)
      }
    }
    return text
  }

  /// Skips unescaped characters of a string.
  private mutating func skipPlain(in bytes: Span<UInt8>) {
    var end = cursor.offset
    while end < bytes.count, bytes[end] >= 0x20, bytes[end] != .quote, bytes[end] != .backslash { end += 1 }
    cursor.offset = end
  }

  private mutating func text(_ range: Range<Int>, in bytes: Span<UInt8>) throws(TextError) -> String {
    guard let text = bytes.text(range) else {
      cursor.offset = range.lowerBound
      throw cursor.error(.notUTF8, in: bytes)
    }
    return text
  }

  /// Parses the characters after a backslash.
  private mutating func escape(in bytes: Span<UInt8>) throws(TextError) -> Unicode.Scalar {
    let scalar: Unicode.Scalar
    switch cursor.peek(bytes) {
    case .quote: scalar = "\""
    case .backslash: scalar = "\\"
    case UInt8(ascii: "/"): scalar = "/"
    case UInt8(ascii: "b"): scalar = "\u{8}"
    case UInt8(ascii: "f"): scalar = "\u{c}"
    case UInt8(ascii: "n"): scalar = "\n"
    case UInt8(ascii: "r"): scalar = "\r"
    case UInt8(ascii: "t"): scalar = "\t"
    case UInt8(ascii: "u"): return try unicodeEscape(in: bytes)
    default: throw cursor.unexpected("one of \" \\ / b f n r t u", in: bytes)
    }
    cursor.offset += 1
    return scalar
  }

  /// Parses `uXXXX`, or two of them that form a surrogate pair (RFC 8259, section 7).
  private mutating func unicodeEscape(in bytes: Span<UInt8>) throws(TextError) -> Unicode.Scalar {
    let start = cursor
    let first = try codeUnit(in: bytes)
    if let scalar = Unicode.Scalar(first) { return scalar }
    if UTF16.isLeadSurrogate(first), cursor.skip(.backslash, in: bytes), cursor.peek(bytes) == UInt8(ascii: "u") {
      let second = try codeUnit(in: bytes)
      let pair = 0x10000 + UInt32(first & 0x3FF) << 10 + UInt32(second & 0x3FF)
      if UTF16.isTrailSurrogate(second), let scalar = Unicode.Scalar(pair) { return scalar }
    }
    cursor = start
    throw cursor.error(.loneSurrogate, in: bytes)
  }

  private mutating func codeUnit(in bytes: Span<UInt8>) throws(TextError) -> UInt16 {
    cursor.offset += 1
    var number: UInt16 = 0
    for _ in 0..<4 {
      guard let digit = cursor.peek(bytes)?.hexadecimalDigit else {
        throw cursor.unexpected("a hexadecimal digit", in: bytes)
      }
      number = number << 4 | UInt16(digit)
      cursor.offset += 1
    }
    return number
  }
}

/// The keys of an object so far. A few are compared one by one, many are hashed.
private struct DistinctKeys {
  private var hashed: Set<String> = []

  /// Whether `key` differs from the keys of `members`.
  mutating func insert(_ key: String, beside members: [JSONValue.Member]) -> Bool {
    let fewest = 32
    if members.count < fewest { return !members.contains { $0.key == key } }
    if members.count == fewest { hashed = Set(members.map(\.key)) }
    return hashed.insert(key).inserted
  }
}
