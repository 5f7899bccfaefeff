import CSimd

/// Decodes the blocks in a piece of a scan's data.
///
/// The position within a block is a sum of table entries (``SkipTable``): the bits taken since `position`, and the
/// number of coefficients read.
struct BlockStream {
  /// Maximum bits of a difference of first coefficients in a file of 8-bit samples (T.81, table F.1).
  static let mostDifferenceBits = 11
  /// Bytes after a stream's last block that it may write to, because values that aren't kept go there.
  static let spareBytes = 8

  /// The data, and its number of bits.
  let data: UnsafeRawPointer
  var end: Int
  /// The offset of the next bit, without the bits that `state` counts.
  var position: Int
  var state: UInt64 = 0
  /// The table for the next bits.
  var table: UnsafePointer<UInt32>
  var phase: UnsafePointer<BlockCoding.Phase>
  /// Addresses of the current block, and of the end of the last one.
  var place: UnsafeMutableRawPointer
  var limit: UnsafeMutableRawPointer

  /// Creates a stream of MCUs that starts at bit `position`.
  init(
    _ data: UnsafeRawPointer, from position: Int = 0, to end: Int, coding: BlockCoding, place: UnsafeMutableRawPointer,
    limit: UnsafeMutableRawPointer
  ) {
    (self.data, self.position, self.end) = (data, position, end)
    (table, phase) = (coding.firstTable, coding.phases)
    (self.place, self.limit) = (place, limit)
  }

  /// The next 57 bits or more, starting at the highest bit.
  var window: UInt64 {
    @inline(__always) get { window(behind: state) }
  }

  /// Returns the window after another state.
  @inline(__always)
  func window(behind state: UInt64) -> UInt64 {
    let place = position &+ Int(truncatingIfNeeded: state & 0xff)
    return (data + place &>> 3).loadUnaligned(as: UInt64.self).bigEndian &<< UInt64(truncatingIfNeeded: place & 7)
  }

  /// Adds the bits that were taken to `position`.
  @inline(__always)
  mutating func takeBits() {
    position &+= Int(truncatingIfNeeded: state & 0xff)
    state &= ~0xff
  }

  /// Selects the table for the next symbol, and moves to the next block if `state` says that this block has ended.
  @inline(__always)
  mutating func goOn(_ state: UInt64) {
    table = BlockCoding.tables(phase)[Int(truncatingIfNeeded: state >> 8 & 0xff)]
    let end = place + Int(truncatingIfNeeded: phase.pointee.blockBytes)
    let next = csimd_select_bit15(
      state, phase.pointee.next, state & 0xff, UInt64(UInt(bitPattern: end)),
      csimd_triple(a: UInt64(UInt(bitPattern: phase)), b: state, c: UInt64(UInt(bitPattern: place))))
    phase = UnsafePointer(bitPattern: UInt(next.a)).unsafelyUnwrapped
    self.state = next.b
    place = UnsafeMutableRawPointer(bitPattern: UInt(next.c)).unsafelyUnwrapped
  }
}
