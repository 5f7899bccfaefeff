/// The Huffman codes of a block: of its first coefficient, and of all later ones.
struct BlockCodes {
  let component: Int
  let first: HuffmanCode
  let others: HuffmanCode

  /// The codes, to be read in loops that don't count references.
  struct Unretained {
    fileprivate let first: Unmanaged<HuffmanCode>
    fileprivate let others: Unmanaged<HuffmanCode>
  }

  var unretained: Unretained { Unretained(first: .passUnretained(first), others: .passUnretained(others)) }

  /// Returns the codes of each block of an MCU, in order. Nil if a code is missing.
  static func ofMCU(_ scan: ScanHeader, of frame: CodedFrame) -> [BlockCodes]? {
    var blocks: [BlockCodes] = []
    for (index, dc, ac) in scan.components {
      guard let first = frame.tables.dc[dc], let others = frame.tables.ac[ac] else { return nil }
      let codes = BlockCodes(component: index, first: first, others: others)
      for _ in 0..<frame.components[index].blockCount { blocks.append(codes) }
    }
    return blocks
  }
}

extension BlockCodes.Unretained {
  /// Returns the state of a block (``SkipTable``) behind the symbol at the highest bits of `window`, and the symbol's
  /// value, for symbols that a table has no entry for. Nil if the symbol is invalid, or exceeds the block.
  @inline(never)
  func state(_ state: UInt64, behindSymbolOf window: UInt64) -> (state: UInt64, value: Int)? {
    let behind = state >> 8 & 0x3f
    let isFirst = behind == 0
    let found = (isFirst ? first : others)._withUnsafeGuaranteedRef { $0.symbol(window) }
    guard let (byte, length) = found else { return nil }
    // T.81, F.1.2.1 and F.1.2.2.
    let (zeros, size) = isFirst ? (0, byte) : (byte >> 4, byte & 15)
    if isFirst, size > SkippingStream.mostDifferenceBits { return nil }
    let taken = state &+ UInt64(length &+ size)
    if !isFirst, HuffmanCode.endsBlock(byte) { return (taken &+ 1 << 8 | SkipTable.endsBlock, 0) }
    let count = behind &+ UInt64(zeros) &+ 1
    guard count <= 64 else { return nil }
    let next = taken &+ UInt64(zeros &+ 1) << 8
    return (
      count == 64 ? next | SkipTable.endsBlock : next,
      HuffmanCode.value(window &<< UInt64(length), size: size)
    )
  }
}

/// The tables made so far, so that each use of a Huffman code has only one table.
struct MadeTables<Table> {
  let makeOthers: (HuffmanCode) -> Table
  let makeFirst: (_ first: HuffmanCode, _ others: HuffmanCode) -> Table
  private var firsts: [Codes: Table] = [:]
  private var others: [ObjectIdentifier: Table] = [:]

  private struct Codes: Hashable {
    let first: ObjectIdentifier
    let others: ObjectIdentifier
  }

  init(others: @escaping (HuffmanCode) -> Table, first: @escaping (HuffmanCode, HuffmanCode) -> Table) {
    (makeOthers, makeFirst) = (others, first)
  }

  var all: [Table] { Array(firsts.values) + Array(others.values) }

  /// Returns the tables for a block's first coefficient, and for its others.
  mutating func tables(_ block: BlockCodes) -> (first: Table, others: Table) {
    let codes = Codes(first: ObjectIdentifier(block.first), others: ObjectIdentifier(block.others))
    let first = firsts[codes] ?? makeFirst(block.first, block.others)
    let others = self.others[codes.others] ?? makeOthers(block.others)
    (firsts[codes], self.others[codes.others]) = (first, others)
    return (first, others)
  }
}
