import PixelCore
import PixelKernels

/// An image made smaller by a whole number, to look at: means of its pixels as encoded sRGB of 8 bits with straight alpha.
struct ReducedImage {
  let size: PixelSize
  /// How many pixels across and down each of these is the mean of; fewer at the right and at the bottom.
  let factor: Int
  /// Row by row.
  let pixels: [UInt32]

  /// The shorter side of a reduced image is at most this long.
  static let shortSide = 1024

  static func factor(for size: PixelSize) -> Int {
    (min(size.width, size.height) + shortSide - 1) / shortSide
  }

  /// Bytes that one holds of an image of this size, and that finding its content takes beside it.
  static func workingBytes(for size: PixelSize) -> Int {
    let factor = factor(for: size)
    return ((size.width + factor - 1) / factor) * ((size.height + factor - 1) / factor) * 16
  }

  init(_ band: RowBand, kernels: Kernels) {
    let shape = band.shape
    let factor = Self.factor(for: shape.size)
    self.factor = factor
    let size = PixelSize(
      width: (shape.size.width + factor - 1) / factor, height: (shape.size.height + factor - 1) / factor)
    self.size = size
    var format = PixelFormat.encodedStraight
    if shape.format.alpha == .opaque { format.alpha = .opaque }
    let conversion = FormatConversion(from: shape.format, to: format, kernels: kernels)
    let row = ImageShape(size: PixelSize(width: size.width, height: 1), format: shape.format)
    pixels = [UInt32](unsafeUninitializedCapacity: size.width * size.height) { pixels, count in
      var means = PixelBuffer(shape: row)
      var sums = [UInt32](repeating: 0, count: 4 * shape.size.width)
      for y in 0..<size.height {
        let rows = y * factor..<min((y + 1) * factor, shape.size.height)
        let destination = UnsafeMutableRawPointer(pixels.baseAddress! + y * size.width)
        if factor == 1 {
          conversion.apply(destination, band.row(y), count: size.width)
          continue
        }
        switch shape.format.depth {
        case .eight: Self.mean(of: band, rows, factor, &sums, into: means.mutableRow(0), UInt8.self)
        case .sixteen: Self.mean(of: band, rows, factor, &sums, into: means.mutableRow(0), UInt16.self)
        }
        conversion.apply(destination, means.row(0), count: size.width)
      }
      count = size.width * size.height
    }
  }

  /// Makes one row of means, rounded, of some rows of an image.
  private static func mean<Channel: FixedWidthInteger & UnsignedInteger>(
    of band: RowBand, _ rows: Range<Int>, _ factor: Int, _ sums: inout [UInt32], into row: UnsafeMutableRawPointer,
    _: Channel.Type
  ) {
    let width = band.shape.size.width
    sums.withUnsafeMutableBufferPointer { sums in
      let sums = sums.baseAddress!
      for y in rows {
        let source = band.row(y).assumingMemoryBound(to: Channel.self)
        if y == rows.lowerBound {
          for index in 0..<4 &* width { sums[index] = UInt32(truncatingIfNeeded: source[index]) }
        } else {
          for index in 0..<4 &* width { sums[index] &+= UInt32(truncatingIfNeeded: source[index]) }
        }
      }
      let means = row.assumingMemoryBound(to: Channel.self)
      var (first, index) = (0, 0)
      // Dividing by a whole number n is multiplying by ⌈2⁴⁰ / n⌉ where the sum is below 2²⁴.
      var count = UInt64(rows.count &* factor)
      var reciprocal = ((1 << 40) + count - 1) / count
      while first < width {
        let next = min(first &+ factor, width)
        if next &- first < factor {
          count = UInt64(rows.count &* (next &- first))
          reciprocal = ((1 << 40) + count - 1) / count
        }
        for channel in 0..<4 {
          var sum: UInt64 = count / 2
          for x in first..<next { sum &+= UInt64(sums[4 &* x &+ channel]) }
          means[4 &* index &+ channel] =
            sum < 1 << 24
            ? Channel(truncatingIfNeeded: (sum &* reciprocal) &>> 40) : Channel(truncatingIfNeeded: sum / count)
        }
        first = next
        index &+= 1
      }
    }
  }
}
