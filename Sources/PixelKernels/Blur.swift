import PixelCore

// Blurring with a Gaussian, the steps of ``GaussianWeights``: halve, weigh, double, each along one axis at a time.
//
// Between the steps a channel is 16 bits without a sign: with 7 bits behind the point where pixels have 8, as it is where they
// have 16. Every step is a weighted mean with weights that are not negative and sum to 1, rounded the same way for each
// channel. So what is the same everywhere stays as it is, and colour, which is at most alpha, remains so.
//
// Two values' mean, rounded up, is written ⌈a, b⌉ here, which vectors have an instruction for; ⌊a, b⌋ is rounded down. The steps
// round up and down in turns where they can, lest the picture become lighter.

extension Kernels {
  /// Pixels as the steps of a blur have them: four words of 16 bits each.
  public static let blurBytesPerPixel = 8

  /// `count` pixels of a depth, as the steps have them.
  public func widenForBlur(
    _ destination: UnsafeMutableRawPointer, _ source: UnsafeRawPointer, count: Int, depth: PixelFormat.Depth
  ) {
    switch depth {
    case .eight:
      let done = vectors.widenForBlur(destination, source, count)
      let words = destination.assumingMemoryBound(to: UInt16.self)
      let bytes = source.assumingMemoryBound(to: UInt8.self)
      for index in done * 4..<count * 4 { words[index] = UInt16(bytes[index]) &<< 7 }
    case .sixteen: destination.copyMemory(from: source, byteCount: count * 8)
    }
  }

  /// `count` pixels of a depth from those of the steps: `(value + 64) >> 7` at 8 bits.
  public func narrowFromBlur(
    _ destination: UnsafeMutableRawPointer, _ source: UnsafeRawPointer, count: Int, depth: PixelFormat.Depth
  ) {
    switch depth {
    case .eight:
      let done = vectors.narrowFromBlur(destination, source, count)
      let words = source.assumingMemoryBound(to: UInt16.self)
      let bytes = destination.assumingMemoryBound(to: UInt8.self)
      for index in done * 4..<count * 4 { bytes[index] = UInt8(truncatingIfNeeded: (words[index] &+ 64) &>> 7) }
    case .sixteen: destination.copyMemory(from: source, byteCount: count * 8)
    }
  }

  /// Weighs pixels and their neighbours with the Gaussian's weights.
  ///
  ///     value = (weight₀ · middle + Σ weightᵢ · ⌈i before, i behind⌉ + 2¹³) >> 15
  ///
  /// The mean of a pair is a quarter of a unit too large on average, and the constant is as much less than a half.
  ///
  /// - Parameters:
  ///   - destination: `count` pixels, none of them among the neighbours.
  ///   - neighbours: Where the `2 · radius + 1` rows start whose pixels are summed, in order: those of rows above and below
  ///     each other, or of one row, each a pixel behind the one before.
  ///   - depth: The depth of the picture: at 8 bits values are below 2¹⁵.
  public func weigh(
    _ destination: UnsafeMutableRawPointer, _ neighbours: UnsafePointer<UnsafeRawPointer>, _ weights: GaussianWeights,
    count: Int, depth: PixelFormat.Depth
  ) {
    let radius = weights.radius
    weights.taps.withUnsafeBufferPointer { taps in
      let taps = taps.baseAddress!
      let done = vectors.weigh(destination, neighbours, taps, radius, depth == .sixteen, count)
      let words = destination.assumingMemoryBound(to: UInt16.self)
      for index in done * 4..<count * 4 {
        func word(_ neighbour: Int) -> UInt32 {
          UInt32(neighbours[neighbour].load(fromByteOffset: index &* 2, as: UInt16.self))
        }
        var sum = 1 &<< 13 &+ word(radius) &* UInt32(truncatingIfNeeded: taps[0])
        for distance in 1..<radius + 1 {
          let mean = (word(radius &- distance) &+ word(radius &+ distance) &+ 1) &>> 1
          sum &+= mean &* UInt32(truncatingIfNeeded: taps[distance])
        }
        words[index] = UInt16(truncatingIfNeeded: sum &>> 15)
      }
    }
  }

