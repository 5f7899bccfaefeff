import CSimd

/// Reads the kept coefficients of blocks, each from the start of its second coefficient.
///
/// Blocks don't depend on each other, so the processor can overlap several of them, until it mispredicts the end of one.
struct BlockReader {
  let data: UnsafeRawPointer

  /// Reads consecutive blocks. Their memory must contain zeros.
  ///
  /// - Parameters:
  ///   - first: The blocks' first coefficients. Advanced past them.
  ///   - place: The address of the first block. Advanced past the blocks. The two bytes after the last one may be
  ///     overwritten.
  func read(
    _ count: Int, at starts: UnsafePointer<UInt32>, of coding: BlockCoding, first: inout UnsafeMutablePointer<Int16>,
    into place: inout UnsafeMutableRawPointer
  ) {
    var (phase, block, source) = (coding.phases, place, first)
    var index = 0
    while index < count {
      let one = KeptBlock(starts[index], phase, block)
      let next = phase.pointee.next
      let following = block + phase.pointee.blockBytes
      switch phase.pointee.side {
      case 1: break
      case 2: readFour(one)
      default:
        guard index + 1 < count, next.pointee.side > 2 else {
          readAll(one)
          break
        }
        readPair(one, KeptBlock(starts[index + 1], next, following))
        // First coefficients are stored last, because values that aren't kept go behind their block.
        block.storeBytes(of: source.pointee, as: Int16.self)
        following.storeBytes(of: source[1], as: Int16.self)
        (block, source, index) = (following + next.pointee.blockBytes, source + 2, index + 2)
        phase = next.pointee.next
        continue
      }
      block.storeBytes(of: source.pointee, as: Int16.self)
      (block, source, index, phase) = (following, source + 1, index + 1, next)
    }
    (place, first) = (block, source)
  }

  /// Reads the kept coefficients of a block of two by two, which are among the next four. A fixed number of steps costs
  /// less than a branch at the end of the block, which can't be predicted. A block without these coefficients can be:
  /// flat blocks are next to each other.
  @inline(__always)
  private func readFour(_ one: KeptBlock) {
    var block = one
    if block.isDone { return }
    block.fill(data)
    block.takeUnlessDone()
    block.takeUnlessDone()
    block.fill(data)
    block.takeUnlessDone()
    block.takeUnlessDone()
    if _slowPath(block.isOpen) {
      one.clear()
      readAll(one)
    }
  }

  /// Reads two blocks at the same time until one of them is done, and then the other. The steps of a block depend on each
  /// other, and its end is mispredicted, so the processor couldn't overlap blocks that are read one after the other.
  @inline(__always)
  private func readPair(_ one: KeptBlock, _ two: KeptBlock) {
    var (first, second) = (one, two)
    var areGoing = !first.isDone && !second.isDone
    while areGoing {
      first.fill(data)
      second.fill(data)
      for _ in 0..<3 {
        first.take()
        second.take()
        areGoing = !KeptBlock.isEitherDone(first, second)
        if !areGoing { break }
      }
    }
    readRest(of: &first)
    readRest(of: &second)
  }

  @inline(__always)
  private func readRest(of block: inout KeptBlock) {
    while true {
      if block.isDone {
        guard _slowPath(block.isOpen), block.takeSlowly(data) else { return }
        continue
      }
      block.fill(data)
      block.take()
      if block.isDone { continue }
      block.take()
      if block.isDone { continue }
      block.take()
    }
  }

  @inline(never)
  private func readAll(_ one: KeptBlock) {
    var block = one
    readRest(of: &block)
  }
}

/// A block that is being read.
private struct KeptBlock {
  private let phase: UnsafePointer<BlockCoding.Phase>
  private let block: UnsafeMutableRawPointer
  private var position: Int
  private var window: UInt64 = 0
  /// The sum of the entries so far (``SkipTable``). Its bits are counted from `position`.
  private var state: UInt64

  @inline(__always)
  init(_ start: UInt32, _ phase: UnsafePointer<BlockCoding.Phase>, _ block: UnsafeMutableRawPointer) {
    (self.phase, self.block) = (phase, block)
    (position, state) = (BlockStarts.position(start), BlockStarts.state(start))
  }

  /// Whether the last kept coefficient has been read, or the block has ended.
  var isDone: Bool {
    @inline(__always) get { state >= phase.pointee.doneState }
  }

  @inline(__always)
  static func isEitherDone(_ one: KeptBlock, _ two: KeptBlock) -> Bool {
    // The sign bit, for one branch instead of two.
    let first = one.phase.pointee.doneState &- 1 &- one.state
    let second = two.phase.pointee.doneState &- 1 &- two.state
    return Int64(bitPattern: first | second) < 0
  }

  /// Whether an entry wasn't enough to decode a symbol: its flag raises the count of coefficients by 64, to more than a
  /// block has.
  var isOpen: Bool {
    @inline(__always) get { state & 0x7f00 > SkipTable.isOpen }
  }

  /// Fills the window for three steps.
  @inline(__always)
  mutating func fill(_ data: UnsafeRawPointer) {
    position &+= Int(truncatingIfNeeded: state & 0xff)
    state &= 0xff00
    window = ScanBits.window(of: data, at: position)
  }

  /// Takes the next coefficient. A value that isn't kept goes behind the block.
  @inline(__always)
  mutating func take() {
    let entry = KeepTable.entry(phase.pointee.othersTable, window)
    state = state &+ entry & 0xffff
    store(KeepTable.value(entry, window), state)
    window = window &<< entry
  }

  /// Takes the next coefficient, unless the block is done or a symbol is missing.
  @inline(__always)
  mutating func takeUnlessDone() {
    let entry = KeepTable.entry(phase.pointee.othersTable, window)
    // All ones if the block is done.
    let isDone = UInt64(bitPattern: Int64(bitPattern: phase.pointee.doneState &- 1 &- state) &>> 63)
    let next = state &+ entry & 0xffff
    store(KeepTable.value(entry, window), next | isDone)
    state = next ^ (next ^ state) & isDone
    window = window &<< entry
  }

  /// Takes a coefficient that the table has no entry for. Returns false if the symbol is invalid, which can't happen in
  /// data that ``ScanIndexer`` accepted.
  mutating func takeSlowly(_ data: UnsafeRawPointer) -> Bool {
    state &-= SkipTable.isOpen
    fill(data)
    guard let behind = phase.pointee.codes.state(state, behindSymbolOf: window) else { return false }
    store(Int16(truncatingIfNeeded: behind.value), behind.state)
    state = behind.state
    return true
  }

  /// Stores the value of the coefficient before `state`.
  @inline(__always)
  private func store(_ value: Int16, _ state: UInt64) {
    let slot = BlockCoding.slots(phase)[Int(truncatingIfNeeded: state &>> 8 & 0xff)]
    (block + Int(slot)).storeBytes(of: value, as: Int16.self)
  }

  func clear() { block.initializeMemory(as: UInt8.self, repeating: 0, count: phase.pointee.blockBytes) }
}
