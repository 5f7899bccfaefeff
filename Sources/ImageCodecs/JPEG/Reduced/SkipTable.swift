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

  private init() { entries = .allocate(capacity: HuffmanCode.lookUpCount) }

  /// Where its entries are, as a number.
  var address: UInt64 { UInt64(UInt(bitPattern: entries)) }

  deinit { entries.deallocate() }

  /// For coefficients that nobody needs: as many symbols as fit.
  convenience init(skipping code: HuffmanCode) {
    self.init()
    skip(code, behind: SkipEntry(), at: 0)
  }

  /// For coefficients that are kept: one symbol with its value, and the end of the block if it follows.
  convenience init(keeping code: HuffmanCode) {
    self.init()
    eachSymbol(code, behind: SkipEntry(), at: 0) { symbol, range in
      if symbol.isEnd {
        fill(range, SkipEntry(length: symbol.length, advance: 1, endsBlock: true))
      } else if symbol.length + symbol.size <= HuffmanCode.lookUpBits {
        let entry = SkipEntry(length: symbol.length + symbol.size, advance: symbol.advance)
        fill(range, size: symbol.size) { takeEnd(code, behind: entry, at: $0) }
      } else {
        fill(range, SkipEntry(open: OpenSymbol(symbol.byte, length: symbol.length, isFirst: false)))
      }
    }
  }

  /// For a block's first coefficient, with its difference to the one before, and what follows: the end of the block, or if
  /// `skipsRest` as many symbols as fit.
  convenience init(first code: HuffmanCode, others: HuffmanCode, skipsRest: Bool) {
    self.init()
    eachSymbol(code, behind: SkipEntry(), at: 0) { symbol, range in
      if symbol.byte > BlockStream.mostDifferenceBits {
        fill(range, SkipEntry())
      } else if symbol.length + symbol.byte <= HuffmanCode.lookUpBits {
        let entry = SkipEntry(length: symbol.length + symbol.byte, advance: 1)
        fill(range, size: symbol.byte) { place in
          skipsRest ? skip(others, behind: entry, at: place) : takeEnd(others, behind: entry, at: place)
        }
      } else {
        fill(range, SkipEntry(open: OpenSymbol(symbol.byte, length: symbol.length, isFirst: true)))
      }
    }
  }
}

// MARK: Filling it

// Entries whose bits begin alike stand side by side. What follows a value is the same whatever the value is, and is copied. Made
// one by one they took six times as long: of a photo of ten megapixels decoded to 1/8, a twentieth of the time.
extension SkipTable {
  private func fill(_ range: Range<Int>, _ entry: SkipEntry) {
    (entries + range.lowerBound).update(repeating: entry.packed, count: range.count)
  }

  /// Fills the entries of a symbol with all values of `size` bits. Those of one value are made by `make`, where it is told.
  @inline(__always)
  private func fill(_ range: Range<Int>, size: Int, _ make: (_ place: Int) -> Void) {
    make(range.lowerBound)
    let count = range.count >> size
    // The first one's own entries last: the others are made of them.
    for bits in stride(from: 1 << size - 1, through: 0, by: -1) {
      let value = HuffmanCode.value(UInt64(bits) << UInt64((64 - size) & 63), size: size)
      let high = UInt32(UInt16(truncatingIfNeeded: value)) << 16
      let place = entries + range.lowerBound + bits * count
      for index in 0..<count { place[index] = entries[range.lowerBound + index] | high }
    }
  }

  /// Calls `take` for each symbol whose code is among the bits behind `entry`, with the entries that it is in; `place` is where
  /// those of `entry` begin. The others are of `entry` alone.
  @inline(__always)
  private func eachSymbol(
    _ code: HuffmanCode, behind entry: SkipEntry, at place: Int, _ take: (SkipEntry.Symbol, Range<Int>) -> Void
  ) {
    let free = HuffmanCode.lookUpBits - entry.length
    let (count, packed) = (1 << free, entry.packed)
    var index = 0
    while index < count {
      let found = Int(code.symbols[index << entry.length])
      let length = found >> 8
      if found == 0 || length > free {
        entries[place + index] = packed
        index += 1
      } else {
        let next = index + 1 << (free - length)
        take(SkipEntry.Symbol(byte: found & 0xff, length: length), place + index..<place + next)
        index = next
      }
    }
  }

  /// Takes symbols behind `entry` as long as they fit and are of one block.
  private func skip(_ code: HuffmanCode, behind entry: SkipEntry, at place: Int) {
    eachSymbol(code, behind: entry, at: place) { symbol, range in
      var next = entry
      if symbol.isEnd {
        (next.length, next.endsBlock) = (entry.length + symbol.length, true)
        // The end alone goes on by one, to a place where nothing has been stored yet.
        next.advance = max(entry.advance, 1)
        return fill(range, next)
      }
      next.length += symbol.length + symbol.size
      next.advance += symbol.advance
      guard next.length <= Self.mostBits, next.advance <= 63 else { return fill(range, entry) }
      guard next.length < HuffmanCode.lookUpBits else { return fill(range, next) }
      skip(code, behind: next, at: range.lowerBound)
      let count = range.count >> symbol.size
      for copy in stride(from: range.lowerBound + count, to: range.upperBound, by: count) {
        (entries + copy).update(from: entries + range.lowerBound, count: count)
      }
    }
  }

  /// Takes the end of the block behind `entry`, where it is next.
  private func takeEnd(_ code: HuffmanCode, behind entry: SkipEntry, at place: Int) {
    eachSymbol(code, behind: entry, at: place) { symbol, range in
      var next = entry
      if symbol.isEnd { (next.length, next.endsBlock) = (entry.length + symbol.length, true) }
      fill(range, next)
    }
  }
}

/// An entry in the making, its value aside.
private struct SkipEntry {
  /// Bits taken so far; 0 if it is not known what they come to.
  var length = 0
  var advance = 0
  var endsBlock = false
  /// The first symbol, where it is all that is known.
  var open: SkipTable.OpenSymbol?

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

  var packed: UInt32 {
    if length == 0 { return UInt32(SkipTable.isOpen) | (open?.packed ?? 0) }
    return UInt32(length | advance << 8 | (endsBlock ? Int(SkipTable.endsBlock) : 0))
  }
}
