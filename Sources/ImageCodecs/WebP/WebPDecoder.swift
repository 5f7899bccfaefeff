import CLibraries
import PixelCore

/// A libwebp decoder for one picture, which decodes as many rows from the top as requested. Frees the decoder in
/// `deinit`.
final class WebPDecoder {
  /// Bytes passed to libwebp at a time. The time limit is checked in between.
  private static let piece = 512 << 10

  private let reader: OpaquePointer
  // Kept alive because libwebp reads from the file and writes to the pixels.
  private let file: EncodedImage
  private let pixels: Memory
  private let picture: WebPPicture
  private let limits: DecodeLimits
  /// Number of bytes passed to libwebp, and number of rows decoded from them.
  private var given = 0
  private var rows = 0
  private var isDone = false

  init(_ file: EncodedImage, _ picture: WebPPicture, limits: DecodeLimits) throws(CodecError) {
    let start = file.bytes.baseAddress!.assumingMemoryBound(to: UInt8.self) + picture.place.lowerBound
    guard let pixels = Memory(byteCount: 4 * picture.size.pixelCount),
      let reader = packshot_webp_reader_create(
        start, UInt32(picture.size.width), UInt32(picture.size.height),
        pixels.bytes.baseAddress!.assumingMemoryBound(to: UInt8.self))
    else { throw .outOfMemory(.webp) }
    (self.reader, self.file, self.pixels, self.picture, self.limits) = (reader, file, pixels, picture, limits)
  }

  deinit { packshot_webp_reader_destroy(reader) }

  /// Returns a decoded row.
  func row(_ y: Int) -> UnsafeRawPointer { UnsafeRawPointer(pixels.bytes.baseAddress!) + y * 4 * picture.size.width }

  /// Decodes until there are `wanted` rows. For the last row, decodes to the end of the picture's data.
  func decode(rows wanted: Int) throws(CodecError) {
    let end = min(picture.place.upperBound, file.count) - picture.place.lowerBound
    while rows < wanted || wanted == picture.size.height && !isDone {
      try limits.timeLimit?.check()
      guard given < end else {
        throw picture.place.upperBound > file.count
          ? .truncated(.webp, row: rows) : .damaged(.webp, why: "its picture's data ends early", row: rows)
      }
      given = min(given + Self.piece, end)
      try read()
    }
  }

  private func read() throws(CodecError) {
    var count: UInt32 = 0
    let status = LibraryStatus(packshot_webp_reader_read(reader, given, &count))
    rows = Int(count)
    isDone = status == .done
    // libwebp needs more bytes.
    if status == .truncated { return }
    try status.checkReading(.webp, row: rows, limits: limits) { packshot_webp_reader_message(reader) }
  }
}
