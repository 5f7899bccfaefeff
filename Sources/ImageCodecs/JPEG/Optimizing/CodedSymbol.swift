/// A symbol of a baseline scan, and the bits of the value that follows the symbol (T.81, F.1.2).
///
/// The lowest 11 bits are the value. The next 10 bits are the ``key``.
typealias CodedSymbol = UInt32

extension CodedSymbol {
  /// Number of Huffman tables: for first coefficients (DC) of luma and chroma, then for other coefficients (AC) of luma and chroma.
  static let tableCount = 4
  /// Number of values of ``key``.
  static let keyCount = tableCount << 8
  static let valueBits = UInt32(11)

  /// The symbol in the lowest 8 bits, and the number of its table above.
  @inline(__always) var key: Int { Int(self >> Self.valueBits) }
  @inline(__always) var value: UInt32 { self & (1 << Self.valueBits - 1) }

  /// Returns the size in bits of the values behind a symbol.
  @inline(__always) static func valueSize(_ key: Int) -> Int { key & 15 }
}