  /// A row of the half from the five rows that it is made of: ``halved(_:_:_:_:_:)``.
  public func halveRows(
    _ destination: UnsafeMutableRawPointer, _ rows: UnsafePointer<UnsafeRawPointer>, count: Int
  ) {
    let done = vectors.halveRows(destination, rows, count)
    let words = destination.assumingMemoryBound(to: UInt16.self)
    for index in done * 4..<count * 4 {
      func word(_ row: Int) -> UInt32 { UInt32(rows[row].load(fromByteOffset: index &* 2, as: UInt16.self)) }
      words[index] = Self.halved(word(0), word(1), word(2), word(3), word(4))
    }
  }

  /// `count` pixels of the half from a row: pixel x is made of pixels 2x to 2x + 4. The row can be read one pixel farther.
  public func halveColumns(_ destination: UnsafeMutableRawPointer, _ row: UnsafeRawPointer, count: Int) {
    let done = vectors.halveColumns(destination, row, count)
    let words = destination.assumingMemoryBound(to: UInt16.self)
    let pixels = row.assumingMemoryBound(to: UInt16.self)
    for x in done..<count {
      for channel in 0..<4 {
        func word(_ pixel: Int) -> UInt32 { UInt32(pixels[(2 &* x &+ pixel) &* 4 &+ channel]) }
        words[x &* 4 &+ channel] = Self.halved(word(0), word(1), word(2), word(3), word(4))
      }
    }
  }

  /// A row of the double from the three rows that it lies on, or the two that it lies between: ``doubled(_:_:_:)`` or their
  /// mean, rounded up.
  ///
  /// - Parameters:
  ///   - before: The row above, or nil where it lies between the other two.
  public func doubleRows(
    _ destination: UnsafeMutableRawPointer, _ before: UnsafeRawPointer?, _ middle: UnsafeRawPointer,
    _ behind: UnsafeRawPointer, count: Int
  ) {
    let done = vectors.doubleRows(destination, before, middle, behind, count)
    let words = destination.assumingMemoryBound(to: UInt16.self)
    let second = middle.assumingMemoryBound(to: UInt16.self)
    let third = behind.assumingMemoryBound(to: UInt16.self)
    if let first = before?.assumingMemoryBound(to: UInt16.self) {
      for index in done * 4..<count * 4 {
        words[index] = Self.doubled(UInt32(first[index]), UInt32(second[index]), UInt32(third[index]))
      }
    } else {
      for index in done * 4..<count * 4 { words[index] = Self.mean(UInt32(second[index]), UInt32(third[index])) }
    }
  }

  /// `count` pixels of the double from a row: pixel 2x from pixels x, x + 1 and x + 2, pixel 2x + 1 from the last two of them.
  public func doubleColumns(_ destination: UnsafeMutableRawPointer, _ row: UnsafeRawPointer, count: Int) {
    let done = vectors.doubleColumns(destination, row, count)
    let words = destination.assumingMemoryBound(to: UInt16.self)
    let pixels = row.assumingMemoryBound(to: UInt16.self)
    for x in done..<count {
      for channel in 0..<4 {
        func word(_ pixel: Int) -> UInt32 { UInt32(pixels[(x &>> 1 &+ pixel) &* 4 &+ channel]) }
        words[x &* 4 &+ channel] =
          x & 1 == 0 ? Self.doubled(word(0), word(1), word(2)) : Self.mean(word(1), word(2))
      }
    }
  }

  /// Five values weighed 1 4 6 4 1: `⌈(⌈a, e⌉ + 3c + 2) >> 2, ⌊b, d⌋⌉`.
  @inline(__always)
  private static func halved(_ a: UInt32, _ b: UInt32, _ c: UInt32, _ d: UInt32, _ e: UInt32) -> UInt16 {
    let outer = ((a &+ e &+ 1) &>> 1 &+ 3 &* c &+ 2) &>> 2
    return UInt16(truncatingIfNeeded: (outer &+ (b &+ d) &>> 1 &+ 1) &>> 1)
  }

  /// Three values weighed 1 6 1: `(⌊a, c⌋ + 3b + 2) >> 2`.
  @inline(__always)
  private static func doubled(_ a: UInt32, _ b: UInt32, _ c: UInt32) -> UInt16 {
    UInt16(truncatingIfNeeded: ((a &+ c) &>> 1 &+ 3 &* b &+ 2) &>> 2)
  }

  @inline(__always)
  private static func mean(_ a: UInt32, _ b: UInt32) -> UInt16 { UInt16(truncatingIfNeeded: (a &+ b &+ 1) &>> 1) }
}
