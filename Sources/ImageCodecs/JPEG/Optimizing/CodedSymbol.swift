/// A symbol of a baseline scan with the bits of the value that follows it (T.81, F.1.2): in the low 11 bits the value,
/// above it the symbol, and above that the table that the symbol's code is in.
typealias CodedSymbol = UInt32

extension CodedSymbol {
  /// The tables: of first coefficients (DC) of luma and of chroma, and of the other coefficients (AC) of luma and of chroma.
  static let tableCount = 4
  /// Number of values of ``place``.
  static let placeCount = tableCount << 8
  static let valueBits = UInt32(11)

  /// The table and the symbol in one number.
  @inline(__always) var place: Int { Int(self >> Self.valueBits) }
  @inline(__always) var value: UInt32 { self & (1 << Self.valueBits - 1) }

  /// How many bits the value has that follows the symbol of a place.
  @inline(__always) static func valueBits(at place: Int) -> Int { place & 15 }
}
