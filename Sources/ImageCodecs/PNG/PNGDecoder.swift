import CLibraries
import PixelCore

/// A libpng decoder for one file whose header has been read. Frees the decoder in `deinit`.
package final class PNGDecoder {
  private let reader: OpaquePointer
  // Kept alive because libpng reads from the file's bytes.
  private let file: EncodedImage
  private let limits: DecodeLimits
  let info: ImageInfo
  /// The sample format of a picture that can be read without libpng; nil for any other picture.
  private let samples: PNGSamples?
  /// Offset of the first IDAT chunk.
  private let pictureOffset: Int

  /// Reads the header of `file` and checks its size.
  package init(_ file: EncodedImage, limits: DecodeLimits) throws(CodecError) {
    let start = file.bytes.baseAddress!.assumingMemoryBound(to: UInt8.self)
    guard let reader = packshot_png_reader_create(start, file.count, limits.maxMetadata, limits.isStrict ? 1 : 0)
    else {
      throw .outOfMemory(.png)
    }
    var header = packshot_png_header()
    do throws(CodecError) {
      try Self.check(packshot_png_reader_read_header(reader, &header), reader, row: nil, limits)
      try limits.check(PixelSize(width: Int(header.width), height: Int(header.height)))
    } catch {
      packshot_png_reader_destroy(reader)
      throw error
    }
    samples = PNGSamples(header, reader)
    pictureOffset = header.picture_offset
    info = Self.info(header, file: file, samples: samples, limits)
    (self.reader, self.file, self.limits) = (reader, file, limits)
  }

  deinit { packshot_png_reader_destroy(reader) }

  /// Warnings about harmless irregularities so far.
  var warnings: [String] {
    let animation = "this is an animation (APNG); only its default picture is read"
    return (info.hasMorePictures ? [animation] : []) + libraryWarnings
  }

  /// Whether the file contains further frames (PNG, third edition, section 11.3.4.1).
  private static func isAnimation(_ file: EncodedImage) -> Bool {
    let control = PNGChunks(file).lazy.prefix { !$0.isOf("IDAT") }.first { $0.isOf("acTL") }
    guard let control, control.data.count == 8 else { return false }
    return UInt32(bigEndian: control.data.loadUnaligned(as: UInt32.self)) > 1
  }

  private var libraryWarnings: [String] {
    (0...).lazy.map { packshot_png_reader_warning(self.reader, $0) }.prefix { $0 != nil }
      .map { String(cString: $0!) }
  }

  /// Returns the picture inflated in one piece, if that needs at most `spareMemory` bytes and the file is intact.
  package func inflatedPicture(spareMemory: Int) -> InflatedPicture? {
    guard let samples, info.inflatingBytes <= spareMemory else { return nil }
    return InflatedPicture(
      PNGPictureData(in: file, from: pictureOffset, limits: limits), size: info.size, samples: samples)
  }

  /// Prepares libpng for reading rows. Returns the number of passes over the picture.
  func start() throws(CodecError) -> Int {
    var passes: Int32 = 0
    try check(packshot_png_reader_start(reader, &passes), row: 0)
    return Int(passes)
  }

  /// Throws if the time limit for reading has passed.
  func checkTime() throws(CodecError) { try limits.timeLimit?.check() }

  /// Decodes the next `rows` rows of the pass. `row` is the number of complete rows so far, for errors.
  func readRows(_ rows: Int, to destination: UnsafeMutableRawPointer, stride: Int, row: Int) throws(CodecError) {
    let bytes = destination.assumingMemoryBound(to: UInt8.self)
    let start = packshot_png_reader_position(reader)
    try check(packshot_png_reader_read_rows(reader, bytes, stride, UInt32(rows)), row: row)
    file.passed(from: start, to: packshot_png_reader_position(reader))
  }

  /// Reads the rest of the file after all of its `row` rows.
  func finish(row: Int) throws(CodecError) {
    try check(packshot_png_reader_finish(reader), row: row)
  }

  private func check(_ code: Int32, row: Int?) throws(CodecError) { try Self.check(code, reader, row: row, limits) }

  private static func check(
    _ code: Int32, _ reader: OpaquePointer, row: Int?, _ limits: DecodeLimits
  ) throws(CodecError) {
    try LibraryStatus(code).checkReading(.png, row: row, limits: limits) { packshot_png_reader_message(reader) }
  }

  private static func info(
    _ header: packshot_png_header, file: EncodedImage, samples: PNGSamples?, _ limits: DecodeLimits
  ) -> ImageInfo {
    let size = PixelSize(width: Int(header.width), height: Int(header.height))
    let metadata = PNGMetadata(file, limit: limits.maxMetadata)
    let exif = metadata.exif?.withUnsafeBytes(Exif.init)
    let data = PNGPictureData(in: file, from: header.picture_offset, limits: limits)
    let colors = PNGColorChunks(file)
    var profile = header.icc_profile.map { Array(UnsafeBufferPointer(start: $0, count: header.icc_profile_count)) }
    // A profile in a text is used only if no chunk states the colours directly.
    if !colors.isSRGB, colors.coded == nil { profile = profile ?? metadata.iccProfile }
    var info = ImageInfo(
      format: .png, size: size, orientation: exif?.orientation ?? .up,
      colorModel: ImageInfo.ColorModel(header), bitDepth: Int(header.bit_depth), hasAlpha: header.has_alpha != 0,
      isProgressive: header.is_interlaced != 0, stated: StatedColors(iccProfile: profile, chunks: colors),
      capturedAt: exif?.capturedAt, hasMorePictures: isAnimation(file),
      inflatingBytes: samples.map { InflatedPicture.byteCount(data, size: size, samples: $0) } ?? 0)
    if info.isProgressive { info.wholePictureBytes = ImageShape(size: size, format: info.pixelFormat).byteCount }
    return info
  }
}

extension PNGSamples {
  /// Creates the sample format of a picture that can be read without libpng: 8 bits, not interlaced, without a
  /// transparent colour. Nil for any other picture.
  fileprivate init?(_ header: packshot_png_header, _ reader: OpaquePointer) {
    guard header.bit_depth == 8, header.is_interlaced == 0, header.has_transparent_color == 0 else { return nil }
    switch (packshot_png_color(UInt32(header.color)), header.has_alpha != 0) {
    case (PACKSHOT_PNG_GREY, false): self = .grey
    case (PACKSHOT_PNG_GREY, true): self = .greyAlpha
    case (PACKSHOT_PNG_RGB, false): self = .rgb
    case (PACKSHOT_PNG_RGB, true): self = .rgba
    default:
      var palette = [UInt32](repeating: 0, count: 256)
      palette.withUnsafeMutableBytes {
        packshot_png_reader_get_palette(reader, $0.baseAddress!.assumingMemoryBound(to: UInt8.self))
      }
      self = .indexed(palette.map(UInt32.init(littleEndian:)))
    }
  }
}

extension ImageInfo.ColorModel {
  fileprivate init(_ header: packshot_png_header) {
    switch packshot_png_color(UInt32(header.color)) {
    case PACKSHOT_PNG_GREY: self = .grey
    case PACKSHOT_PNG_RGB: self = .rgb
    default: self = .indexed
    }
  }
}
