/// A look-up table for the next 12 bits of data, for coefficients that are kept. An entry covers one symbol with its
/// value, and the end of the block if it follows.
///
/// The low half of an entry has the same fields as in a ``SkipTable``. The high half locates the symbol's value:
/// - Bits 16 to 21: how far to shift a 64-bit window right, so that the value ends at the lowest bit.
/// - Bits 24 to 31: the value's size in bits.
///
/// ``value(_:_:)`` computes the value. A table that contains the values covers only those within the 12 bits. In camera
/// photos, a third of the blocks have a longer one, and each of them costs a mispredicted branch.
final class KeepTable {
  /// Maximum bits that an entry consumes. Three entries fit into the 57 bits of a window.
  private static let mostBits = 19

  private let memory: UnsafeMutablePointer<UInt32>
  var entries: UnsafePointer<UInt32> { UnsafePointer(memory) }

  /// Creates a table for all coefficients but the first.
  convenience init(_ code: HuffmanCode) {
    self.init { table in
      code.eachSymbol(behind: 0) { byte, length, range in
        if HuffmanCode.endsBlock(byte) {
          return table.fill(range, UInt32(length) | 1 << 8 | UInt32(SkipTable.endsBlock))
        }
        table.fill(range, length: length, size: byte & 15, advance: byte >> 4 + 1, others: code)
      } rest: {
        table.memory[$0] = UInt32(SkipTable.isOpen)
      }
    }
  }

  /// Creates a table for a block's first coefficient, which is coded as the difference from the previous block's.
  convenience init(first code: HuffmanCode, others: HuffmanCode) {
    self.init { table in
      code.eachSymbol(behind: 0) { byte, length, range in
        if byte > SkippingStream.mostDifferenceBits { return table.fill(range, UInt32(SkipTable.isOpen)) }
        table.fill(range, length: length, size: byte, advance: 1, others: others)
      } rest: {
        table.memory[$0] = UInt32(SkipTable.isOpen)
      }
    }
  }

  private init(_ make: (KeepTable) -> Void) {
    memory = .allocate(capacity: HuffmanCode.lookUpCount)
    make(self)
  }

  deinit { memory.deallocate() }

  /// Returns the entry for the highest bits of `window`.
  @inline(__always)
  static func entry(_ table: UnsafePointer<UInt32>, _ window: UInt64) -> UInt64 {
    UInt64(table[Int(truncatingIfNeeded: window >> UInt64(64 - HuffmanCode.lookUpBits))])
  }

  /// Returns the value of an entry that was looked up with the highest bits of `window` (T.81, F.2.2.1).
  @inline(__always)
  static func value(_ entry: UInt64, _ window: UInt64) -> Int16 {
    // A value whose highest bit is 0 is negative.
    let mask = (1 as UInt64) &<< (entry &>> 24) &- 1
    let bits = window &>> (entry &>> 16) & mask
    // All ones if the highest bit is 0. A comparison would become a branch, which is mispredicted half of the time.
    let sign = UInt64(bitPattern: Int64(bitPattern: bits &- mask &>> 1 &- 1) &>> 63)
    return Int16(truncatingIfNeeded: bits &- mask & sign)
  }

  private func fill(_ range: Range<Int>, _ entry: UInt32) {
    (memory + range.lowerBound).update(repeating: entry, count: range.count)
  }

  /// Fills the entries of a symbol.
  private func fill(_ range: Range<Int>, length: Int, size: Int, advance: Int, others: HuffmanCode) {
    let end = length + size
    if end > Self.mostBits { return fill(range, UInt32(SkipTable.isOpen)) }
    let entry = UInt32(end | advance << 8 | (64 - end) << 16 | size << 24)
    fill(range, entry)
    if end >= HuffmanCode.lookUpBits { return }
    let count = range.count >> size
    others.eachSymbol(behind: end) { byte, length, part in
      if !HuffmanCode.endsBlock(byte) { return }
      for first in stride(from: range.lowerBound, to: range.upperBound, by: count) {
        fill(
          first + part.lowerBound..<first + part.upperBound,
          entry &+ UInt32(length) | UInt32(SkipTable.endsBlock))
      }
    } rest: { _ in
    }
  }
}
