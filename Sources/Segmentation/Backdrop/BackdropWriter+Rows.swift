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
    var ranges: [Range<Int>] = []
    write(row: y, of: original.row(0), into: changed.mutableRow(0), format.depth) { ranges.append($0) }
    let back = FormatConversion(
      from: encoded.with(alpha: .premultiplied), to: format.with(alpha: .premultiplied), kernels: kernels)
    let row = changed.mutableRow(0)
    back.apply(row, row, count: count)
    output.copyMemory(from: source, byteCount: count * format.bytesPerPixel)
    for range in ranges {
      let offset = range.lowerBound * format.bytesPerPixel
      (output + offset).copyMemory(from: changed.row(0) + offset, byteCount: range.count * format.bytesPerPixel)
    }
  }

  /// - Parameter visit: Receives the columns that were written.
  private func write(
    row y: Int, of source: UnsafeRawPointer, into output: UnsafeMutableRawPointer, _ depth: PixelFormat.Depth,
    _ visit: (Range<Int>) -> Void
  ) {
    write(row: y) { x in
      LevelRows.levels(x, of: source, depth)
    } store: { x, color, alpha in
      LevelRows.store(color, alpha, at: x, in: output, depth)
      visit(x..<x + 1)
    } clear: { columns in
      LevelRows.fill(columns, color ?? .zero, color == nil ? 0 : 1, in: output, depth)
      visit(columns)
    }
  }
}
