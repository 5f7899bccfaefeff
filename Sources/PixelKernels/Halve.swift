import PixelCore

// Halving a picture in both directions, each value being the mean of a square of four. A resizer starts with this if
// the result is so much smaller that single pixels don't matter (`ResampledAxis.halvings`).
//
//     value = (the four's sum + 1 + (x + y) mod 2) >> 2
//
// Halves are rounded up and down alternately, in a chessboard pattern. Rounding all of them up would make the picture
// lighter by an eighth of a level at each halving. If a length is odd, the last row or column is used twice.
//
// The four colours don't exceed their alphas, so their means don't either.

extension Kernels {
  /// Computes a row of the halved picture.
  ///
  /// - Parameters:
  ///   - destination: `count` pixels, halved and rounded up, premultiplied.
  ///   - upper: The upper of the two rows of pixels, premultiplied.
  ///   - lower: The lower row, or the upper again if there is none.
  ///   - count: Pixels in a row of the picture.
  ///   - row: The index of the row in the halved picture.
  ///   - depth: The depth of all pixels.
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

  /// Computes a row of a halved plane of bytes, like ``halvePixels(_:_:_:count:row:depth:)``.
  public func halveSamples(
    _ destination: UnsafeMutableRawPointer, _ upper: UnsafeRawPointer, _ lower: UnsafeRawPointer, count: Int, row: Int
  ) {
    let done = vectors.halveSamples(destination, upper, lower, count, row)
    Self.halve(UInt8.self, destination, upper, lower, count: count, row: row, channels: 1, from: done)
  }

  /// The scalar loop, from value `start` of the halved row on.
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
