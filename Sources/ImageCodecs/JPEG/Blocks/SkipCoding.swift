/// The order of blocks in a scan, with the tables to skip them.
final class SkipCoding {
  /// The blocks of an MCU, in order. The last is followed by the first again.
  let phases: UnsafePointer<Phase>
  private let memory: UnsafeMutablePointer<Phase>
  private let codes: [HuffmanCode]
  private let tables: [SkipTable]

  /// One block of an MCU.
  struct Phase {
    let next: UnsafePointer<Phase>
    /// The table for the start of this block.
    let first: UnsafePointer<UInt16>
    /// The table for the start of the next block.
    let nextFirst: UnsafePointer<UInt16>
    /// The table for the rest of this block.
    let skipping: UnsafePointer<UInt16>
    let codes: BlockCodes.Unretained
  }

  init(_ blocks: [BlockCodes]) {
    memory = .allocate(capacity: blocks.count)
    phases = UnsafePointer(memory)
    codes = blocks.flatMap { [$0.first, $0.others] }
    var tables = MadeTables(others: { SkipTable($0) }, first: { SkipTable(first: $0, others: $1) })
    let found = blocks.map { tables.tables($0) }
    self.tables = tables.all
    for (index, block) in blocks.enumerated() {
      let next = (index + 1) % blocks.count
      (memory + index).initialize(
        to: Phase(
          next: phases + next, first: found[index].first.entries, nextFirst: found[next].first.entries,
          skipping: found[index].others.entries, codes: block.unretained))
    }
  }

  deinit { memory.deallocate() }
}
