/// The order of blocks in a scan, with the tables to read each of them.
final class BlockCoding {
  /// The blocks of an MCU, in order. The last is followed by the first again.
  let phases: UnsafePointer<Phase>
  private let memory: UnsafeMutableRawPointer
  private let tables: [SkipTable]
  private let codes: [HuffmanCode]

  /// One block of an MCU. Addresses are stored as numbers, so that a choice between them needs no branch.
  struct Phase {
    /// Address of the next block's phase.
    var next: UInt64
    var blockBytes: UInt64
    /// Mask of the state bits that are kept when the next entry is added. If only first coefficients are kept, the mask
    /// keeps all bits, and so the coefficient's value.
    var held: UInt64
    /// The Huffman codes of the first coefficient and of all later ones.
    var first: Unmanaged<HuffmanCode>
    var others: Unmanaged<HuffmanCode>

    static let allBits = UInt64.max
    static let allButValue: UInt64 = 0xffff
  }

  /// A phase is followed by its tables and its slots, 256 of each. Both are indexed by the number of coefficients read,
  /// with bit 7 for the end of the block, which may be set or not.
  private static let slotsOffset = MemoryLayout<Phase>.size + 256 * 8
  private static let phaseBytes = slotsOffset + 256

  /// Returns the tables for the next symbol: one for coefficients up to the last kept one, one for coefficients after
  /// it, and at the block's end one for the first coefficient of the next block.
  @inline(__always)
  static func tables(_ phase: UnsafePointer<Phase>) -> UnsafePointer<UnsafePointer<UInt32>> {
    UnsafeRawPointer(phase + 1).assumingMemoryBound(to: UnsafePointer<UInt32>.self)
  }

  /// Returns the offsets in bytes at which coefficients are stored in a phase's block. Coefficients that aren't kept
  /// are stored after the block.
  @inline(__always)
  static func slots(_ phase: UnsafePointer<Phase>) -> UnsafePointer<UInt8> {
    (UnsafeRawPointer(phase) + slotsOffset).assumingMemoryBound(to: UInt8.self)
  }

  /// - Returns: Nil if a code is missing.
  init?(_ scan: ScanHeader, of frame: CodedFrame, keeping kept: KeptCoefficients) {
    var made = MadeTables()
    var blocks: [(component: Int, first: HuffmanCode, others: HuffmanCode, tables: MadeTables.OfBlock)] = []
    for (index, dc, ac) in scan.components {
      guard let first = frame.tables.dc[dc], let others = frame.tables.ac[ac] else { return nil }
      let tables = made.tables(first, others, keepsFirstOnly: kept.sides[index] == 1)
      for _ in 0..<frame.components[index].blockCount { blocks.append((index, first, others, tables)) }
    }
    tables = made.all
    codes = blocks.flatMap { [$0.first, $0.others] }
    let memory = UnsafeMutableRawPointer.allocate(byteCount: blocks.count * Self.phaseBytes, alignment: 64)
    self.memory = memory
    phases = UnsafePointer(memory.assumingMemoryBound(to: Phase.self))
    firstTable = UnsafePointer(blocks[0].tables.first.entries)
    for (index, block) in blocks.enumerated() {
      let next = (index + 1) % blocks.count
      let side = kept.sides[block.component]
      let place = memory + index * Self.phaseBytes
      place.initializeMemory(
        as: Phase.self,
        to: Phase(
          next: Self.address(memory + next * Self.phaseBytes),
          blockBytes: UInt64(kept.blockBytes(of: block.component)),
          held: side == 1 ? Phase.allBits : Phase.allButValue, first: .passUnretained(block.first),
          others: .passUnretained(block.others)))
      let tables = (place + MemoryLayout<Phase>.size).initializeMemory(
        as: UnsafeMutablePointer<UInt32>.self, repeating: blocks[next].tables.first.entries, count: 256)
      let lastKept = Self.lastKept(side: side)
      for behind in 0..<128 {
        tables[behind] = behind > lastKept ? block.tables.skipping.entries : block.tables.keeping.entries
      }
      Self.makeSlots(place + Self.slotsOffset, side: side)
    }
  }

  /// The table for the first coefficient of an MCU's first block.
  let firstTable: UnsafePointer<UInt32>

  private static func address(_ pointer: UnsafeMutableRawPointer) -> UInt64 { UInt64(UInt(bitPattern: pointer)) }

  deinit { memory.deallocate() }

  /// Writes the slots of a phase. If only the first coefficient is kept, every slot is 0, because the first value is
  /// stored again at every step.
  private static func makeSlots(_ place: UnsafeMutableRawPointer, side: Int) {
    let slots = place.initializeMemory(as: UInt8.self, repeating: UInt8(side == 1 ? 0 : 2 * side * side), count: 256)
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

/// The tables made so far, so that each use of a Huffman code has only one table.
private struct MadeTables {
  struct OfBlock {
    var first: SkipTable
    var keeping: SkipTable
    var skipping: SkipTable
  }

  private var firsts: [Codes: SkipTable] = [:]
  private var keeping: [ObjectIdentifier: SkipTable] = [:]
  private var skipping: [ObjectIdentifier: SkipTable] = [:]

  private struct Codes: Hashable {
    let first: ObjectIdentifier
    let others: ObjectIdentifier
    let keepsFirstOnly: Bool
  }

  var all: [SkipTable] { Array(firsts.values) + Array(keeping.values) + Array(skipping.values) }

  mutating func tables(_ first: HuffmanCode, _ others: HuffmanCode, keepsFirstOnly: Bool) -> OfBlock {
    let number = ObjectIdentifier(others)
    let codes = Codes(first: ObjectIdentifier(first), others: number, keepsFirstOnly: keepsFirstOnly)
    let table = firsts[codes] ?? SkipTable(first: first, others: others, skipsRest: keepsFirstOnly)
    let skipped = skipping[number] ?? SkipTable(skipping: others)
    (firsts[codes], skipping[number]) = (table, skipped)
    if keepsFirstOnly { return OfBlock(first: table, keeping: skipped, skipping: skipped) }
    let kept = keeping[number] ?? SkipTable(keeping: others)
    keeping[number] = kept
    return OfBlock(first: table, keeping: kept, skipping: skipped)
  }
}
