extension BlockStream {
  /// Adds the next table entry and stores its coefficient. At a block's end, continues with the next block. Blocks must
  /// contain zeros before.
  ///
  /// Every value is stored. Values that aren't kept go to the next block's first coefficient, which is overwritten
  /// later. If only first coefficients are kept, the value stays in the state until its block ends, and is stored at
  /// every step.
  ///
  /// - Parameter window: The next bits. Bits taken since it was filled are shifted out.
  /// - Returns: Whether there was a valid code.
  @inline(__always)
  mutating func step(_ window: inout UInt64) -> Bool {
    let phase = self.phase
    let entry = UInt64(table[Int(truncatingIfNeeded: window >> UInt64(64 - HuffmanCode.lookUpBits))])
    var state = (self.state & phase.pointee.held) &+ entry
    if _slowPath(state & SkipTable.isOpen != 0) {
      guard let behind = Self.state(self.state, behindSymbolOf: self.window, entry, phase) else { return false }
      state = behind
      window = self.window(behind: state)
    } else {
      window = window &<< entry
    }
    let slot = Int(BlockCoding.slots(phase)[Int(truncatingIfNeeded: state >> 8 & 0xff)])
    (place + slot).storeBytes(of: UInt16(truncatingIfNeeded: state >> 16), as: UInt16.self)
    goOn(state)
    return true
  }

  /// Returns the state after a single symbol: one that ends the block, or that has a code and value too long for a
  /// table. Nil if the symbol is invalid, or exceeds the block.
  @inline(never)
  private static func state(
    _ state: UInt64, behindSymbolOf window: UInt64, _ entry: UInt64, _ phase: UnsafePointer<BlockCoding.Phase>
  ) -> UInt64? {
    let behind = state >> 8 & 0x3f
    var symbol = SkipTable.OpenSymbol(entry)
    if symbol.length == 0 {
      let code = behind == 0 ? phase.pointee.first : phase.pointee.others
      guard let (byte, length) = code._withUnsafeGuaranteedRef({ $0.symbol(window) }) else { return nil }
      symbol = SkipTable.OpenSymbol(byte, length: length, isFirst: behind == 0)
    }
    let before = state & phase.pointee.held &+ UInt64(symbol.length &+ symbol.size)
    if behind == 0, symbol.size > mostDifferenceBits { return nil }
    if behind > 0, symbol.size == 0, symbol.zeros != 15 { return before &+ 1 << 8 | SkipTable.endsBlock }
    let count = behind &+ UInt64(symbol.zeros) &+ 1
    guard count <= 64 else { return nil }
    // If only first coefficients are kept, the first one's value must stay in the state.
    let isKept = behind == 0 || phase.pointee.held != BlockCoding.Phase.allBits
    let value = isKept ? HuffmanCode.value(window &<< UInt64(symbol.length), size: symbol.size) : 0
    let next = before &+ UInt64(symbol.zeros &+ 1) << 8 &+ UInt64(UInt16(truncatingIfNeeded: value)) << 16
    return count == 64 ? next | SkipTable.endsBlock : next
  }
}
