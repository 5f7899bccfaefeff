import PixelCore

/// Reads a PNG of any colour type, depth and interlacing, with the default image of an animation.
///
/// Samples of 16 bits stay as they are; smaller ones become 8 bits, exactly, since 255 is a multiple of each one's
/// largest value. Transparent colours (tRNS) become alpha; gAMA, cHRM and bKGD are left alone. A palette index beyond
/// the palette is opaque black, as libpng and browsers show it. An interlaced picture is decoded whole before its first
/// row. One of 8-bit RGB or RGBA is inflated whole by libdeflate where there is memory to spare.
final class PNGRowReader: RowReader {
  let shape: ImageShape
  private let decoder: PNGDecoder
  private let passes: Int
  private var deinterlaced: PixelBuffer?
  private var row = 0

  var info: ImageInfo { decoder.info }
  var warnings: [String] { decoder.warnings }

  init(_ file: EncodedImage, limits: DecodeLimits, spareMemory: Int) throws(CodecError) {
    decoder = try PNGDecoder(file, limits: limits)
    shape = ImageShape(size: decoder.info.size, format: decoder.info.pixelFormat)
    passes = try decoder.start(spareMemory: spareMemory)
  }

  func read(rows: Int, into destination: UnsafeMutableRawPointer, stride: Int) throws(CodecError) -> Int {
    let count = min(rows, shape.size.height - row)
    guard count > 0 else { return 0 }
    if passes == 1 {
      try decoder.readRows(count, to: destination, stride: stride, row: row)
    } else {
      if row == 0 { try deinterlace() }
      for y in 0..<count {
        (destination + y * stride).copyMemory(from: deinterlaced!.row(row + y), byteCount: shape.bytesPerRow)
      }
    }
    row += count
    if row == shape.size.height {
      deinterlaced = nil
      try decoder.finish(row: row)
    }
    return count
  }

  /// Decodes all passes into one buffer: each fills in pixels between those of the passes before.
  private func deinterlace() throws(CodecError) {
    var buffer = PixelBuffer(shape: shape)
    for _ in 0..<passes {
      for y in 0..<shape.size.height {
        try decoder.readRows(1, to: buffer.mutableRow(y), stride: 0, row: 0)
      }
    }
    deinterlaced = consume buffer
  }
}
