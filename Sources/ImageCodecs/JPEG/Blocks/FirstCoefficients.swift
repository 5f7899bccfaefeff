/// The first coefficients of blocks. A scan stores them as differences from the previous block of the same component.
struct FirstCoefficients {
  let frame: CodedFrame
  /// The blocks of all MCUs.
  let blocks: UnsafeMutableRawPointer
  let kept: KeptCoefficients

  /// Replaces the differences by the coefficients. Returns whether all values are, or nearly are, in the range of
  /// samples. libjpeg wraps other values around.
  func sumDifferences() -> Bool {
    isEvery { blocks, run, before, range in
      before = 0
      sum(blocks, run.count, &before, &range)
    }
  }

  /// Whether all coefficients, already summed, are in the range of samples, or nearly.
  func areInRange() -> Bool {
    isEvery { blocks, run, _, range in
      var (mcu, seen) = (blocks.place, range)
      for _ in 0..<run.count {
        for block in 0..<blocks.count { seen.take(Int(mcu[block &* blocks.values])) }
        mcu += blocks.distance
      }
      range = seen
    }
  }

  /// MCUs from one restart to the next.
  private struct Run {
    let first: Int
    let count: Int
  }

  /// The blocks of a component in an MCU, repeated in the following ones.
  private struct Blocks {
    let place: UnsafeMutablePointer<Int16>
    let count: Int
    /// Number of values from one block to the next, and to the next MCU.
    let values: Int
    let distance: Int
  }

  private struct Range {
    var lowest = 0
    var highest = 0

    @inline(__always)
    mutating func take(_ value: Int) { (lowest, highest) = (min(lowest, value), max(highest, value)) }

    /// Whether the values, multiplied by the quantiser, stay in the range that libjpeg keeps within a byte.
    func isWithin(quantiser: UInt16) -> Bool {
      quantiser > 0 && (lowest * Int(quantiser) + 4) >> 3 >= -512 && (highest * Int(quantiser) + 4) >> 3 < 512
    }
  }

  private func isEvery(_ look: (Blocks, Run, _ before: inout Int, inout Range) -> Void) -> Bool {
    let runs = runs
    for (index, component) in frame.components.enumerated() {
      guard let quantiser = frame.quantiser(of: index)?[0] else { return false }
      var (before, range) = (0, Range())
      for run in runs {
        let place = blocks + run.first * kept.mcuBytes + kept.offsets[index]
        let blocks = Blocks(
          place: place.assumingMemoryBound(to: Int16.self), count: component.blockCount,
          values: kept.blockBytes(of: index) / 2, distance: kept.mcuBytes / 2
        )
        look(blocks, run, &before, &range)
      }
      guard range.isWithin(quantiser: quantiser) else { return false }
    }
    return true
  }

  private var runs: [Run] {
    let count = frame.mcuCount
    let interval = frame.tables.restartInterval > 0 ? frame.tables.restartInterval : count
    return stride(from: 0, to: count, by: interval).map { Run(first: $0, count: min(interval, count - $0)) }
  }

  private func sum(_ blocks: Blocks, _ count: Int, _ before: inout Int, _ range: inout Range) {
    // Special cases for the usual counts let the compiler unroll the loop.
    switch blocks.count {
    case 1: sum(blocks, count, each: 1, &before, &range)
    case 2: sum(blocks, count, each: 2, &before, &range)
    case 4: sum(blocks, count, each: 4, &before, &range)
    default: sum(blocks, count, each: blocks.count, &before, &range)
    }
  }

  @inline(__always)
  private func sum(_ blocks: Blocks, _ count: Int, each: Int, _ before: inout Int, _ range: inout Range) {
    var (mcu, value, seen) = (blocks.place, before, range)
    for _ in 0..<count {
      for block in 0..<each {
        value &+= Int(mcu[block &* blocks.values])
        seen.take(value)
        mcu[block &* blocks.values] = Int16(truncatingIfNeeded: value)
      }
      mcu += blocks.distance
    }
    (before, range) = (value, seen)
  }
}
