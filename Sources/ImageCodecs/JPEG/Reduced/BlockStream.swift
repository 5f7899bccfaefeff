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
    @inline(__always) get {
      let place = position &+ Int(truncatingIfNeeded: state & 0xff)
      return (data + place &>> 3).loadUnaligned(as: UInt64.self).bigEndian &<< UInt64(truncatingIfNeeded: place & 7)
    }
  }

  /// Counts the bits that were taken to `position`.
  @inline(__always)
  mutating func takeBits() {
    position &+= Int(truncatingIfNeeded: state & 0xff)
    state &= ~0xff
  }

  /// How many coefficients of the block are behind.
  var coefficientsBehind: Int { Int(state >> 8 & 0x3f) }

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

  /// Reads one symbol by its code, and hands its value to `keep` with the coefficient's place in zigzag order.
  ///
  /// - Returns: Where the stream is behind it, with no bits to take, and the end of the block if that is where it is; nil
  ///   where there was no such symbol, or the block has fewer coefficients.
  @inline(__always)
  func readSymbol(_ keep: (_ value: Int, _ coefficient: Int) -> Void) -> (position: Int, state: UInt64)? {
    let window = window
    let behind = coefficientsBehind
    let code = behind == 0 ? phase.pointee.first : phase.pointee.others
    guard let (symbol, length) = code._withUnsafeGuaranteedRef({ $0.symbol(window) }) else { return nil }
    let size = behind == 0 ? symbol : symbol & 15
    let zeros = behind == 0 ? 0 : symbol >> 4
    if behind == 0, size > Self.mostDifferenceBits { return nil }
    let end = position &+ Int(truncatingIfNeeded: state & 0xff) &+ length &+ size
    if behind > 0, size == 0, zeros != 15 { return (end, SkipTable.endsBlock) }
    let count = behind &+ zeros &+ 1
    guard count <= 64 else { return nil }
    if behind == 0 || size > 0 { keep(HuffmanCode.value(window &<< UInt64(length), size: size), count &- 1) }
    return (end, count == 64 ? SkipTable.endsBlock : UInt64(count) << 8)
  }
}
