import PixelCore

/// Reads a WebP, lossy or lossless, with or without alpha. For an animation, reads the first frame, on a transparent
/// canvas.
///
/// Pixels are libwebp's with its defaults (interpolated chroma, no dithering), the same on every CPU. The picture is
/// held from the first row to the last.
final class WebPRowReader: RowReader {
  let info: ImageInfo
  let shape: ImageShape
  private let file: EncodedImage
  private let limits: DecodeLimits
  private let content: WebPFile
  private var decoder: WebPDecoder?
  private var row = 0

  var warnings: [String] {
    content.isAnimation ? ["this is an animation (WebP); only its first picture is read"] : []
  }

  init(_ file: EncodedImage, limits: DecodeLimits) throws(CodecError) {
    content = try WebPFile(file.bytes)
    info = try content.info(of: file, limits: limits)
    shape = ImageShape(size: info.size, format: info.pixelFormat)
    (self.file, self.limits) = (file, limits)
  }

  func read(rows: Int, into destination: UnsafeMutableRawPointer, stride: Int) throws(CodecError) -> Int {
    let count = min(rows, shape.size.height - row)
    guard count > 0 else { return 0 }
    let decoder = try startedDecoder()
    let frame = content.frame
    try decoder.decode(rows: min(max(row + count - frame.origin.y, 0), frame.size.height))
    let isLast = row + count == shape.size.height
    if isLast, content.isCut { throw .truncated(.webp, row: row + count) }
    for y in row..<row + count {
      let place = destination + (y - row) * stride
      if frame.size != shape.size { place.initializeMemory(as: UInt8.self, repeating: 0, count: shape.bytesPerRow) }
      guard frame.rows.contains(y) else { continue }
      copy(decoder.row(y - frame.origin.y), to: place + 4 * frame.origin.x)
    }
    row += count
    if isLast { self.decoder = nil }
    return count
  }

  private func startedDecoder() throws(CodecError) -> WebPDecoder {
    if let decoder { return decoder }
    let decoder = try WebPDecoder(file, content.picture, limits: limits)
    self.decoder = decoder
    return decoder
  }

  private func copy(_ source: UnsafeRawPointer, to destination: UnsafeMutableRawPointer) {
    let (picture, width) = (content.picture, content.picture.size.width)
    destination.copyMemory(from: source, byteCount: 4 * width)
    // A lossless picture whose header says it has no alpha may still contain some.
    guard !picture.hasAlpha, picture.isLossless else { return }
    for x in 0..<width { destination.storeBytes(of: 255, toByteOffset: 4 * x + 3, as: UInt8.self) }
  }
}
