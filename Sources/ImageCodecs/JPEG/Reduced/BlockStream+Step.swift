import CSimd

extension BlockStream {
  /// Takes the next entry and stores the coefficient that it has; at a block's end goes on to the next one. Blocks hold zeros
  /// before.
  ///
  /// Every value is stored: those that are not kept, into the block behind, as the first coefficient, which that is yet to get.
  /// Where first coefficients are all that is kept, one stays in the state until its block ends, and is stored at every step.
  ///
  /// - Parameter window: The next bits, those taken since it was filled shifted out.
  /// - Returns: Whether there was a code.
  @inline(__always)
  mutating func step(_ window: inout UInt64) -> Bool {
    let phase = self.phase
    let entry = UInt64(table[Int(truncatingIfNeeded: window >> UInt64(64 - HuffmanCode.lookUpBits))])
    var state = (self.state & phase.pointee.held) &+ entry
    if _slowPath(state & SkipTable.isOpen != 0) {
      guard let behind = storeSymbol() else { return false }
      (position, self.state, state) = (behind.position, 0, behind.state)
      window = self.window
    } else {
      let slot = Int(BlockCoding.slots(phase)[Int(truncatingIfNeeded: state >> 8 & 0xff)])
      (place + slot).storeBytes(of: UInt16(truncatingIfNeeded: state >> 16), as: UInt16.self)
      window = window &<< entry
    }
    goOn(state)
    return true
  }

  /// Reads one symbol by its code and stores its value; returns where the stream is behind it.
  @inline(never)
  private func storeSymbol() -> (position: Int, state: UInt64)? {
    if phase.pointee.held == BlockCoding.Phase.allBits {
      var value = Int(state >> 16)
      guard let (position, state) = readSymbol({ if $1 == 0 { value = $0 } }) else { return nil }
      place.storeBytes(of: UInt16(truncatingIfNeeded: value), as: UInt16.self)
      return (position, state | UInt64(UInt16(truncatingIfNeeded: value)) << 16)
    }
    let (place, slots) = (place, BlockCoding.slots(phase))
    return readSymbol { value, coefficient in
      (place + Int(slots[coefficient + 1])).storeBytes(of: UInt16(truncatingIfNeeded: value), as: UInt16.self)
    }
  }
}
