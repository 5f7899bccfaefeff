import PixelCore
import PixelKernels

/// The pixels of a complete photo, read and written as levels of encoded sRGB, whatever the photo's transfer and depth.
package final class LevelRows {
  private let band: RowBand
  private let format: PixelFormat
  private let encoded: PixelFormat
  private let reading: FormatConversion
  private let writing: FormatConversion
  private var line: PixelBuffer
  private var lineRow = -1

  package init(_ band: RowBand, kernels: Kernels) {
    self.band = band
    format = band.shape.format
    var encoded = format
    encoded.transfer = .encoded
    self.encoded = encoded
    reading = FormatConversion(from: format, to: encoded, kernels: kernels)
    writing = FormatConversion(from: encoded, to: format, kernels: kernels)
    line = PixelBuffer(
      shape: ImageShape(size: PixelSize(width: band.shape.size.width, height: 1), format: encoded))
  }

  /// Returns a pixel of the photo in levels. Reading along a row is fast.
  package func pixel(_ x: Int, _ y: Int) -> SIMD4<Float> {
    if y != lineRow {
      reading.apply(line.mutableRow(0), band.row(y), count: band.shape.size.width)
      lineRow = y
    }
    switch format.depth {
    case .eight:
      return Self.levels(line.row(0).loadUnaligned(fromByteOffset: 4 &* x, as: SIMD4<UInt8>.self))
    case .sixteen:
      return SIMD4<Float>(line.row(0).loadUnaligned(fromByteOffset: 8 &* x, as: SIMD4<UInt16>.self)) / 257
    }
  }

  /// Writes opaque pixels of a row in the photo's format.
  ///
  /// - Parameter body: Receives a closure that stores a colour in levels at a column.
  package func write(
    to row: UnsafeMutableRawPointer, count: Int, _ body: ((Int, SIMD4<Float>) -> Void) -> Void
  ) {
    let largest = Float(format.depth.largest)
    body { x, color in
      var levels = (color * (largest / 255) + 0.5).rounded(.down)
      levels.clamp(lowerBound: .zero, upperBound: SIMD4(repeating: largest))
      levels.w = largest
      switch format.depth {
      case .eight: row.storeBytes(of: Self.bytes(levels), toByteOffset: 4 &* x, as: SIMD4<UInt8>.self)
      case .sixteen: row.storeBytes(of: SIMD4<UInt16>(levels), toByteOffset: 8 &* x, as: SIMD4<UInt16>.self)
      }
    }
    if !writing.isIdentity { writing.apply(row, row, count: count) }
  }

  /// Returns a pixel's bytes as numbers. `SIMD4`'s own conversion calls a generic function for each channel.
  @inline(__always)
  static func levels(_ pixel: SIMD4<UInt8>) -> SIMD4<Float> {
    SIMD4(Float(pixel.x), Float(pixel.y), Float(pixel.z), Float(pixel.w))
  }

  /// Returns whole numbers from 0 to 255 as bytes.
  @inline(__always)
  static func bytes(_ levels: SIMD4<Float>) -> SIMD4<UInt8> {
    SIMD4(UInt8(levels.x), UInt8(levels.y), UInt8(levels.z), UInt8(levels.w))
  }
}
