import Text

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
    guard parts.count == 2, Self.isHash(parts[0]), let count = Int(parts[1]), count >= 0 else { return nil }
    self.init(sha256: String(parts[0]), byteCount: count)
  }

  /// Whether a text is a SHA-256 as it is written here.
  static func isHash(_ text: some StringProtocol) -> Bool { text.isLowercaseHexadecimal(digits: 64) }
}
