import PixelCore

/// How often each value of red, green and blue occurs in an image.
///
/// Values are straight and have the depth and the transfer of the image. Pixels with less than half the opacity don't
/// count.
package struct ColorHistogram: Sendable {
  /// Counts by channel and value.
  public private(set) var counts: [[Int]]

  /// Number of counted pixels.
  public var pixelCount: Int { counts[0].reduce(0, +) }

  /// Counts the pixels of a premultiplied or opaque image.
  public init(_ band: RowBand) {
    let depth = band.shape.format.depth
    var counts = [Int](repeating: 0, count: 3 * (depth.largest + 1))
    let width = band.shape.size.width
    counts.withUnsafeMutableBufferPointer { counts in
      for y in band.rows {
        switch depth {
        case .eight: Self.count(band.row(y), width, UInt8.self, in: counts.baseAddress!)
        case .sixteen: Self.count(band.row(y), width, UInt16.self, in: counts.baseAddress!)
        }
      }
    }
    self.counts = (0..<3).map { channel in
      Array(counts[channel * (depth.largest + 1)..<(channel + 1) * (depth.largest + 1)])
    }
  }

  private static func count<Channel: FixedWidthInteger & UnsignedInteger & BitwiseCopyable>(
    _ row: UnsafeRawPointer, _ width: Int, _: Channel.Type, in counts: UnsafeMutablePointer<Int>
  ) {
    let size = MemoryLayout<Channel>.size
    let largest = Int(Channel.max)
    for x in 0..<width {
      let pixel = row + x &* 4 &* size
      let alpha = Int(pixel.loadUnaligned(fromByteOffset: 3 &* size, as: Channel.self))
      if alpha <= largest / 2 { continue }
      for channel in 0..<3 {
        let value = Int(pixel.loadUnaligned(fromByteOffset: channel &* size, as: Channel.self))
        let straight = alpha == largest ? value : (min(value, alpha) &* largest &+ alpha / 2) / alpha
        counts[channel &* (largest &+ 1) &+ straight] &+= 1
      }
    }
  }

  /// Returns the mean of a channel after a function of its values.
  ///
  /// - Parameter function: Called for each value from 0 to the largest.
  public func mean(_ channel: Int, of function: (Int) -> Double) -> Double {
    var sum = 0.0
    for (value, count) in counts[channel].enumerated() where count > 0 { sum += Double(count) * function(value) }
    return sum / Double(max(1, pixelCount))
  }

  /// Returns the darkest and the brightest value that remain when a share of the values of all channels is dropped at
  /// either end: at most that share is below `low`, and at most that share is above `high`. Nil if no pixel counts.
  public func ends(dropping share: Double) -> (low: Int, high: Int)? {
    let all = counts[0].indices.map { counts[0][$0] + counts[1][$0] + counts[2][$0] }
    let total = all.reduce(0, +)
    guard total > 0 else { return nil }
    let limit = Int(Double(total) * share)
    func first(_ values: some Sequence<Int>) -> Int {
      var passed = 0
      for value in values {
        passed += all[value]
        if passed > limit { return value }
      }
      return 0
    }
    return (first(all.indices), first(all.indices.reversed()))
  }
}
