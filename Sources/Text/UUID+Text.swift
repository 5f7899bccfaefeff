import Foundation

extension UUID {
  /// The id as the catalog writes it: in lower case.
  package var text: String { uuidString.lowercased() }

  /// The id that 32 hexadecimal digits in five groups name (RFC 9562, section 4). Foundation's own reading goes through
  /// C's `sscanf`, which takes blanks, signs and `0x` for digits, and twice as long.
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
