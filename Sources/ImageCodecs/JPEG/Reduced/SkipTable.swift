/// A look-up table for the next 12 bits of data. An entry covers as many symbols as these bits contain.
///
/// An entry has, from its lowest bit:
/// - 8 bits: the number of bits of data it consumes. The value of its last symbol may extend beyond the 12.
/// - 6 bits: the number of coefficients it advances: values, and the zeros before them.
/// - 1 bit, ``isOpen``: the 12 bits aren't enough to decode a symbol.
/// - 1 bit, ``endsBlock``: whether the block ends there.
/// - 16 bits: a coefficient's value; for an open entry, the symbol (``OpenSymbol``), if it is known.
///
/// The state of a block is a sum of entries. In a state, the open bit also says that the sum exceeds 63 coefficients.
final class SkipTable {
  static let isOpen: UInt64 = 0x4000
  static let endsBlock: UInt64 = 0x8000
  /// Maximum bits that an entry consumes. Three entries and the look-up of the last fit into the 57 bits of a window.
  private static let mostBits = 22

  /// A symbol whose value isn't within the 12 bits: the length of its code (0 if unknown), the number of zeros before
  /// its coefficient, and the size of the value in bits.
  struct OpenSymbol {
    var length: Int
    var zeros: Int
    var size: Int

    init(_ byte: Int, length: Int, isFirst: Bool) {
      self.length = length
      (zeros, size) = isFirst ? (0, byte) : (byte >> 4, byte & 15)
    }

    /// Unpacks the symbol of an open entry.
    init(_ entry: UInt64) {
      let isOpen = entry & SkipTable.isOpen != 0
      length = isOpen ? Int(entry >> 16 & 15) : 0
      (zeros, size) = (Int(entry >> 20 & 15), Int(entry >> 24 & 15))
    }

    var packed: UInt32 { UInt32(length | zeros << 4 | size << 8) << 16 }
  }

  let entries: UnsafeMutablePointer<UInt32>

  private init() { entries = .allocate(capacity: HuffmanCode.lookUpCount) }

  /// Address of its entries, as a number.
  var address: UInt64 { UInt64(UInt(bitPattern: entries)) }

  deinit { entries.deallocate() }

  /// Creates a table for coefficients that aren't kept: an entry covers as many symbols as fit.
  convenience init(skipping code: HuffmanCode) {
    self.init()
    skip(code, behind: SkipEntry(), at: 0)
  }

  /// Creates a table for coefficients that are kept: an entry covers one symbol with its value, and the end of the
  /// block if it follows.
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

  /// Creates a table for a block's first coefficient: an entry covers the difference from the previous block, and the
  /// end of the block if it follows. With `skipsRest`, it covers as many further symbols as fit.
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

// MARK: Filling the table

// Entries whose bits begin alike are adjacent. The entries after a value don't depend on the value, and are copied.
// Making the entries one by one took six times as long: a twentieth of the time to decode a photo of ten megapixels to
// 1/8.
extension SkipTable {
  private func fill(_ range: Range<Int>, _ entry: SkipEntry) {
    (entries + range.lowerBound).update(repeating: entry.packed, count: range.count)
  }

  /// Fills the entries of a symbol with all values of `size` bits. `make` fills the entries of one value at the given
  /// index.
  @inline(__always)
  private func fill(_ range: Range<Int>, size: Int, _ make: (_ place: Int) -> Void) {
    make(range.lowerBound)
    let count = range.count >> size
    // The first value is filled last, because the entries of all other values are copied from its entries.
    for bits in stride(from: 1 << size - 1, through: 0, by: -1) {
      let value = HuffmanCode.value(UInt64(bits) << UInt64((64 - size) & 63), size: size)
      let high = UInt32(UInt16(truncatingIfNeeded: value)) << 16
      let place = entries + range.lowerBound + bits * count
      for index in 0..<count { place[index] = entries[range.lowerBound + index] | high }
    }
  }

  /// Calls `take` for each symbol whose code is within the bits after `entry`, with the range of its entries; `place`
  /// is the index of the first entry that begins with `entry`. The remaining entries become `entry` alone.
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

  /// Adds symbols after `entry` as long as they fit and belong to the same block.
  private func skip(_ code: HuffmanCode, behind entry: SkipEntry, at place: Int) {
    eachSymbol(code, behind: entry, at: place) { symbol, range in
      var next = entry
      if symbol.isEnd {
        (next.length, next.endsBlock) = (entry.length + symbol.length, true)
        // An entry without other symbols advances by one, to a position where nothing has been stored yet.
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

  /// Adds the end of the block after `entry`, if it comes next.
  private func takeEnd(_ code: HuffmanCode, behind entry: SkipEntry, at place: Int) {
    eachSymbol(code, behind: entry, at: place) { symbol, range in
      var next = entry
      if symbol.isEnd { (next.length, next.endsBlock) = (entry.length + symbol.length, true) }
      fill(range, next)
    }
  }
}

/// An entry under construction, without its value.
private struct SkipEntry {
  /// Bits consumed so far; 0 if no symbol could be decoded.
  var length = 0
  var advance = 0
  var endsBlock = false
  /// The first symbol, if nothing else is known.
  var open: SkipTable.OpenSymbol?

  /// A symbol: the zeros before a coefficient, and the size of its value in bits (T.81, F.1.2.2).
  struct Symbol {
    let byte: Int
    let length: Int
    var size: Int { byte & 15 }
    /// Whether it ends the block. As in libjpeg, every symbol without a value ends the block, except for the symbol for
    /// sixteen zeros.
    var isEnd: Bool { size == 0 && byte >> 4 != 15 }
    /// The number of coefficients it advances.
    var advance: Int { (byte >> 4) + 1 }
  }

  var packed: UInt32 {
    if length == 0 { return UInt32(SkipTable.isOpen) | (open?.packed ?? 0) }
    return UInt32(length | advance << 8 | (endsBlock ? Int(SkipTable.endsBlock) : 0))
  }
}
