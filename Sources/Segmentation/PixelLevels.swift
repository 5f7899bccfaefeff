import PixelCore

/// The pixels of a complete premultiplied or opaque image as numbers: red, green, blue and alpha in levels from 0 to
/// 255, at any depth. Translucent pixels are shown over white.
package struct PixelLevels {
  let size: PixelSize
  private let band: RowBand
  private let depth: PixelFormat.Depth

  init(_ band: RowBand) { (size, self.band, depth) = (band.shape.size, band, band.shape.format.depth) }

  @inline(__always)
  subscript(x: Int, y: Int) -> SIMD4<Double> { row(y)[x] }

  @inline(__always)
  func row(_ y: Int) -> Row { Row(pixels: band.row(y), depth: depth) }

  struct Row {
    fileprivate let pixels: UnsafeRawPointer
    fileprivate let depth: PixelFormat.Depth

    /// Whether a pixel equals the previous one.
    @inline(__always)
    func repeats(_ x: Int) -> Bool {
      switch depth {
      case .eight:
        pixels.load(fromByteOffset: 4 &* x, as: UInt32.self)
          == pixels.load(fromByteOffset: 4 &* x &- 4, as: UInt32.self)
      case .sixteen:
        pixels.load(fromByteOffset: 8 &* x, as: UInt64.self)
          == pixels.load(fromByteOffset: 8 &* x &- 8, as: UInt64.self)
      }
    }

    @inline(__always)
    subscript(x: Int) -> SIMD4<Double> {
      let pixel: SIMD4<Double> =
        switch depth {
        case .eight: SIMD4(pixels.loadUnaligned(fromByteOffset: 4 &* x, as: SIMD4<UInt8>.self))
        case .sixteen: SIMD4(pixels.loadUnaligned(fromByteOffset: 8 &* x, as: SIMD4<UInt16>.self)) / 257
        }
      let white = 255 - pixel.w
      return pixel + SIMD4(white, white, white, 0)
    }
  }
}

extension SIMD4 where Scalar: FloatingPoint {
  /// Returns the largest difference of red, green or blue.
  @inline(__always)
  func largestDifference(to other: SIMD4) -> Scalar {
    let difference = self - other
    return Swift.max(abs(difference.x), Swift.max(abs(difference.y), abs(difference.z)))
  }
}

extension SIMD4<Double> {
  /// Returns the scalar product of red, green and blue.
  @inline(__always)
  func dot(_ other: SIMD4<Double>) -> Double { x * other.x + y * other.y + z * other.z }
}
