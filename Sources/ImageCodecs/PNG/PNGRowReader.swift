import PixelCore

/// Reads a PNG of any colour type, depth and interlacing. For an animation, reads the default image.
///
/// 16-bit samples are kept. Smaller samples are expanded to 8 bits exactly, since 255 is a multiple of each depth's
/// largest value. Transparent colours (tRNS) become alpha; gAMA, cHRM and bKGD aren't applied. A palette index beyond
/// the palette is opaque black, as in libpng and browsers. An interlaced picture is decoded whole before its first row.
/// If a picture has 8 bits a sample, no transparent colour and isn't interlaced, libdeflate inflates it whole, provided
/// there is memory and the file is regular. libpng reads the header, and all other pictures.
final class PNGRowReader: RowReader {
  let shape: ImageShape
  private let decoder: PNGDecoder
  private let passes: Int
  /// Bytes that may be used to inflate the picture in one piece; 0 after an attempt.
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
      // The end of the file was already checked when the picture was inflated.
      if inflated == nil { try decoder.finish(row: row) }
      inflated = nil
    }
    return count
  }

  /// Decodes all passes into one buffer. Each pass fills in pixels between the pixels of the previous passes.
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
