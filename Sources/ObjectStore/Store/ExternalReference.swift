import Text

/// Identifies bytes in external storage by their content.
struct ExternalReference: Hashable, Sendable {
  /// The SHA-256 of the bytes, as 64 lower-case hexadecimal digits.
  let sha256: String
  let byteCount: Int
}

extension ExternalReference: LosslessStringConvertible {
  /// The form in a column: `sha256:byteCount`.
  var description: String { "\(sha256):\(byteCount)" }

  init?(_ description: String) {
    let parts = description.split(separator: ":", omittingEmptySubsequences: false)
    guard parts.count == 2, Self.isHash(parts[0]), let count = Int(parts[1]), count >= 0 else { return nil }
    self.init(sha256: String(parts[0]), byteCount: count)
  }

  /// Whether a text is a SHA-256 in this form.
  static func isHash(_ text: some StringProtocol) -> Bool { text.isLowercaseHexadecimal(digits: 64) }
}
