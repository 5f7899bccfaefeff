import ImageCodecs
import PixelCore

/// A small picture laid on a checkerboard, the way editors show what is transparent: opaque, 8-bit, encoded sRGB.
struct CheckeredPicture {
  let size: PixelSize
  /// Row by row from the top left, all opaque.
  private let pixels: [Color]

  /// Pixels across and down of a square.
  private static let square = 4
  private static let light = 204
  private static let dark = 153

  /// - Parameter image: 8-bit, encoded; premultiplied or opaque.
  init(_ image: Image) {
    size = image.size
    var pixels: [Color] = []
    pixels.reserveCapacity(size.pixelCount)
    for y in 0..<image.size.height {
      let row = image.row(y)
      for x in 0..<image.size.width {
        let board = (x / Self.square + y / Self.square) % 2 == 0 ? Self.light : Self.dark
        let channel = { (index: Int) in Int(row.load(fromByteOffset: 4 * x + index, as: UInt8.self)) }
        let clear = 255 - channel(3)
        let over = { (index: Int) in UInt8(min(255, channel(index) + (board * clear * 2 + 255) / 510)) }
        pixels.append(Color(red: over(0), green: over(1), blue: over(2)))
      }
    }
    self.pixels = pixels
  }

  subscript(x: Int, y: Int) -> Color { pixels[y * size.width + x] }

  /// The bytes of a PNG file, compressed little: it goes no further than to the terminal.
  func png() throws -> [UInt8] {
    var rows = PixelBuffer(shape: ImageShape(size: size, format: .encodedOpaque))
    for y in 0..<size.height {
      let row = pixels[y * size.width..<(y + 1) * size.width]
      let bytes: [UInt8] = row.flatMap { [$0.red, $0.green, $0.blue, $0.alpha] }
      rows.mutableRow(y).copyMemory(from: bytes, byteCount: bytes.count)
    }
    var file: [UInt8] = []
    let writer = try ImageCodec.makeWriter(shape: rows.shape, options: EncodeOptions(.png(compression: 1))) {
      file.append(contentsOf: $0)
    }
    try rows.withBand { band throws(CodecError) in try writer.write(band) }
    try writer.finish()
    return file
  }
}
