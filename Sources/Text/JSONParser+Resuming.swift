/// Finding the next element of a list after an invalid one.
extension JSONParser {
  /// Skips an invalid element that begins at `start`; the error is at the cursor.
  ///
  /// The element ends where its brackets are closed. Brackets in strings don't count, and strings don't extend beyond a
  /// line. If a bracket or quote is missing, the element ends before the next object that begins a line with at most
  /// the same indentation, because such an object is a sibling. If everything is on one line, the element ends at the
  /// next `},` followed by `{`. Otherwise it extends to the end of the text.
  mutating func skipElement(from start: TextCursor, in bytes: Span<UInt8>) {
    let fault = cursor
    cursor = start
    let indentation = start.indentation(in: bytes) ?? -1
    var (depth, isText) = (0, false)
    while let byte = cursor.peek(bytes) {
      switch byte {
      case .lineFeed:
        isText = false
        cursor.passLineFeed()
        continue
      case .quote: isText.toggle()
      case .backslash where isText: if cursor.isBefore(.quote, in: bytes) { cursor.offset += 1 }
      case UInt8(ascii: "{") where !isText, UInt8(ascii: "[") where !isText:
        if depth > 0, byte == UInt8(ascii: "{"), cursor.indentation(in: bytes) ?? .max <= indentation { return }
        depth += 1
      case .comma where depth == 0, UInt8(ascii: "]") where depth == 0: return
      case UInt8(ascii: "}") where !isText && depth > 0, UInt8(ascii: "]") where !isText:
        depth -= 1
        if depth == 0 {
          cursor.offset += 1
          return
        }
      default: break
      }
      cursor.offset += 1
    }
    cursor = fault
    skipToNextObject(in: bytes)
  }

  /// Skips to the next byte at which an element of an array, or the text between two elements, can begin.
  mutating func skipToElement(in bytes: Span<UInt8>) {
    while let byte = cursor.peek(bytes), byte != .comma, byte != UInt8(ascii: "{"), byte != UInt8(ascii: "]") {
      if byte == .lineFeed { cursor.passLineFeed() } else { cursor.offset += 1 }
    }
  }

  private mutating func skipToNextObject(in bytes: Span<UInt8>) {
    while cursor.peek(bytes) != nil {
      if cursor.skip(UInt8(ascii: "}"), in: bytes) {
        skipSpace(in: bytes)
        guard cursor.skip(.comma, in: bytes) else { continue }
        skipSpace(in: bytes)
        if cursor.peek(bytes) == UInt8(ascii: "{") { return }
      } else if cursor.peek(bytes) == .lineFeed {
        cursor.passLineFeed()
      } else {
        cursor.offset += 1
      }
    }
  }
}

extension TextCursor {
  /// Whether the byte after the next one is `byte` or a backslash.
  fileprivate func isBefore(_ byte: UInt8, in bytes: Span<UInt8>) -> Bool {
    guard offset + 1 < bytes.count else { return false }
    return bytes[offset + 1] == byte || bytes[offset + 1] == .backslash
  }
}
