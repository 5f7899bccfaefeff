import PixelCore
import PixelKernels

extension BackdropWriter {
  /// Writes a row of a photo with its backdrop replaced.
  ///
  /// Backdrops are computed in encoded sRGB, whatever the photo's transfer. Pixels of the product keep their bytes.
  ///
  /// - Parameters:
  ///   - source: The row of the photo in `format`, premultiplied or opaque.
  ///   - output: Receives the row, with the same bytes per pixel.
  package func write(
    row y: Int, of source: UnsafeRawPointer, in format: PixelFormat, into output: UnsafeMutableRawPointer,
    kernels: Kernels
  ) {
    let count = size.width
    guard format.transfer == .linear else {
      output.copyMemory(from: source, byteCount: count * format.bytesPerPixel)
      return write(row: y, of: source, into: output, format.depth) { _ in }
    }
    var encoded = format
    encoded.transfer = .encoded
    let shape = ImageShape(size: PixelSize(width: count, height: 1), format: encoded)
    var original = PixelBuffer(shape: shape)
    var changed = PixelBuffer(shape: shape)
    FormatConversion(from: format, to: encoded, kernels: kernels).apply(original.mutableRow(0), source, count: count)
    var indices: [Int] = []
    write(row: y, of: original.row(0), into: changed.mutableRow(0), format.depth) { indices.append($0) }
    let back = FormatConversion(
      from: encoded.with(alpha: .premultiplied), to: format.with(alpha: .premultiplied), kernels: kernels)
    let row = changed.mutableRow(0)
    back.apply(row, row, count: count)
    output.copyMemory(from: source, byteCount: count * format.bytesPerPixel)
    for index in indices {
      let offset = index * format.bytesPerPixel
      (output + offset).copyMemory(from: changed.row(0) + offset, byteCount: format.bytesPerPixel)
    }
  }

  private func write(
    row y: Int, of source: UnsafeRawPointer, into output: UnsafeMutableRawPointer, _ depth: PixelFormat.Depth,
    _ visit: (Int) -> Void
  ) {
    switch depth {
    case .eight:
      write(row: y) { x in
        LevelRows.levels(source.loadUnaligned(fromByteOffset: 4 &* x, as: SIMD4<UInt8>.self))
      } store: { x, color, alpha in
        output.storeBytes(
          of: LevelRows.bytes(Self.stored(color, alpha, 255)), toByteOffset: 4 &* x, as: SIMD4<UInt8>.self)
        visit(x)
      }
    case .sixteen:
      write(row: y) { x in
        SIMD4<Float>(source.loadUnaligned(fromByteOffset: 8 &* x, as: SIMD4<UInt16>.self)) / 257
      } store: { x, color, alpha in
        output.storeBytes(
          of: SIMD4<UInt16>(Self.stored(color, alpha, 65_535)), toByteOffset: 8 &* x, as: SIMD4<UInt16>.self)
        visit(x)
      }
    }
  }

  /// Returns a rounded premultiplied pixel.
  @inline(__always)
  private static func stored(_ color: SIMD4<Float>, _ alpha: Float, _ largest: Float) -> SIMD4<Float> {
    let opacity = (alpha * largest + 0.5).rounded(.down)
    var pixel = (color * (largest / 255) + 0.5).rounded(.down)
    pixel.clamp(lowerBound: .zero, upperBound: SIMD4(repeating: opacity))
    pixel.w = opacity
    return pixel
  }
}
