import PixelCore

// A picture half as large each way, each value the mean of a square of four: what a resizer starts from where the result is
// so much smaller that single pixels no longer tell (`ResampledAxis.halvings`).
//
//     value = (the four's sum + 1 + (x + y) mod 2) >> 2
//
// Halves of a unit go up and down in turns, like the squares of a chessboard. Rounded all one way, each halving would make
// the picture lighter by an eighth of a level. Where a length is odd, the last row or column stands for its neighbour.
//
// Four values' colours are at most their alphas, so the mean's are too.

extension Kernels {
  /// A row of the half of a picture.
  ///
  /// - Parameters:
  ///   - destination: `count` pixels, halved and rounded up, premultiplied.
  ///   - upper: The upper of the two rows of pixels, premultiplied.
  ///   - lower: The other one, or the same where there is none.
  ///   - count: Pixels in a row of the picture.
  ///   - row: Which row of the half this is.
  ///   - depth: The depth of all of them.
  public func halvePixels(
    _ destination: UnsafeMutableRawPointer, _ upper: UnsafeRawPointer, _ lower: UnsafeRawPointer, count: Int, row: Int,
    depth: PixelFormat.Depth
  ) {
    switch depth {
    case .eight:
      let done = vectors.halvePixels(destination, upper, lower, count, row)
      Self.halve(UInt8.self, destination, upper, lower, count: count, row: row, channels: 4, from: done)
    case .sixteen:
      Self.halve(UInt16.self, destination, upper, lower, count: count, row: row, channels: 4, from: 0)
    }
  }

  /// A row of the half of a plane of bytes: ``halvePixels(_:_:_:count:row:depth:)`` for samples.
  public func halveSamples(
    _ destination: UnsafeMutableRawPointer, _ upper: UnsafeRawPointer, _ lower: UnsafeRawPointer, count: Int, row: Int
  ) {
    let done = vectors.halveSamples(destination, upper, lower, count, row)
    Self.halve(UInt8.self, destination, upper, lower, count: count, row: row, channels: 1, from: done)
  }

  /// The scalar loop, from some value of the half on.
  @inline(__always)
  private static func halve<Channel: FixedWidthInteger & UnsignedInteger>(
    _: Channel.Type, _ destination: UnsafeMutableRawPointer, _ upper: UnsafeRawPointer, _ lower: UnsafeRawPointer,
    count: Int, row: Int, channels: Int, from start: Int
  ) {
    let destination = destination.assumingMemoryBound(to: Channel.self)
    let (upper, lower) = (upper.assumingMemoryBound(to: Channel.self), lower.assumingMemoryBound(to: Channel.self))
    for x in start..<(count + 1) / 2 {
      let (left, right) = (2 &* x, min(2 &* x &+ 1, count &- 1))
      let rounding = 1 &+ UInt32(truncatingIfNeeded: (x ^ row) & 1)
      for channel in 0..<channels {
        func sum(_ row: UnsafePointer<Channel>) -> UInt32 {
          UInt32(row[left &* channels &+ channel]) &+ UInt32(row[right &* channels &+ channel])
        }
        destination[x &* channels &+ channel] = Channel(
          truncatingIfNeeded: (sum(upper) &+ sum(lower) &+ rounding) &>> 2)
      }
    }
  }
}
