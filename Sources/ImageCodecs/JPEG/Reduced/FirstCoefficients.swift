/// The blocks' first coefficients, which a scan holds as differences, each to the one before it of its component.
struct FirstCoefficients {
  let frame: CodedFrame
  let blocks: KeptBlocks

  /// Puts the coefficients into the places of their differences. Returns whether all are of values that a sample can have, or
  /// nearly: libjpeg makes others come round from the other end.
  func sumDifferences() -> Bool {
    isEvery { place, run, component, before, range in
      if run.isRestart { before = 0 }
      sum(place, run.count, component, &before, &range)
    }
  }

  /// Whether all coefficients, which are there, are of values that a sample can have, or nearly.
  func areInRange() -> Bool {
    isEvery { place, run, component, _, range in
      let (values, distance) = (blocks.blockBytes / 2, frame.blocksPerMCU &* (blocks.blockBytes / 2))
      var (mcu, seen) = (place, range)
      for _ in 0..<run.count {
        for block in 0..<component.blockCount { seen.take(Int(mcu[block &* values])) }
        mcu += distance
      }
      range = seen
    }
  }

  /// MCUs whose blocks follow each other, and between which there is no restart.
  private struct Run {
    let first: Int
    let count: Int
    let isRestart: Bool
  }

  private struct Range {
    var lowest = 0
    var highest = 0

    @inline(__always)
    mutating func take(_ value: Int) { (lowest, highest) = (min(lowest, value), max(highest, value)) }

    /// Whether the values are within those that libjpeg holds within a byte, when they are multiplied.
    func isWithin(quantiser: UInt16) -> Bool {
      quantiser > 0 && (lowest * Int(quantiser) + 4) >> 3 >= -512 && (highest * Int(quantiser) + 4) >> 3 < 512
    }
  }

  private func isEvery(
    _ look: (UnsafeMutablePointer<Int16>, Run, CodedFrame.Component, _ before: inout Int, inout Range) -> Void
  ) -> Bool {
    let runs = runs
    var offset = 0
    for (index, component) in frame.components.enumerated() {
      guard let quantiser = frame.quantiser(of: index)?[0] else { return false }
      var (before, range) = (0, Range())
      for run in runs {
        let place = blocks.block(run.first * frame.blocksPerMCU) + offset * blocks.blockBytes
        look(place.assumingMemoryBound(to: Int16.self), run, component, &before, &range)
      }
      guard range.isWithin(quantiser: quantiser) else { return false }
      offset += component.blockCount
    }
    return true
  }

  private var runs: [Run] {
    let (count, split) = (frame.columns * frame.rows, blocks.split / frame.blocksPerMCU)
    let interval = frame.tables.restartInterval > 0 ? frame.tables.restartInterval : count
    var runs: [Run] = []
    var first = 0
    while first < count {
      var end = min(count, first / interval * interval + interval)
      if first < split { end = min(end, split) }
      runs.append(Run(first: first, count: end - first, isRestart: first % interval == 0))
      first = end
    }
    return runs
  }

  private func sum(
    _ place: UnsafeMutablePointer<Int16>, _ count: Int, _ component: CodedFrame.Component, _ before: inout Int,
    _ range: inout Range
  ) {
    // The usual numbers, for the compiler to unroll.
    switch component.blockCount {
    case 1: sum(place, count, 1, &before, &range)
    case 2: sum(place, count, 2, &before, &range)
    case 4: sum(place, count, 4, &before, &range)
    default: sum(place, count, component.blockCount, &before, &range)
    }
  }

  @inline(__always)
  private func sum(
    _ place: UnsafeMutablePointer<Int16>, _ count: Int, _ blockCount: Int, _ before: inout Int, _ range: inout Range
  ) {
    let (values, distance) = (blocks.blockBytes / 2, frame.blocksPerMCU &* (blocks.blockBytes / 2))
    var (mcu, value, seen) = (place, before, range)
    for _ in 0..<count {
      for block in 0..<blockCount {
        value &+= Int(mcu[block &* values])
        seen.take(value)
        mcu[block &* values] = Int16(truncatingIfNeeded: value)
      }
      mcu += distance
    }
    (before, range) = (value, seen)
  }
}
