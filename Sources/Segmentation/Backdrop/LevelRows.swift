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
    return Self.levels(x, of: line.row(0), format.depth)
  }

  /// Writes opaque pixels of a row in the photo's format.
  ///
  /// - Parameter body: Receives a closure that stores a colour in levels at a column.
  package func write(
    to row: UnsafeMutableRawPointer, count: Int, _ body: ((Int, SIMD4<Float>) -> Void) -> Void
  ) {
    body { x, color in Self.store(color, 1, at: x, in: row, format.depth) }
    if !writing.isIdentity { writing.apply(row, row, count: count) }
  }

  /// Returns a pixel of an encoded row in levels. `SIMD4`'s own conversion of bytes calls a generic function for each
  /// channel.
  @inline(__always)
  static func levels(_ x: Int, of row: UnsafeRawPointer, _ depth: PixelFormat.Depth) -> SIMD4<Float> {
    switch depth {
    case .eight:
      let pixel = row.loadUnaligned(fromByteOffset: 4 &* x, as: SIMD4<UInt8>.self)
      return SIMD4(Float(pixel.x), Float(pixel.y), Float(pixel.z), Float(pixel.w))
    case .sixteen:
      return SIMD4<Float>(row.loadUnaligned(fromByteOffset: 8 &* x, as: SIMD4<UInt16>.self)) / 257
    }
  }

  /// Stores a rounded pixel in an encoded row.
  ///
  /// - Parameters:
  ///   - color: Premultiplied red, green and blue in levels.
  ///   - alpha: 0 to 1.
  @inline(__always)
  static func store(
    _ color: SIMD4<Float>, _ alpha: Float, at x: Int, in row: UnsafeMutableRawPointer, _ depth: PixelFormat.Depth
  ) {
    let largest = Float(depth.largest)
    let opacity = (alpha * largest + 0.5).rounded(.down)
    var pixel = (color * (largest / 255) + 0.5).rounded(.down)
    pixel.clamp(lowerBound: .zero, upperBound: SIMD4(repeating: opacity))
    pixel.w = opacity
    switch depth {
    case .eight:
      let bytes = SIMD4(UInt8(pixel.x), UInt8(pixel.y), UInt8(pixel.z), UInt8(pixel.w))
      row.storeBytes(of: bytes, toByteOffset: 4 &* x, as: SIMD4<UInt8>.self)
    case .sixteen:
      row.storeBytes(of: SIMD4<UInt16>(pixel), toByteOffset: 8 &* x, as: SIMD4<UInt16>.self)
    }
  }
}
