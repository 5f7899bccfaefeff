/// The order of blocks in a scan, with the tables to read each of them from its start.
final class BlockCoding {
  /// The blocks of an MCU, in order. The last is followed by the first again.
  let phases: UnsafePointer<Phase>
  private let memory: UnsafeMutableRawPointer
  private let tables: [KeepTable]
  private let codes: [HuffmanCode]

  /// One block of an MCU.
  struct Phase {
    let next: UnsafePointer<Phase>
    let codes: BlockCodes.Unretained
    /// The tables for the first coefficient and for all later ones.
    let firstTable: UnsafePointer<UInt32>
    let othersTable: UnsafePointer<UInt32>
    /// Side of the square of kept coefficients, and the block's bytes.
    let side: Int
    let blockBytes: Int
    /// The lowest state (``SkipTable``) behind the last kept coefficient.
    let doneState: UInt64
  }

  /// A phase is followed by its slots: the offsets in bytes at which values are stored in its block, by the number of
  /// coefficients read, with bit 7 for the end of the block, which may be set or not. Values that aren't kept are stored
  /// behind the block.
  private static let slotCount = 256
  private static let phaseBytes = MemoryLayout<Phase>.stride + slotCount

  @inline(__always)
  static func slots(_ phase: UnsafePointer<Phase>) -> UnsafePointer<UInt8> {
    UnsafeRawPointer(phase + 1).assumingMemoryBound(to: UInt8.self)
  }

  init(_ blocks: [BlockCodes], keeping kept: KeptCoefficients) {
    var made = MadeTables(others: { KeepTable($0) }, first: { KeepTable(first: $0, others: $1) })
    let tables = blocks.map { made.tables($0) }
    (self.tables, codes) = (made.all, blocks.flatMap { [$0.first, $0.others] })
    let memory = UnsafeMutableRawPointer.allocate(byteCount: blocks.count * Self.phaseBytes, alignment: 64)
    self.memory = memory
    phases = UnsafePointer(memory.assumingMemoryBound(to: Phase.self))
    for (index, block) in blocks.enumerated() {
      let next = memory + (index + 1) % blocks.count * Self.phaseBytes
      let side = kept.sides[block.component]
      let place = memory + index * Self.phaseBytes
      place.initializeMemory(
        as: Phase.self,
        to: Phase(
          next: UnsafePointer(next.assumingMemoryBound(to: Phase.self)), codes: block.unretained,
          firstTable: tables[index].first.entries, othersTable: tables[index].others.entries, side: side,
          blockBytes: kept.blockBytes(of: block.component), doneState: UInt64(Self.lastKept(side: side) + 1) << 8))
      Self.makeSlots(place + MemoryLayout<Phase>.stride, side: side)
    }
  }

  deinit { memory.deallocate() }

  private static func makeSlots(_ place: UnsafeMutableRawPointer, side: Int) {
    let slots = place.initializeMemory(as: UInt8.self, repeating: UInt8(2 * side * side), count: slotCount)
    for (index, place) in zigzag.enumerated() where place.row < side && place.column < side {
      for end in [0, 128] { slots[end + index + 1] = UInt8(2 * (place.row * side + place.column)) }
    }
  }

  /// Returns the index of the last coefficient that is kept, in zigzag order.
  private static func lastKept(side: Int) -> Int { zigzag.lastIndex { $0.row < side && $0.column < side }! }

  /// Positions of coefficients in file order (T.81, figure A.6): along the diagonals, up and down in turn.
  static let zigzag: [(row: Int, column: Int)] = (0..<15).flatMap { sum in
    let rows = Array(max(0, sum - 7)...min(sum, 7))
    return (sum % 2 == 0 ? rows.reversed() : rows).map { ($0, sum - $0) }
  }
}
