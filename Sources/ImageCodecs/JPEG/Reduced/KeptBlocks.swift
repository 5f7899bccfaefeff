import Glibc

/// The kept coefficients of all blocks of a picture, in the order of its scan, in two parts: one for each of two streams.
final class KeptBlocks {
  let blockBytes: Int
  private let memory: Memory
  /// Where the parts begin. Blocks from `split` on are in the second one.
  let first: UnsafeMutableRawPointer
  private(set) var second: UnsafeMutableRawPointer
  private(set) var split: Int
  let count: Int
  /// How many blocks the second part has room for.
  let secondCapacity: Int

  /// Room for `count` blocks in the first part, and three quarters as many in the second, where it is not known yet how many each
  /// stream reads. What is not written to takes no memory. Nil where memory is short.
  init?(count: Int, blockBytes: Int) {
    let room = (count + BlockStream.spareBlocks) * blockBytes
    secondCapacity = count / 4 * 3
    guard let memory = Memory(byteCount: room + (secondCapacity + BlockStream.spareBlocks) * blockBytes) else {
      return nil
    }
    Self.useLargePages(memory)
    (self.memory, self.blockBytes, self.count) = (memory, blockBytes, count)
    first = memory.bytes.baseAddress!
    (second, split) = (first + room, count)
  }

  /// Asks for large pages, where there are some to give: half the time of reading a large photo at a half goes into small ones.
  private static func useLargePages(_ memory: Memory) {
    let page = 2 << 20
    guard memory.bytes.count >= 16 * page, let start = memory.bytes.baseAddress else { return }
    let first = UnsafeMutableRawPointer(bitPattern: (UInt(bitPattern: start) + UInt(page) - 1) & ~UInt(page - 1))!
    madvise(first, memory.bytes.count - (first - start), Int32(MADV_HUGEPAGE))
  }

  /// Room for `count` blocks, of which a second stream reads those from `split` on.
  init?(count: Int, blockBytes: Int, split: Int) {
    guard let memory = Memory(byteCount: (count + 2 * BlockStream.spareBlocks) * blockBytes) else { return nil }
    (self.memory, self.blockBytes, self.count) = (memory, blockBytes, count)
    first = memory.bytes.baseAddress!
    secondCapacity = count - split
    (second, self.split) = (first + (split + BlockStream.spareBlocks) * blockBytes, split)
  }

  /// `count` blocks of zeros.
  init?(zeros count: Int, blockBytes: Int) {
    guard let memory = Memory(byteCount: count * blockBytes) else { return nil }
    memory.bytes.initializeMemory(as: UInt8.self, repeating: 0)
    (self.memory, self.blockBytes, self.count) = (memory, blockBytes, count)
    first = memory.bytes.baseAddress!
    (second, split, secondCapacity) = (first, count, 0)
  }

  /// Says that the first stream read `split` blocks, and that those behind are in the second part, from its `start`th on. The
  /// MCU that the split falls into is put together in the first part.
  func join(at split: Int, start: Int, blocksPerMCU: Int) {
    let missing = (blocksPerMCU - split % blocksPerMCU) % blocksPerMCU
    (first + split * blockBytes).copyMemory(from: second + start * blockBytes, byteCount: missing * blockBytes)
    self.split = split + missing
    second += (start + missing) * blockBytes
  }

  /// Where a block is. Those of its MCU follow.
  @inline(__always)
  func block(_ index: Int) -> UnsafeMutableRawPointer {
    index < split ? first + index * blockBytes : second + (index - split) * blockBytes
  }
}
