import CSimd

/// Blocks on their way out of a piece of a scan's data.
///
/// Where it stands in a block is a sum of table entries (``SkipTable``): the bits taken since `position`, and the coefficients
/// behind it.
struct BlockStream {
  /// A difference of first coefficients has no more bits in a file of 8-bit samples (T.81, table F.1).
  static let mostDifferenceBits = 11
  /// Bytes behind a stream's last block that it may write to: what is not kept goes there.
  static let spareBytes = 8

  /// The data, and how many bits it has.
  let data: UnsafeRawPointer
  var end: Int
  /// The next bit, but for those that `state` counts.
  var position: Int
  var state: UInt64 = 0
  /// What is known of the next bits.
  var table: UnsafePointer<UInt32>
  var phase: UnsafePointer<BlockCoding.Phase>
  /// Where the block goes, and where the last one ends.
  var place: UnsafeMutableRawPointer
  var limit: UnsafeMutableRawPointer

  /// A stream of MCUs from bit `position` on.
  init(
    _ data: UnsafeRawPointer, from position: Int = 0, to end: Int, coding: BlockCoding, place: UnsafeMutableRawPointer,
    limit: UnsafeMutableRawPointer
  ) {
    (self.data, self.position, self.end) = (data, position, end)
    (table, phase) = (coding.firstTable, coding.phases)
    (self.place, self.limit) = (place, limit)
  }

  /// The next 57 bits or more, from the highest one down.
  var window: UInt64 {
    @inline(__always) get { window(behind: state) }
  }

  /// The same behind another state.
  @inline(__always)
  func window(behind state: UInt64) -> UInt64 {
    let place = position &+ Int(truncatingIfNeeded: state & 0xff)
    return (data + place &>> 3).loadUnaligned(as: UInt64.self).bigEndian &<< UInt64(truncatingIfNeeded: place & 7)
  }

  /// Counts the bits that were taken to `position`.
  @inline(__always)
  mutating func takeBits() {
    position &+= Int(truncatingIfNeeded: state & 0xff)
    state &= ~0xff
  }

  /// Goes on to the table for what follows, and to the next block where `state` says that this one ends.
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
