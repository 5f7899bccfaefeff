import TestSupport

extension SeededGenerator {
  /// A separate sequence for one step of one process.
  init(seed: UInt64, process: Int, number: Int) {
    var first = SeededGenerator(seed: seed)
    let seed = (seed &+ 0x9E37_79B9_7F4A_7C15) ^ (first.next() &+ UInt64(process) << 32 &+ UInt64(number))
    self.init(seed: seed)
  }
}
