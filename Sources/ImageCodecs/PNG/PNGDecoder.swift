import CPNG
import PixelCore

/// libpng at work on one file, after the header. Frees it when it goes.
final class PNGDecoder {
  private let reader: OpaquePointer
  // libpng reads from the file's bytes.
  private let file: EncodedImage
  let info: ImageInfo

  /// Reads the header of `file` and checks its size.
  init(_ file: EncodedImage, limits: DecodeLimits) throws(CodecError) {
    let start = file.bytes.baseAddress!.assumingMemoryBound(to: UInt8.self)
    guard let reader = packshot_png_reader_create(start, file.count) else { throw .outOfMemory(.png) }
    do throws(CodecError) {
      info = try Self.readHeader(of: file, with: reader, limits: limits)
    } catch {
      packshot_png_reader_destroy(reader)
      throw error
    }
    self.reader = reader
    self.file = file
  }

  deinit { packshot_png_reader_destroy(reader) }

  /// The harmless oddities met so far.
  var warnings: [String] {
    (0...).lazy.map { packshot_png_reader_warning(self.reader, $0) }.prefix { $0 != nil }
      .map { String(cString: $0!) }
  }

  /// Gets ready for rows, for which `spareMemory` bytes may be held; returns in how many passes over the picture they
  /// come.
  func start(spareMemory: Int) throws(CodecError) -> Int {
    var passes: Int32 = 0
    try check(packshot_png_reader_start(reader, spareMemory, &passes), row: 0)
    return Int(passes)
  }

  /// Decodes the next `rows` rows of the pass. `row` whole rows of the picture have been read before.
  func readRows(_ rows: Int, to destination: UnsafeMutableRawPointer, stride: Int, row: Int) throws(CodecError) {
    let bytes = destination.assumingMemoryBound(to: UInt8.self)
    try check(packshot_png_reader_read_rows(reader, bytes, stride, UInt32(rows)), row: row)
  }

  /// Reads on to the end of the file. All `row` rows have been read.
  func finish(row: Int) throws(CodecError) {
    try check(packshot_png_reader_finish(reader), row: row)
  }

  private func check(_ code: Int32, row: Int?) throws(CodecError) { try Self.check(code, reader, row: row) }

  private static func check(_ code: Int32, _ reader: OpaquePointer, row: Int?) throws(CodecError) {
    try LibraryStatus(code).checkReading(.png, row: row) { packshot_png_reader_message(reader) }
  }

  private static func readHeader(
    of file: EncodedImage, with reader: OpaquePointer, limits: DecodeLimits
  ) throws(CodecError) -> ImageInfo {
    var header = packshot_png_header()
    try check(packshot_png_reader_read_header(reader, &header), reader, row: nil)
    let size = PixelSize(width: Int(header.width), height: Int(header.height))
    try limits.check(size)
    let exif = exifBlock(inPNG: file.bytes).map(Exif.init)
    let isInterlaced = header.is_interlaced != 0
    let pixelFormat = PixelFormat(
      depth: header.bit_depth == 16 ? .sixteen : .eight, transfer: .encoded,
      alpha: header.has_alpha != 0 ? .straight : .opaque)
    return ImageInfo(
      format: .png, size: size, orientation: exif?.orientation ?? .up,
      colorModel: ImageInfo.ColorModel(header), bitDepth: Int(header.bit_depth), pixelFormat: pixelFormat,
      isProgressive: isInterlaced, planes: nil,
      iccProfile: header.icc_profile.map { Array(UnsafeBufferPointer(start: $0, count: header.icc_profile_count)) },
      capturedAt: exif?.capturedAt,
      wholePictureBytes: isInterlaced ? ImageShape(size: size, format: pixelFormat).byteCount : 0)
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
