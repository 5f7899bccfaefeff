import PixelCore
import PixelKernels

/// Reads a picture that is decoded whole before its first row.
///
/// Samples of more than 8 bits become 16-bit pixels. Premultiplied colours are divided by their alpha.
final class YUVRowReader: RowReader {
  let shape: ImageShape
  private let decoder: any YUVDecoder
  private var planes: YUVPlanes?
  private let conversion: FormatConversion?
  /// A row of the decoded area, if the area is wider than the picture.
  private var wideRow: [UInt64] = []
  private var row = 0

  var info: ImageInfo { decoder.info }
  var warnings: [String] { decoder.warnings }

  init(_ decoder: any YUVDecoder) {
    self.decoder = decoder
    let format = decoder.info.pixelFormat
    shape = ImageShape(size: decoder.info.size, format: format)
    conversion =
      decoder.isPremultiplied
      ? FormatConversion(from: format.with(alpha: .premultiplied), to: format, kernels: .current) : nil
  }

  func read(rows: Int, into destination: UnsafeMutableRawPointer, stride: Int) throws(CodecError) -> Int {
    let count = min(rows, shape.size.height - row)
    guard count > 0 else { return 0 }
    if planes == nil { planes = try decoder.decode() }
    for y in 0..<count {
      let place = destination + y * stride
      convert(row: row + y, to: place)
      conversion?.apply(place, place, count: shape.size.width)
    }
    row += count
    return count
  }

  private func convert(row y: Int, to destination: UnsafeMutableRawPointer) {
    let (frame, width) = (decoder.frame, planes!.size.width)
    if frame.size.width == width { return planes!.convert(row: frame.origin.y + y, to: destination) }
    if wideRow.isEmpty { wideRow = [UInt64](repeating: 0, count: width) }
    let pixelBytes = shape.format.depth.bytesPerPixel
    wideRow.withUnsafeMutableBytes { wide in
      planes!.convert(row: frame.origin.y + y, to: wide.baseAddress!)
      destination.copyMemory(
        from: wide.baseAddress! + frame.origin.x * pixelBytes, byteCount: frame.size.width * pixelBytes)
    }
  }
}
