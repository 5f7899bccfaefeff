import PixelCore

/// The picture in a WebP file: a lossy or lossless chunk whose header has been read.
struct WebPPicture {
  let size: PixelSize
  /// True for VP8L, false for VP8 (RFC 6386).
  let isLossless: Bool
  let hasAlpha: Bool
  /// Range of its chunk in the file, starting with its alpha chunk if it has one. It may extend beyond the file.
  let place: Range<Int>

  /// Reads the header of a picture's chunk.
  ///
  /// - Parameters:
  ///   - alphaStart: Offset of its alpha chunk. A lossless picture contains its alpha.
  ///   - bytes: The whole file.
  init(
    _ chunk: WebPChunks.Chunk, alphaStart: Int?, of bytes: UnsafeRawBufferPointer
  ) throws(CodecError) {
    isLossless = chunk.name == "VP8L"
    let headerLength = isLossless ? 5 : 10
    guard chunk.data.count >= headerLength else { throw WebPFile.damaged("its picture has no whole header") }
    guard chunk.data.lowerBound + headerLength <= bytes.count else { throw .truncated(.webp, row: nil) }
    let header = UnsafeRawBufferPointer(rebasing: bytes[chunk.data.lowerBound..<chunk.data.lowerBound + headerLength])
    if isLossless {
      (size, hasAlpha) = try Self.losslessHeader(header)
      place = chunk.start..<chunk.data.upperBound
    } else {
      size = try Self.lossyHeader(header)
      hasAlpha = alphaStart != nil
      place = (alphaStart ?? chunk.start)..<chunk.data.upperBound
    }
  }

  /// Reads a lossless header (RFC 9649, section 3.4): a mark, then width and height minus one in 14 bits each, alpha in
  /// one bit, the version in three.
  private static func losslessHeader(
    _ header: UnsafeRawBufferPointer
  ) throws(CodecError) -> (size: PixelSize, hasAlpha: Bool) {
    let bits = header.littleEndian(UInt32.self, at: 1)
    guard header[0] == 0x2f else { throw WebPFile.damaged("its picture does not begin as one") }
    guard bits >> 29 == 0 else { throw .unsupported(.webp, feature: "a lossless coding of version \(bits >> 29)") }
    return (PixelSize(width: Int(bits & 0x3fff) + 1, height: Int(bits >> 14 & 0x3fff) + 1), bits >> 28 & 1 != 0)
  }

  /// Reads a lossy header (RFC 6386, section 9.1): three bytes whose lowest bit is 0 in a key frame, a mark, then width
  /// and height in 14 bits each.
  private static func lossyHeader(_ header: UnsafeRawBufferPointer) throws(CodecError) -> PixelSize {
    guard header[0] & 1 == 0, header[3...5].elementsEqual([0x9d, 0x01, 0x2a]) else {
      throw WebPFile.damaged("its picture does not begin as one")
    }
    let size = PixelSize(
      width: Int(header.littleEndian(UInt16.self, at: 6) & 0x3fff),
      height: Int(header.littleEndian(UInt16.self, at: 8) & 0x3fff))
    guard min(size.width, size.height) > 0 else { throw WebPFile.damaged("its picture is \(size) pixels") }
    return size
  }

  /// Bytes held while decoding: the pixels; for a lossless picture also its own copy of them, and code tables; for a
  /// lossy picture with alpha also the alpha plane, which is coded as a lossless picture.
  var decodingBytes: Int {
    let pixels = size.pixelCount
    if isLossless { return 8 * pixels + 4 << 20 }
    return hasAlpha ? 9 * pixels + 4 << 20 : 4 * pixels
  }
}
