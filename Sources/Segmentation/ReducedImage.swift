import PixelCore
import PixelKernels

/// An image reduced by a whole factor for analysis: the means of its pixels, as 8-bit encoded sRGB with straight alpha.
struct ReducedImage {
  let size: PixelSize
  /// Width and height in pixels of the block that is averaged in each pixel. Blocks at the right and lower edge can be
  /// smaller.
  let factor: Int
  /// The pixels, row by row.
  let pixels: [UInt32]

  /// Maximum length of a reduced image's shorter side.
  static let shortSide = 1024

  static func factor(for size: PixelSize) -> Int {
    (min(size.width, size.height) + shortSide - 1) / shortSide
  }

  /// Memory in bytes for the reduced image of an image of this size, and for finding its content.
  package static func workingBytes(for size: PixelSize) -> Int {
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
      for y in 0..<size.height {
        let rows = y * factor..<min((y + 1) * factor, shape.size.height)
        let destination = UnsafeMutableRawPointer(pixels.baseAddress! + y * size.width)
        if factor == 1 {
          conversion.apply(destination, band.row(y), count: size.width)
          continue
        }
        switch shape.format.depth {
        case .eight: Self.mean(of: band, rows, factor, into: means.mutableRow(0), UInt8.self, UInt16.self)
        case .sixteen: Self.mean(of: band, rows, factor, into: means.mutableRow(0), UInt16.self, UInt32.self)
        }
        conversion.apply(destination, means.row(0), count: size.width)
      }
      count = size.width * size.height
    }
  }

  /// Computes a row of rounded means from some rows of an image.
  ///
  /// - Parameter Sum: A type that holds the sum of 64 channels. At most 64 rows are reduced to one, because sides are
  ///   below 65,536.
  private static func mean<Channel: FixedWidthInteger & UnsignedInteger, Sum: FixedWidthInteger & UnsignedInteger>(
    of band: RowBand, _ rows: Range<Int>, _ factor: Int, into row: UnsafeMutableRawPointer, _: Channel.Type, _: Sum.Type
  ) {
    let width = band.shape.size.width
    withUnsafeTemporaryAllocation(of: Sum.self, capacity: 4 * width) { sums in
      let sums = sums.baseAddress!
      let first = band.row(rows.lowerBound).assumingMemoryBound(to: Channel.self)
      for index in 0..<4 &* width { sums[index] = Sum(truncatingIfNeeded: first[index]) }
      for y in rows.dropFirst() {
        let source = band.row(y).assumingMemoryBound(to: Channel.self)
        for index in 0..<4 &* width { sums[index] &+= Sum(truncatingIfNeeded: source[index]) }
      }
      let means = row.assumingMemoryBound(to: Channel.self)
      let last = (width - 1) / factor
      Self.divide(sums, into: means, count: last, of: factor, rows.count)
      Self.divide(
        sums + 4 * last * factor, into: means + 4 * last, count: 1, of: width - last * factor, rows.count)
    }
  }

  /// Computes means from sums of rows, each over `columns` neighbouring pixels.
  @inline(__always)
  private static func divide<Channel: FixedWidthInteger & UnsignedInteger, Sum: FixedWidthInteger & UnsignedInteger>(
    _ sums: UnsafeMutablePointer<Sum>, into means: UnsafeMutablePointer<Channel>, count: Int, of columns: Int,
    _ rows: Int
  ) {
    let divisor = UInt64(columns * rows)
    // Division by n is done by multiplying with ⌈2⁴⁸ / n⌉, which is exact because the sum times n is below 2⁴⁸.
    let reciprocal = ((1 << 48) + divisor - 1) / divisor
    let half = UInt32(divisor / 2)
    var place = sums
    for index in 0..<count {
      var (red, green, blue, alpha) = (half, half, half, half)
      for _ in 0..<columns {
        red &+= UInt32(truncatingIfNeeded: place[0])
        green &+= UInt32(truncatingIfNeeded: place[1])
        blue &+= UInt32(truncatingIfNeeded: place[2])
        alpha &+= UInt32(truncatingIfNeeded: place[3])
        place += 4
      }
      let mean = means + 4 &* index
      mean[0] = Channel(truncatingIfNeeded: (UInt64(red) &* reciprocal) &>> 48)
      mean[1] = Channel(truncatingIfNeeded: (UInt64(green) &* reciprocal) &>> 48)
      mean[2] = Channel(truncatingIfNeeded: (UInt64(blue) &* reciprocal) &>> 48)
      mean[3] = Channel(truncatingIfNeeded: (UInt64(alpha) &* reciprocal) &>> 48)
    }
  }
}
