import CSimd

/// Finds where blocks start in a piece of a scan's data. It skips all coefficients, several symbols at a time.
///
/// The position within a block is a sum of table entries (``SkipTable``): of the bits taken, and of the number of
/// coefficients.
struct SkippingStream {
  /// Maximum bits of a difference of first coefficients in a file of 8-bit samples (T.81, table F.1).
  static let mostDifferenceBits = 11

  /// The data, and its number of bits.
  let data: UnsafeRawPointer
  var end: Int
  /// The offset of the next bit.
  var position: Int
  /// The coefficients of the current block so far. 0 at its start.
  var state: UInt64 = 0
  /// The table for the next bits.
  private var table: UnsafePointer<UInt16>
  var phase: UnsafePointer<SkipCoding.Phase>
  /// Addresses of the current block's start, and of the end of the last one.
  var place: UnsafeMutableRawPointer
  var limit: UnsafeMutableRawPointer

  /// The outcome of a group of steps.
  enum Outcome {
    case more
    /// No step was taken, because the stream has read its last block.
    case full
    /// The stream has passed its end.
    case past
    /// The bits are no valid code.
    case damaged
  }

  /// Creates a stream of MCUs that starts at bit `position`.
  init(
    _ data: UnsafeRawPointer, from position: Int, to end: Int, coding: SkipCoding, place: UnsafeMutableRawPointer,
    limit: UnsafeMutableRawPointer
  ) {
    (self.data, self.position, self.end) = (data, position, end)
    (table, phase) = (coding.phases.pointee.first, coding.phases)
    (self.place, self.limit) = (place, limit)
    place.storeBytes(of: UInt32(truncatingIfNeeded: position), as: UInt32.self)
  }

  /// Adds up to three table entries, for which a window always has enough bits. If an entry ends the block, ignores the
  /// entries after it. Writes where the next block starts.
  ///
  /// All three entries are looked up before any of them is examined, so no branch depends on the end of a block. This
  /// takes 1.3 ns per byte of a camera photo on a Zen 4. Choosing each entry's table by the previous entry took 2.4 ns.
  @inline(__always)
  mutating func takeGroup() -> Outcome {
    if _slowPath(place >= limit) { return .full }
    let skipping = phase.pointee.skipping
    var window = ScanBits.window(of: data, at: position)
    let first = state &+ Self.entry(table, &window)
    let second = first &+ Self.entry(skipping, &window)
    let third = second &+ Self.entry(skipping, &window)
    var last = csimd_first_with_bit14_or_15(first, second, third)
    if _slowPath(last & SkipTable.isOpen != 0) {
      let before = first & SkipTable.isOpen != 0 ? state : second & SkipTable.isOpen != 0 ? first : second
      guard let behind = behindSymbol(before) else { return .damaged }
      last = behind
    }
    position &+= Int(truncatingIfNeeded: last & 0xff)
    (place + BlockStarts.bytesPerBlock).storeBytes(of: UInt32(truncatingIfNeeded: position), as: UInt32.self)
    goOn(last & ~0xff, skipping)
    return _slowPath(position > end) ? .past : .more
  }

  /// Returns the entry for the next bits, and shifts out the bits that it consumes.
  @inline(__always)
  private static func entry(_ table: UnsafePointer<UInt16>, _ window: inout UInt64) -> UInt64 {
    let entry = UInt64(table[Int(truncatingIfNeeded: window >> UInt64(64 - HuffmanCode.lookUpBits))])
    window = window &<< entry
    return entry
  }

  /// Moves to the next block if `state` says that this one has ended.
  @inline(__always)
  private mutating func goOn(_ state: UInt64, _ skipping: UnsafePointer<UInt16>) {
    let next = csimd_select_bit15(
      state, UInt64(UInt(bitPattern: phase.pointee.next)), 0,
      UInt64(UInt(bitPattern: place + BlockStarts.bytesPerBlock)),
      csimd_triple(a: UInt64(UInt(bitPattern: phase)), b: state, c: UInt64(UInt(bitPattern: place))))
    let table = csimd_select_one_bit15(
      state, UInt64(UInt(bitPattern: phase.pointee.nextFirst)), UInt64(UInt(bitPattern: skipping)))
    phase = UnsafePointer(bitPattern: UInt(next.a)).unsafelyUnwrapped
    self.state = next.b
    place = UnsafeMutableRawPointer(bitPattern: UInt(next.c)).unsafelyUnwrapped
    self.table = UnsafePointer(bitPattern: UInt(table)).unsafelyUnwrapped
  }

  /// Returns the state after a single symbol, with all bits taken since `position`: a symbol that ends the block, or
  /// that has a code too long for a table. Nil if the symbol is invalid, or exceeds the block.
  @inline(never)
  private func behindSymbol(_ state: UInt64) -> UInt64? {
    let window = ScanBits.window(of: data, at: position &+ Int(truncatingIfNeeded: state & 0xff))
    return phase.pointee.codes.state(state, behindSymbolOf: window)?.state
  }
}
