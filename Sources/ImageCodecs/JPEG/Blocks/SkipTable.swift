/// A look-up table for the next 12 bits of data, for coefficients that are skipped. An entry covers as many symbols of a
/// block as these bits contain.
///
/// An entry has, from its lowest bit:
/// - 8 bits: the number of bits of data it consumes. The value of its last symbol may extend beyond the 12.
/// - 6 bits: the number of coefficients it advances: values, and the zeros before them.
/// - 1 bit, ``isOpen``: the 12 bits aren't enough to decode a symbol.
/// - 1 bit, ``endsBlock``: whether the block ends there.
///
/// The state of a block is a sum of entries. In a state, the open bit also says that the sum exceeds 63 coefficients.
final class SkipTable {
  static let isOpen: UInt64 = 0x4000
  static let endsBlock: UInt64 = 0x8000
  /// Maximum bits that an entry consumes. Three entries and the look-up of the last fit into the 57 bits of a window.
  private static let mostBits = 22

  private let memory: UnsafeMutablePointer<UInt16>
  var entries: UnsafePointer<UInt16> { UnsafePointer(memory) }

  /// Creates a table for all coefficients but the first.
  init(_ code: HuffmanCode) {
    memory = .allocate(capacity: HuffmanCode.lookUpCount)
    skip(code, behind: Entry(), in: 0..<HuffmanCode.lookUpCount)
  }

  /// Creates a table for the start of a block: its first coefficient, and as many others as fit.
  init(first code: HuffmanCode, others: HuffmanCode) {
    memory = .allocate(capacity: HuffmanCode.lookUpCount)
    code.eachSymbol(behind: 0) { byte, length, range in
      let entry = Entry(length: length + byte, advance: 1)
      if byte > SkippingStream.mostDifferenceBits || entry.length > Self.mostBits { return fill(range, Entry()) }
      if entry.length >= HuffmanCode.lookUpBits { return fill(range, entry) }
      fillAlike(range, size: byte) { skip(others, behind: entry, in: $0) }
    } rest: {
      memory[$0] = Entry().packed
    }
  }

  deinit { memory.deallocate() }

  /// An entry under construction.
  private struct Entry {
    /// Bits consumed so far; 0 if no symbol could be decoded.
    var length = 0
    var advance = 0
    var endsBlock = false

    var packed: UInt16 {
      if length == 0 { return UInt16(SkipTable.isOpen) }
      return UInt16(length | advance << 8 | (endsBlock ? Int(SkipTable.endsBlock) : 0))
    }
  }

  /// Adds symbols after `entry` as long as they fit and belong to the same block.
  ///
  /// - Parameter range: The entries that begin with `entry`.
  private func skip(_ code: HuffmanCode, behind entry: Entry, in range: Range<Int>) {
    code.eachSymbol(behind: entry.length) { byte, length, part in
      let range = part.lowerBound + range.lowerBound..<part.upperBound + range.lowerBound
      var next = entry
      if HuffmanCode.endsBlock(byte) {
        (next.length, next.endsBlock) = (entry.length + length, true)
        // An entry without other symbols advances by one, to a position where nothing has been stored yet.
        next.advance = max(entry.advance, 1)
        return fill(range, next)
      }
      next.length += length + byte & 15
      next.advance += byte >> 4 + 1
      guard next.length <= Self.mostBits, next.advance <= 63 else { return fill(range, entry) }
      guard next.length < HuffmanCode.lookUpBits else { return fill(range, next) }
      fillAlike(range, size: byte & 15) { skip(code, behind: next, in: $0) }
    } rest: {
      memory[$0 + range.lowerBound] = entry.packed
    }
  }

  private func fill(_ range: Range<Int>, _ entry: Entry) {
    (memory + range.lowerBound).update(repeating: entry.packed, count: range.count)
  }

  /// Fills the entries of a symbol with all values of `size` bits. The entries don't depend on the value: `make` fills
  /// those of the first value, and the others are copied. Making all of them took six times as long.
  private func fillAlike(_ range: Range<Int>, size: Int, _ make: (Range<Int>) -> Void) {
    let count = range.count >> size
    make(range.lowerBound..<range.lowerBound + count)
    for copy in stride(from: range.lowerBound + count, to: range.upperBound, by: count) {
      (memory + copy).update(from: memory + range.lowerBound, count: count)
    }
  }
}
