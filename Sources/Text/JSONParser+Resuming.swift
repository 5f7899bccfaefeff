/// Finding the next element of a list behind one that cannot be read.
extension JSONParser {
  /// Steps over an element that begins at `start` and is at fault where the cursor is.
  ///
  /// It ends where its brackets are closed, those in strings not counted; no string goes on over the end of a line. Where
  /// a bracket or quote is missing, it ends before the next object that begins a line no further in than it does itself:
  /// such an object lies beside it. Where everything is in one line, it ends behind the next `},` that `{` follows. Else
  /// all that is left belongs to it.
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

  /// Steps to the next byte that an element of an array, or what is between two, may begin with.
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
  /// Whether the byte behind the next one is `byte`, or a backslash.
  fileprivate func isBefore(_ byte: UInt8, in bytes: Span<UInt8>) -> Bool {
    guard offset + 1 < bytes.count else { return false }
    return bytes[offset + 1] == byte || bytes[offset + 1] == .backslash
  }
}
