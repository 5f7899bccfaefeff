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
      let pixel = row.loadUnaligned(fromByteOffset: 8 &* x, as: SIMD4<UInt16>.self)
      return SIMD4(Float(pixel.x), Float(pixel.y), Float(pixel.z), Float(pixel.w)) / 257
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
    let words = words(color, alpha, depth)
    switch depth {
    case .eight:
      row.storeBytes(of: bytes(words), toByteOffset: 4 &* x, as: SIMD4<UInt8>.self)
    case .sixteen:
      row.storeBytes(of: words, toByteOffset: 8 &* x, as: SIMD4<UInt16>.self)
    }
  }

  /// Stores the same pixel in several columns of an encoded row.
  static func fill(
    _ columns: Range<Int>, _ color: SIMD4<Float>, _ alpha: Float, in row: UnsafeMutableRawPointer,
    _ depth: PixelFormat.Depth
  ) {
    let words = words(color, alpha, depth)
    switch depth {
    case .eight:
      (row + 4 * columns.lowerBound).assumingMemoryBound(to: SIMD4<UInt8>.self)
        .update(repeating: bytes(words), count: columns.count)
    case .sixteen:
      (row + 8 * columns.lowerBound).assumingMemoryBound(to: SIMD4<UInt16>.self)
        .update(repeating: words, count: columns.count)
    }
  }

  @inline(__always)
  private static func bytes(_ words: SIMD4<UInt16>) -> SIMD4<UInt8> {
    SIMD4(
      UInt8(truncatingIfNeeded: words.x), UInt8(truncatingIfNeeded: words.y), UInt8(truncatingIfNeeded: words.z),
      UInt8(truncatingIfNeeded: words.w))
  }

  @inline(__always)
  private static func words(_ color: SIMD4<Float>, _ alpha: Float, _ depth: PixelFormat.Depth) -> SIMD4<UInt16> {
    let largest = Float(depth.largest)
    let opacity = Float((alpha * largest + 0.5).whole)
    let pixel = (color * (largest / 255) + 0.5).limited(to: opacity)
    return SIMD4(
      UInt16(truncatingIfNeeded: pixel.x.whole), UInt16(truncatingIfNeeded: pixel.y.whole),
      UInt16(truncatingIfNeeded: pixel.z.whole), UInt16(truncatingIfNeeded: opacity.whole))
  }
}
