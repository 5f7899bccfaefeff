import CSimd

/// Which coefficients of each block are kept, and how they are read: a step at a time, each a look-up in a table.
protocol KeptCoefficients {
  /// So many across and down, the lowest ones. They are stored as `Int16`, row by row.
  static var side: Int { get }
  /// How many there are in zigzag order up to the last that is kept.
  static var keptCount: Int { get }
  /// Takes the next entry and stores the coefficient that it has; at a block's end goes on to the next one. A stream's first
  /// block holds zeros before.
  ///
  /// - Parameter window: The next bits, those taken since it was filled shifted out.
  /// - Returns: Whether there was a code.
  static func step(_ stream: inout BlockStream, _ window: inout UInt64) -> Bool
}

extension KeptCoefficients {
  static var blockBytes: Int { 2 * side * side }
}

/// The first coefficient of each block, the mean of its samples.
enum FirstCoefficient: KeptCoefficients {
  static var side: Int { 1 }
  static var keptCount: Int { 1 }

  // The value stays in the state until the block ends, and is stored at every step.
  @inline(__always)
  static func step(_ stream: inout BlockStream, _ window: inout UInt64) -> Bool {
    let entry = UInt64(stream.table[Int(truncatingIfNeeded: window >> UInt64(64 - HuffmanCode.lookUpBits))])
    var state = stream.state &+ entry
    if _slowPath(state & SkipTable.isOpen != 0) {
      guard let behind = readSymbol(stream) else { return false }
      (stream.position, stream.state, state) = (behind.position, 0, behind.state)
      window = stream.window
    } else {
      window = window &<< entry
    }
    stream.place.storeBytes(of: UInt16(truncatingIfNeeded: state >> 16), as: UInt16.self)
    stream.goOn(state, table: stream.phase.pointee.keeping, blockBytes: blockBytes)
    return true
  }

  @inline(never)
  private static func readSymbol(_ stream: BlockStream) -> (position: Int, state: UInt64)? {
    var value = Int(stream.state >> 16)
    guard let (position, state) = stream.readSymbol({ if $1 == 0 { value = $0 } }) else { return nil }
    return (position, state | UInt64(UInt16(truncatingIfNeeded: value)) << 16)
  }
}

/// The lowest 2 × 2 coefficients.
enum LowTwo: KeptSquare {
  static var side: Int { 2 }
  static var keptCount: Int { 5 }

  @inline(__always)
  static func clear(_ block: UnsafeMutableRawPointer) { block.storeBytes(of: 0, as: UInt64.self) }
}

/// The lowest 4 × 4 coefficients.
enum LowFour: KeptSquare {
  static var side: Int { 4 }
  static var keptCount: Int { 25 }

  @inline(__always)
  static func clear(_ block: UnsafeMutableRawPointer) { block.storeBytes(of: .zero, as: SIMD4<UInt64>.self) }
}

/// The lowest coefficients across and down.
protocol KeptSquare: KeptCoefficients {
  /// Makes a block zeros.
  static func clear(_ block: UnsafeMutableRawPointer)
}

extension KeptSquare {
  // Every value is stored: those that are not kept, into the block behind, which is then made zeros.
  @inline(__always)
  static func step(_ stream: inout BlockStream, _ window: inout UInt64) -> Bool {
    let entry = UInt64(stream.table[Int(truncatingIfNeeded: window >> UInt64(64 - HuffmanCode.lookUpBits))])
    var state = stream.state &+ entry
    if _slowPath(state & SkipTable.isOpen != 0) {
      guard let behind = readSymbol(stream) else { return false }
      (stream.position, stream.state, state) = (behind.position, 0, behind.state)
      window = stream.window
    } else {
      let slot = Int(stream.slots[Int(truncatingIfNeeded: state >> 8 & 0xff)])
      (stream.place + slot).storeBytes(of: UInt16(truncatingIfNeeded: entry >> 16), as: UInt16.self)
      window = window &<< entry
    }
    clear(stream.place + blockBytes)
    let table = csimd_select_greater(
      state >> 8 & 0xff, UInt64(keptCount &- 1), BlockCoding.skipping(stream.phase), stream.phase.pointee.keeping)
    stream.goOn(state, table: table, blockBytes: blockBytes)
    return true
  }

  @inline(never)
  private static func readSymbol(_ stream: BlockStream) -> (position: Int, state: UInt64)? {
    let (place, slots) = (stream.place, stream.slots)
    return stream.readSymbol { value, coefficient in
      (place + Int(slots[coefficient + 1])).storeBytes(of: UInt16(truncatingIfNeeded: value), as: UInt16.self)
    }
  }
}
