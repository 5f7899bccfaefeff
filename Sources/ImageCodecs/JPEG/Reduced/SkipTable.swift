/// What the next 12 bits of data come to: as many symbols as they hold, in one look-up.
///
/// An entry has, from its lowest bit:
/// - 8 bits: how many bits of data it takes. The value of its last symbol may lie behind the 12.
/// - 6 bits: how many coefficients it goes on: values, and the zeros before them.
/// - 1 bit, ``isOpen``: it is not known what the bits come to.
/// - 1 bit, ``endsBlock``: whether the block ends there.
/// - 16 bits: a coefficient's value; of an open one, the symbol (``OpenSymbol``), if that is known.
///
/// The state of a block is a sum of entries. There the open bit also says that they go on for 64 coefficients or more.
final class SkipTable {
  static let isOpen: UInt64 = 0x4000
  static let endsBlock: UInt64 = 0x8000
  /// The most bits that an entry takes. Three entries and the last one's look-up are in the 57 bits of a window.
  private static let mostBits = 22

  /// A symbol whose value is not among the 12 bits: how long its code is, 0 where that is not known, how many zeros are before
  /// its coefficient, and the size of the value in bits.
  struct OpenSymbol {
    var length: Int
    var zeros: Int
    var size: Int

    init(_ byte: Int, length: Int, isFirst: Bool) {
      self.length = length
      (zeros, size) = isFirst ? (0, byte) : (byte >> 4, byte & 15)
    }

    /// What an open entry says.
    init(_ entry: UInt64) {
      let isOpen = entry & SkipTable.isOpen != 0
      length = isOpen ? Int(entry >> 16 & 15) : 0
      (zeros, size) = (Int(entry >> 20 & 15), Int(entry >> 24 & 15))
    }

    var packed: UInt32 { UInt32(length | zeros << 4 | size << 8) << 16 }
  }

  let entries: UnsafeMutablePointer<UInt32>

  private init(_ entry: (_ bits: Int) -> SkipEntry) {
    entries = .allocate(capacity: HuffmanCode.lookUpCount)
    for bits in 0..<HuffmanCode.lookUpCount { (entries + bits).initialize(to: entry(bits).packed) }
  }

  /// Where its entries are, as a number.
  var address: UInt64 { UInt64(UInt(bitPattern: entries)) }

  deinit { entries.deallocate() }

  /// For coefficients that nobody needs: as many symbols as fit.
  convenience init(skipping code: HuffmanCode) {
    self.init { bits in
      var entry = SkipEntry(bits)
      entry.skip(code, mostBits: Self.mostBits)
      // The end alone goes on by one, to a place where nothing has been stored yet.
      entry.advance = max(entry.advance, 1)
      return entry
    }
  }

  /// For coefficients that are kept: one symbol with its value, and the end of the block if it follows.
  convenience init(keeping code: HuffmanCode) {
    self.init { bits in
      var entry = SkipEntry(bits)
      guard let symbol = entry.symbol(code) else { return entry }
      if symbol.isEnd {
        (entry.length, entry.advance, entry.endsBlock) = (symbol.length, 1, true)
      } else if symbol.length + symbol.size <= HuffmanCode.lookUpBits {
        entry.value = entry.value(behind: symbol)
        entry.length = symbol.length + symbol.size
        entry.advance = symbol.advance
        entry.takeEnd(code)
      } else {
        entry.open = OpenSymbol(symbol.byte, length: symbol.length, isFirst: false)
      }
      return entry
    }
  }

  /// For a block's first coefficient, with its difference to the one before, and what follows: the end of the block, or if
  /// `skipsRest` as many symbols as fit.
  convenience init(first code: HuffmanCode, others: HuffmanCode, skipsRest: Bool) {
    self.init { bits in
      var entry = SkipEntry(bits)
      guard let symbol = entry.symbol(code), symbol.byte <= BlockStream.mostDifferenceBits else { return entry }
      guard symbol.length + symbol.byte <= HuffmanCode.lookUpBits else {
        entry.open = OpenSymbol(symbol.byte, length: symbol.length, isFirst: true)
        return entry
      }
      let difference = SkipEntry.Symbol(byte: symbol.byte, length: symbol.length)
      entry.value = entry.value(behind: difference)
      (entry.length, entry.advance) = (symbol.length + symbol.byte, 1)
      if skipsRest { entry.skip(others, mostBits: Self.mostBits) } else { entry.takeEnd(others) }
      return entry
    }
  }
}

/// An entry in the making.
private struct SkipEntry {
  /// The 12 bits.
  let bits: Int
  /// Bits taken so far; 0 if it is not known what they come to.
  var length = 0
  var advance = 0
  var endsBlock = false
  var value = 0
  /// The first symbol, where it is all that is known.
  var open: SkipTable.OpenSymbol?

  init(_ bits: Int) { self.bits = bits }

  /// A symbol: the zeros before a coefficient, and the size of its value in bits (T.81, F.1.2.2).
  struct Symbol {
    let byte: Int
    let length: Int
    var size: Int { byte & 15 }
    /// Whether it ends the block. Other symbols without a value than that of sixteen zeros count as the end, as in libjpeg.
    var isEnd: Bool { size == 0 && byte >> 4 != 15 }
    /// How many coefficients it goes on.
    var advance: Int { (byte >> 4) + 1 }
  }

  /// The symbol behind what has been taken; nil where its code is not among the 12 bits.
  func symbol(_ code: HuffmanCode) -> Symbol? {
    let found = Int(code.symbols[bits << length & (HuffmanCode.lookUpCount - 1)])
    guard found != 0, length + found >> 8 <= HuffmanCode.lookUpBits else { return nil }
    return Symbol(byte: found & 0xff, length: found >> 8)
  }

  /// The value behind a symbol that is the next one.
  func value(behind symbol: Symbol) -> Int {
    let window = UInt64(bits) << UInt64(64 - HuffmanCode.lookUpBits + length + symbol.length)
    return HuffmanCode.value(window, size: symbol.size)
  }

  /// Takes symbols as long as they fit and are of one block.
  mutating func skip(_ code: HuffmanCode, mostBits: Int) {
    while !endsBlock, length < HuffmanCode.lookUpBits, let symbol = symbol(code) {
      if symbol.isEnd {
        (length, endsBlock) = (length + symbol.length, true)
      } else {
        guard length + symbol.length + symbol.size <= mostBits, advance + symbol.advance <= 63 else { return }
        length += symbol.length + symbol.size
        advance += symbol.advance
      }
    }
  }

  /// Takes the end of the block, if it is next.
  mutating func takeEnd(_ code: HuffmanCode) {
    if let symbol = symbol(code), symbol.isEnd { (length, endsBlock) = (length + symbol.length, true) }
  }

  var packed: UInt32 {
    if length == 0 { return UInt32(SkipTable.isOpen) | (open?.packed ?? 0) }
    return UInt32(length | advance << 8 | (endsBlock ? Int(SkipTable.endsBlock) : 0))
      | UInt32(UInt16(truncatingIfNeeded: value)) << 16
  }
}
