import Glibc

/// The kept coefficients of all blocks of a picture, in the order of its scan, in two parts: one for each of two streams.
final class KeptBlocks {
  let kept: KeptCoefficients
  private let memory: Memory
  /// Where the parts begin. MCUs from `split` on are in the second one.
  let first: UnsafeMutableRawPointer
  private(set) var second: UnsafeMutableRawPointer
  private(set) var split: Int
  /// How many MCUs there are, and their bytes.
  let count: Int
  var byteCount: Int { count * kept.mcuBytes }
  /// How many MCUs the second part has room for.
  let secondCapacity: Int

  /// Room for `count` MCUs in the first part, and three quarters as many in the second, where it is not known yet how many each
  /// stream reads. All is zeros; what is not written to takes no memory. Nil where memory is short.
  init?(count: Int, of kept: KeptCoefficients) {
    let room = count * kept.mcuBytes + BlockStream.spareBytes
    secondCapacity = (count * 3 + 3) / 4
    let byteCount = room + secondCapacity * kept.mcuBytes + BlockStream.spareBytes
    guard let memory = Memory(zeros: byteCount) else { return nil }
    Self.useLargePages(memory)
    (self.memory, self.kept, self.count) = (memory, kept, count)
    first = memory.bytes.baseAddress!
    (second, split) = (first + room, count)
  }

  /// Asks for large pages, where there are some to give: half the time of reading a large photo at a half goes into small ones.
  private static func useLargePages(_ memory: Memory) {
    let page = 2 << 20
    guard memory.bytes.count >= 2 * page, let start = memory.bytes.baseAddress else { return }
    let first = UnsafeMutableRawPointer(bitPattern: (UInt(bitPattern: start) + UInt(page) - 1) & ~UInt(page - 1))!
    madvise(first, memory.bytes.count - (first - start), Int32(MADV_HUGEPAGE))
  }

  /// Room for `count` MCUs, of which a second stream reads those from `split` on.
  init?(count: Int, of kept: KeptCoefficients, split: Int) {
    let byteCount = count * kept.mcuBytes + 2 * BlockStream.spareBytes
    guard let memory = Memory(zeros: byteCount) else { return nil }
    (self.memory, self.kept, self.count) = (memory, kept, count)
    first = memory.bytes.baseAddress!
    secondCapacity = count - split
    (second, self.split) = (first + split * kept.mcuBytes + BlockStream.spareBytes, split)
  }

  /// `count` MCUs of zeros, in one part.
  init?(zeros count: Int, of kept: KeptCoefficients) {
    guard let memory = Memory(zeros: count * kept.mcuBytes) else { return nil }
    (self.memory, self.kept, self.count) = (memory, kept, count)
    first = memory.bytes.baseAddress!
    (second, split, secondCapacity) = (first, count, 0)
  }

  /// Says that the first stream read so many bytes, and that what is behind them is in the second part, from its byte `start`
  /// on. The MCU that the split falls into is put together in the first part.
  func join(at end: Int, start: Int) {
    let missing = (kept.mcuBytes - end % kept.mcuBytes) % kept.mcuBytes
    (first + end).copyMemory(from: second + start, byteCount: missing)
    split = (end + missing) / kept.mcuBytes
    second += start + missing
  }

  /// Where an MCU is. Those of its part follow.
  @inline(__always)
  func mcu(_ index: Int) -> UnsafeMutableRawPointer {
    index < split ? first + index * kept.mcuBytes : second + (index - split) * kept.mcuBytes
  }
}
