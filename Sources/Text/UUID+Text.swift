import Foundation

extension UUID {
  /// The ID as written by the catalog, in lower case.
  package var text: String { uuidString.lowercased() }

  /// Parses 32 hexadecimal digits in five groups (RFC 9562, section 4). Foundation's parser uses C's `sscanf`, which
  /// accepts blanks, signs and `0x` as digits and takes twice as long.
  package init?(text: String) {
    var number: UInt128 = 0
    for (index, byte) in text.utf8.enumerated() {
      switch index {
      case 8, 13, 18, 23: guard byte == UInt8(ascii: "-") else { return nil }
      default:
        guard let digit = byte.hexadecimalDigit else { return nil }
        number = number << 4 | UInt128(digit)
      }
    }
    guard text.utf8.count == 36 else { return nil }
    self = withUnsafeBytes(of: number.bigEndian) { UUID(uuid: $0.load(as: uuid_t.self)) }
  }
}
