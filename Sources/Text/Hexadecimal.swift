/// Returns two lower-case hexadecimal digits for each byte.
package func hexadecimal(_ bytes: some Collection<UInt8>) -> String {
  let digits: StaticString = "0123456789abcdef"
  return String(unsafeUninitializedCapacity: bytes.count * 2) { text in
    var count = 0
    for byte in bytes {
      text[count] = digits.utf8Start[Int(byte >> 4)]
      text[count + 1] = digits.utf8Start[Int(byte & 15)]
      count += 2
    }
    return count
  }
}

extension StringProtocol {
  /// Whether the text consists of exactly `digits` lower-case hexadecimal digits.
  // Specialised because every saved record checks its hashes here; generic code takes ten times as long.
  @_specialize(where Self == String)
  package func isLowercaseHexadecimal(digits: Int) -> Bool {
    utf8.count == digits
      && utf8.allSatisfy { byte in
        (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte) || (UInt8(ascii: "a")...UInt8(ascii: "f")).contains(byte)
      }
  }
}
