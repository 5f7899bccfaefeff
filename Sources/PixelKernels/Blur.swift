import PixelCore

// Gaussian blur in the steps of ``GaussianWeights``: halve, weigh, double, each along one axis at a time.
//
// Between the steps a channel is an unsigned 16-bit number: with 7 fractional bits for 8-bit pixels, and none for
// 16-bit pixels. Every step is a weighted mean with non-negative weights that sum to 1, rounded in the same way for
// each channel. So flat areas don't change, and colour never exceeds alpha.
//
// ⌈a, b⌉ is the mean of two values rounded up, for which vectors have an instruction; ⌊a, b⌋ is rounded down. The steps
// alternate between rounding up and down if possible, so that the picture doesn't become lighter.

extension Kernels {
  /// Bytes per pixel between the steps of a blur: four words of 16 bits.
  public static let blurBytesPerPixel = 8

  /// Converts `count` pixels of a depth to the format of the steps.
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

  /// Converts `count` pixels from the format of the steps to a depth: `(value + 64) >> 7` at 8 bits.
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

  /// Computes the weighted means of pixels and their neighbours with the Gaussian's weights.
  ///
  ///     value = (weight₀ · middle + Σ weightᵢ · ⌈i before, i behind⌉ + 2¹³) >> 15
  ///
  /// The mean of a pair is a quarter of a unit too large on average. The constant compensates for that: it is a quarter
  /// less than a half.
  ///
  /// - Parameters:
  ///   - destination: `count` pixels, which mustn't overlap the neighbours.
  ///   - neighbours: Start addresses of the `2 · radius + 1` rows whose pixels are summed, in order: consecutive rows,
  ///     or one row at consecutive pixels.
  ///   - depth: The depth of the picture. At 8 bits, values are below 2¹⁵.
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

  /// Computes a row at half size from five rows: ``halved(_:_:_:_:_:)``.
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

  /// Computes `count` pixels at half size from a row: pixel x from pixels 2x to 2x + 4. The row must be readable for
  /// one more pixel.
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

  /// Computes a row at double size: from three rows by ``doubled(_:_:_:)`` if it coincides with the middle one, or from
  /// two rows as their mean, rounded up.
  ///
  /// - Parameters:
  ///   - before: The row above; nil if the result is between the other two.
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

  /// Computes `count` pixels at double size from a row: pixel 2x from pixels x, x + 1 and x + 2, and pixel 2x + 1 from
  /// the last two of them.
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

  /// Returns the mean of five values with the weights 1 4 6 4 1: `⌈(⌈a, e⌉ + 3c + 2) >> 2, ⌊b, d⌋⌉`.
  @inline(__always)
  private static func halved(_ a: UInt32, _ b: UInt32, _ c: UInt32, _ d: UInt32, _ e: UInt32) -> UInt16 {
    let outer = ((a &+ e &+ 1) &>> 1 &+ 3 &* c &+ 2) &>> 2
    return UInt16(truncatingIfNeeded: (outer &+ (b &+ d) &>> 1 &+ 1) &>> 1)
  }

  /// Returns the mean of three values with the weights 1 6 1: `(⌊a, c⌋ + 3b + 2) >> 2`.
  @inline(__always)
  private static func doubled(_ a: UInt32, _ b: UInt32, _ c: UInt32) -> UInt16 {
    UInt16(truncatingIfNeeded: ((a &+ c) &>> 1 &+ 3 &* b &+ 2) &>> 2)
  }

  @inline(__always)
  private static func mean(_ a: UInt32, _ b: UInt32) -> UInt16 { UInt16(truncatingIfNeeded: (a &+ b &+ 1) &>> 1) }
}
