import CLibraries
import PixelCore

/// A libtiff decoder for one file whose header has been read. Frees the decoder in `deinit`.
final class TIFFDecoder {
  private let reader: OpaquePointer
  // Kept alive because libtiff reads from the file's bytes.
  private let file: EncodedImage
  private let limits: DecodeLimits
  let header: packshot_tiff_header
  let info: ImageInfo

  /// Reads the header of `file` and checks its size.
  init(_ file: EncodedImage, limits: DecodeLimits) throws(CodecError) {
    let start = file.bytes.baseAddress!.assumingMemoryBound(to: UInt8.self)
    guard let reader = packshot_tiff_reader_create(start, file.count) else { throw .outOfMemory(.tiff) }
    do throws(CodecError) {
      var header = packshot_tiff_header()
      try Self.check(packshot_tiff_reader_read_header(reader, &header), reader, row: nil, limits)
      info = try Self.info(header, file, limits)
      self.header = header
    } catch {
      packshot_tiff_reader_destroy(reader)
      throw error
    }
    (self.reader, self.file, self.limits) = (reader, file, limits)
  }

  deinit { packshot_tiff_reader_destroy(reader) }

  /// Warnings about the file.
  var warnings: [String] {
    var warnings: [String] = []
    if info.hasMorePictures { warnings.append("this TIFF has several pages; only the first full one is read") }
    if header.spot_count > 0 {
      let channels = header.spot_count == 1 ? "a channel" : "\(header.spot_count) channels"
      warnings.append(
        "this TIFF has \(channels) beside its colours, for spot colours or masks; only the colours are read")
    }
    return warnings
  }

  /// Decodes the piece that begins at a pixel, of a plane.
  func readPiece(x: Int, y: Int, plane: Int, to piece: UnsafeMutableRawPointer) throws(CodecError) {
    try limits.timeLimit?.check()
    let bytes = piece.assumingMemoryBound(to: UInt8.self)
    try Self.check(
      packshot_tiff_reader_read_piece(reader, UInt32(x), UInt32(y), UInt32(plane), bytes), reader, row: y, limits)
  }

  private static func check(
    _ code: Int32, _ reader: OpaquePointer, row: Int?, _ limits: DecodeLimits
  ) throws(CodecError) {
    try LibraryStatus(code).checkReading(.tiff, row: row, limits: limits) { packshot_tiff_reader_message(reader) }
  }

  private static func info(
    _ header: packshot_tiff_header, _ file: EncodedImage, _ limits: DecodeLimits
  ) throws(CodecError) -> ImageInfo {
    guard header.icc_profile_count <= limits.maxMetadata else {
      throw .tooMuchMetadata(.tiff, found: header.icc_profile_count, limit: limits.maxMetadata)
    }
    let size = PixelSize(width: Int(header.width), height: Int(header.height))
    try limits.check(size)
    try checkPieces(header, size)
    let profile = header.icc_profile.map { Array(UnsafeBufferPointer(start: $0, count: header.icc_profile_count)) }
    return ImageInfo(
      format: .tiff, size: size, orientation: Orientation(rawValue: Int(header.orientation)) ?? .up,
      colorModel: ImageInfo.ColorModel(header), bitDepth: Int(header.bits),
      hasAlpha: header.alpha != Int32(PACKSHOT_TIFF_OPAQUE.rawValue), stated: StatedColors(iccProfile: profile),
      capturedAt: Exif(file.bytes).capturedAt, hasMorePictures: header.has_more_pages != 0,
      wholePictureBytes: header.pieceRowBytes)
  }

  /// Throws if pieces are much larger than the picture.
  private static func checkPieces(_ header: packshot_tiff_header, _ size: PixelSize) throws(CodecError) {
    let (width, height) = (Int(header.piece_width), Int(header.piece_height))
    guard width <= size.width + 65_536, height <= size.height + 65_536 else {
      throw .damaged(.tiff, why: "its tiles are \(width) × \(height) pixels, and it is \(size)", row: nil)
    }
  }
}

/// The pieces of the file: strips or tiles.
extension packshot_tiff_header {
  /// Number of pieces side by side.
  var pieceColumns: Int { (Int(width) + Int(piece_width) - 1) / Int(piece_width) }
  var planeCount: Int { is_planar != 0 ? Int(samples) : 1 }

  /// Bytes of all pieces that contain the same rows.
  var pieceRowBytes: Int { pieceColumns * planeCount * piece_bytes }
}

extension ImageInfo.ColorModel {
  fileprivate init(_ header: packshot_tiff_header) {
    switch packshot_tiff_color(UInt32(header.color)) {
    case PACKSHOT_TIFF_RGB: self = .rgb
    case PACKSHOT_TIFF_PALETTE: self = .indexed
    case PACKSHOT_TIFF_CMYK: self = .cmyk
    default: self = .grey
    }
  }
}
