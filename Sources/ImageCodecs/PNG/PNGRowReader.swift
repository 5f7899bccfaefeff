import PixelCore

/// Reads a PNG of any colour type, depth and interlacing, with the default image of an animation.
///
/// Samples of 16 bits stay as they are; smaller ones become 8 bits, exactly, since 255 is a multiple of each one's
/// largest value. Transparent colours (tRNS) become alpha; gAMA, cHRM and bKGD are left alone. A palette index beyond
/// the palette is opaque black, as libpng and browsers show it. An interlaced picture is decoded whole before its first
/// row. One of 8 bits a sample that is not interlaced is inflated whole by libdeflate where there is memory for that, and
/// nothing odd about the file; libpng reads the header, and all else.
final class PNGRowReader: RowReader {
  let shape: ImageShape
  private let decoder: PNGDecoder
  private let passes: Int
  /// Bytes that may be taken to inflate the picture in one piece; 0 when that has been tried.
  private var spareMemory: Int
  private var inflated: InflatedPicture?
  private var deinterlaced: PixelBuffer?
  private var row = 0

  var info: ImageInfo { decoder.info }
  var warnings: [String] { decoder.warnings }

  init(_ file: EncodedImage, limits: DecodeLimits, spareMemory: Int) throws(CodecError) {
    decoder = try PNGDecoder(file, limits: limits)
    shape = ImageShape(size: decoder.info.size, format: decoder.info.pixelFormat)
    passes = try decoder.start()
    self.spareMemory = spareMemory
  }

  func read(rows: Int, into destination: UnsafeMutableRawPointer, stride: Int) throws(CodecError) -> Int {
    let count = min(rows, shape.size.height - row)
    guard count > 0 else { return 0 }
    try decoder.checkTime()
    if spareMemory > 0 {
      inflated = decoder.inflatedPicture(spareMemory: spareMemory)
      spareMemory = 0
    }
    if let inflated {
      inflated.read(rows: count, into: destination, stride: stride)
    } else if passes == 1 {
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
      // The end of the file of an inflated picture has been seen to be good.
      if inflated == nil { try decoder.finish(row: row) }
      inflated = nil
    }
    return count
  }

  /// Decodes all passes into one buffer: each fills in pixels between those of the passes before.
  private func deinterlace() throws(CodecError) {
    var buffer = PixelBuffer(shape: shape)
    for _ in 0..<passes {
      try decoder.checkTime()
      for y in 0..<shape.size.height {
        try decoder.readRows(1, to: buffer.mutableRow(y), stride: 0, row: 0)
      }
    }
    deinterlaced = consume buffer
  }
}
