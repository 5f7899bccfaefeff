/// Detection of the separator of a CSV text.
extension TextCursor {
  /// Skips lines that contain only separators and spaces.
  mutating func skipBlankRows(in bytes: Span<UInt8>) {
    while peek(bytes) != nil {
      var end = self
      while let byte = end.peek(bytes), byte.separatesFields || byte == .space || byte == .carriageReturn {
        end.offset += 1
      }
      switch end.peek(bytes) {
      case .lineFeed: end.passLineFeed()
      case nil: break
      default: return
      }
      self = end
    }
  }

  /// Skips a line such as `sep=;`, and returns the separator that it names; nil if there is no such line. A program
  /// that didn't know the line may have quoted it and added separators.
  mutating func skipSeparatorLine(in bytes: Span<UInt8>) throws(TextError) -> UInt8? {
    var cursor = self
    let isQuoted = cursor.skip(.quote, in: bytes)
    for letter in "sep=".utf8 {
      guard let byte = cursor.peek(bytes), byte == letter || byte == letter & ~0x20 else { return nil }
      cursor.offset += 1
    }
    guard let separator = cursor.peek(bytes), separator.separatesFields || separator == .bar else {
      throw cursor.unexpected("a comma, a semicolon, a tab or | after sep=", in: bytes)
    }
    cursor.offset += 1
    if isQuoted { _ = cursor.skip(.quote, in: bytes) }
    while let byte = cursor.peek(bytes), byte.separatesFields || byte == separator || byte == .carriageReturn {
      cursor.offset += 1
    }
    guard cursor.peek(bytes) == .lineFeed else {
      throw cursor.unexpected("the end of the line that names the separator", in: bytes)
    }
    cursor.passLineFeed()
    self = cursor
    return separator
  }

  /// Returns the most frequent separator in this line outside quotes; a comma if there is none.
  func likeliestSeparator(in bytes: Span<UInt8>) -> UInt8 {
    let separators: [UInt8] = [.comma, .semicolon, .tab]
    var counts = [0, 0, 0]
    var isQuoted = false
    for index in offset..<bytes.count {
      let byte = bytes[index]
      if byte == .quote { isQuoted.toggle() }
      if isQuoted { continue }
      if byte == .lineFeed { break }
      if let found = separators.firstIndex(of: byte) { counts[found] += 1 }
    }
    return zip(separators, counts).reduce((.comma, 0)) { $1.1 > $0.1 ? $1 : $0 }.0
  }
}

extension UInt8 {
  fileprivate static var bar: UInt8 { UInt8(ascii: "|") }

  /// Whether the byte separates fields without a `sep=` line.
  fileprivate var separatesFields: Bool { self == .comma || self == .semicolon || self == .tab }
}
