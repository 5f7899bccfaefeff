import PixelCore

/// The kept coefficients of all blocks of a progressive picture, in the order of its MCUs.
final class KeptBlocks {
  let kept: KeptCoefficients
  private let memory: Memory

  /// Allocates `count` MCUs of zeros. Nil if memory is short.
  init?(zeros count: Int, of kept: KeptCoefficients) {
    guard let memory = Memory(zeros: count * kept.mcuBytes) else { return nil }
    // With small pages, page faults take half the time of reading a large photo at half size.
    LargePages.use(in: memory.bytes)
    (self.kept, self.memory) = (kept, memory)
  }

  /// Returns the address of an MCU. The following MCUs are behind it.
  @inline(__always)
  func mcu(_ index: Int) -> UnsafeMutableRawPointer { memory.bytes.baseAddress! + index * kept.mcuBytes }
}
