/// How the blocks of a scan follow each other, and the tables that read each.
final class BlockCoding {
  /// The blocks of an MCU, in order; behind the last one follows the first again.
  let phases: UnsafeMutablePointer<Phase>
  private let tables: [SkipTable]
  private let codes: [HuffmanCode]

  /// One block of an MCU. Addresses are numbers, for the choices between them to be made without branches.
  struct Phase {
    /// The tables for the next coefficient: for one that is kept, and for those behind the last such.
    var keeping: UInt64
    var skipping: UInt64
    /// The block behind this one, and the table for its first coefficient.
    var next: UInt64
    var nextTable: UInt64
    /// The codes of the first coefficient and of the others.
    var first: Unmanaged<HuffmanCode>
    var others: Unmanaged<HuffmanCode>
  }

  /// Where ``Phase/skipping`` is.
  @inline(__always)
  static func skipping(_ phase: UnsafePointer<Phase>) -> UnsafePointer<UInt64> {
    UnsafeRawPointer(phase).assumingMemoryBound(to: UInt64.self) + 1
  }

  /// Where ``Phase/next`` and ``Phase/nextTable`` are.
  @inline(__always)
  static func following(_ phase: UnsafePointer<Phase>) -> UnsafePointer<UInt64> {
    UnsafeRawPointer(phase).assumingMemoryBound(to: UInt64.self) + 2
  }

  /// Where in a block coefficients are stored, in bytes: by the coefficients behind, with bit 7 for the block's end, which may
  /// be set or not. Those that are not kept are stored behind the block.
  let slots: UnsafeMutablePointer<UInt8>

  /// - Returns: Nil where a code is missing.
  init?<Kept: KeptCoefficients>(_ scan: ScanHeader, of frame: CodedFrame, keeping kept: Kept.Type) {
    let keepsFirstOnly = kept.keptCount == 1
    var (tables, codes): ([SkipTable], [HuffmanCode]) = ([], [])
    var firsts: [ObjectPair: SkipTable] = [:]
    var others: [ObjectIdentifier: (keeping: SkipTable, skipping: SkipTable)] = [:]
    var blocks:
      [(first: HuffmanCode, others: HuffmanCode, table: SkipTable, rest: (keeping: SkipTable, skipping: SkipTable))] =
        []
    for (index, dc, ac) in scan.components {
      guard let first = frame.tables.dc[dc], let other = frame.tables.ac[ac] else { return nil }
      let pair = ObjectPair(first: ObjectIdentifier(first), other: ObjectIdentifier(other))
      let table = firsts[pair] ?? SkipTable(first: first, others: other, skipsRest: keepsFirstOnly)
      firsts[pair] = table
      let rest: (keeping: SkipTable, skipping: SkipTable)
      if let found = others[ObjectIdentifier(other)] {
        rest = found
      } else {
        let skipping = SkipTable(skipping: other)
        rest = (keepsFirstOnly ? skipping : SkipTable(keeping: other), skipping)
        others[ObjectIdentifier(other)] = rest
      }
      tables += [table, rest.keeping, rest.skipping]
      codes += [first, other]
      let component = frame.components[index]
      for _ in 0..<component.horizontal * component.vertical { blocks.append((first, other, table, rest)) }
    }
    (self.tables, self.codes) = (tables, codes)
    slots = Self.slots(side: kept.side)
    phases = .allocate(capacity: blocks.count)
    for (index, block) in blocks.enumerated() {
      let next = (index + 1) % blocks.count
      (phases + index).initialize(
        to: Phase(
          keeping: Self.address(block.rest.keeping.entries), skipping: Self.address(block.rest.skipping.entries),
          next: Self.address(phases + next), nextTable: Self.address(blocks[next].table.entries),
          first: .passUnretained(block.first), others: .passUnretained(block.others)))
    }
    firstTable = UnsafePointer(blocks[0].table.entries)
  }

  /// The table for the first coefficient of an MCU's first block.
  let firstTable: UnsafePointer<UInt32>

  private static func address<T>(_ pointer: UnsafeMutablePointer<T>) -> UInt64 { UInt64(UInt(bitPattern: pointer)) }

  deinit {
    phases.deallocate()
    slots.deallocate()
  }

  private static func slots(side: Int) -> UnsafeMutablePointer<UInt8> {
    let slots = UnsafeMutablePointer<UInt8>.allocate(capacity: 256)
    slots.initialize(repeating: UInt8(2 * side * side), count: 256)
    for (index, place) in zigzag.enumerated() where place.row < side && place.column < side {
      for end in [0, 128] { slots[end + index + 1] = UInt8(2 * (place.row * side + place.column)) }
    }
    return slots
  }

  /// The coefficients' places in the order that files have them in (T.81, figure A.6): along the diagonals, up and down in turn.
  static let zigzag: [(row: Int, column: Int)] = (0..<15).flatMap { sum in
    let rows = Array(max(0, sum - 7)...min(sum, 7))
    return (sum % 2 == 0 ? rows.reversed() : rows).map { ($0, sum - $0) }
  }

  private struct ObjectPair: Hashable {
    let first: ObjectIdentifier
    let other: ObjectIdentifier
  }
}
