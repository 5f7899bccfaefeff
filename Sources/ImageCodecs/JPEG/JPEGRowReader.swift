import PixelCore
import PixelKernels

/// Reads a JPEG: baseline, extended, progressive or arithmetic; grey, YCbCr, RGB, CMYK or YCCK; any sampling.
///
/// Pixels are libjpeg-turbo's with its defaults (accurate integer DCT, interpolated chroma), the same on every CPU.
/// CMYK is converted by the file's profile or else by the given profile. Without either, the plain formula is used,
/// with a warning. A file with one scan is decoded row by row. With several scans, all are read before the first row.
final class JPEGRowReader: RowReader {
  let shape: ImageShape
  private let decoder: JPEGDecoder
  /// The conversion of CMYK to the working space; nil for the plain formula.
  private let cmykToSRGB: TableTransform?
  private var row = 0

  var info: ImageInfo { decoder.info }

  var warnings: [String] {
    decoder.warnings + (decoder.deliversCMYK && cmykToSRGB == nil ? [plainCMYKWarning] : [])
  }

  init(
    _ file: EncodedImage, scale: DecodeScale, limits: DecodeLimits, colors: ColorHandling
  ) throws(CodecError) {
    decoder = try JPEGDecoder(file, limits: limits)
    cmykToSRGB = decoder.deliversCMYK ? decoder.info.cmykToSRGB(colors) : nil
    let size = try decoder.setScale(scale)
    precondition(size == scale.scaled(decoder.info.size), "libjpeg rounds scaled sizes up")
    shape = ImageShape(size: size, format: decoder.info.pixelFormat)
  }

  func read(rows: Int, into destination: UnsafeMutableRawPointer, stride: Int) throws(CodecError) -> Int {
    let count = min(rows, shape.size.height - row)
    guard count > 0 else { return 0 }
    try decoder.readRows(count, to: destination, stride: stride)
    if decoder.deliversCMYK {
      for y in 0..<count {
        convertCMYK(destination + y * stride)
      }
    }
    row += count
    if row == shape.size.height { try decoder.finish() }
    return count
  }

  /// Converts a row of CMYK to red, green and blue, in place.
  private func convertCMYK(_ row: UnsafeMutableRawPointer) {
    ImageCodecs.convertCMYK(
      row.assumingMemoryBound(to: UInt8.self), count: shape.size.width, isInverted: decoder.isInverted, by: cmykToSRGB)
  }
}
