/// The name of bytes in external storage: what they are, not where.
struct ExternalReference: Hashable, Sendable {
  /// The SHA-256 of the bytes, in 64 lower-case digits.
  let sha256: String
  let byteCount: Int
}

extension ExternalReference: LosslessStringConvertible {
  /// As its column has it: `sha256:byteCount`.
  var description: String { "\(sha256):\(byteCount)" }

  init?(_ description: String) {
    let parts = description.split(separator: ":", omittingEmptySubsequences: false)
    guard parts.count == 2, parts[0].utf8.count == 64, parts[0].utf8.allSatisfy(Self.isDigit),
      let count = Int(parts[1]),
      count >= 0
    else { return nil }
    self.init(sha256: String(parts[0]), byteCount: count)
  }

  private static func isDigit(_ byte: UInt8) -> Bool {
    (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte) || (UInt8(ascii: "a")...UInt8(ascii: "f")).contains(byte)
  }
}
