import CAVIF
import PixelCore

/// libavif at work on one file, after the header. Frees it when it goes.
final class AVIFDecoder {
  private let reader: OpaquePointer
  // libavif points into the file's bytes.
  private let file: EncodedImage
  private let limits: DecodeLimits
  let header: packshot_avif_header
  /// The way from the file's samples to red, green and blue.
  let colors: YUVColors
  let info: ImageInfo

  /// Reads the header of `file` and checks its size.
  init(_ file: EncodedImage, limits: DecodeLimits) throws(CodecError) {
    let start = file.bytes.baseAddress!.assumingMemoryBound(to: UInt8.self)
    guard let reader = packshot_avif_reader_create(start, file.count) else { throw .outOfMemory(.avif) }
    do throws(CodecError) {
      var header = packshot_avif_header()
      try Self.check(packshot_avif_reader_read_header(reader, &header), reader, row: nil, limits)
      colors = try YUVColors(header)
      info = try Self.info(header, limits)
      self.header = header
    } catch {
      packshot_avif_reader_destroy(reader)
      throw error
    }
    (self.reader, self.file, self.limits) = (reader, file, limits)
  }

  deinit { packshot_avif_reader_destroy(reader) }

  /// The harmless oddities.
  var warnings: [String] {
    let animation = "this is an animation (AVIF); only its first picture is read"
    return (header.picture_count > 1 ? [animation] : []) + [colorWarning].compactMap { $0 }
  }

  /// What a person should know where the file says by numbers of ITU-T H.273 that its colours are not those of sRGB. A profile
  /// says it better.
  private var colorWarning: String? {
    if info.iccProfile != nil { return nil }
    let name: String? =
      switch (header.transfer, header.primaries) {
      case (16, _): "HDR ones (PQ)"
      case (18, _): "HDR ones (HLG)"
      case (8, _): "those of linear light"
      case (_, 0...2): nil
      case (_, 9): "those of BT.2020"
      case (_, 12): "those of Display P3"
      case (_, let primaries): "other ones (H.273's primaries \(primaries))"
      }
    return name.map { "its colours are \($0) and are read as if they were sRGB's, so they will look wrong" }
  }

  /// Decodes the picture, and returns its planes: luma, both chromas and alpha, as far as it has them. They live as long as
  /// this.
  func decode() throws(CodecError) -> [packshot_avif_plane] {
    try limits.timeLimit?.check()
    var planes = [packshot_avif_plane](repeating: packshot_avif_plane(), count: 4)
    try Self.check(packshot_avif_reader_decode(reader, &planes), reader, row: 0, limits)
    try limits.timeLimit?.check()
    return planes
  }

  private static func check(
    _ code: Int32, _ reader: OpaquePointer, row: Int?, _ limits: DecodeLimits
  ) throws(CodecError) {
    try LibraryStatus(code).checkReading(.avif, row: row, limits: limits) { packshot_avif_reader_message(reader) }
  }

  private static func info(
    _ header: packshot_avif_header, _ limits: DecodeLimits
  ) throws(CodecError) -> ImageInfo {
    let metadata = header.icc_profile_count + header.exif_count
    guard metadata <= limits.maxMetadata else {
      throw .tooMuchMetadata(.avif, found: metadata, limit: limits.maxMetadata)
    }
    let size = PixelSize(width: Int(header.width), height: Int(header.height))
    try limits.check(size)
    if header.is_cropped != 0 { throw .unsupported(.avif, feature: "a frame (clap) that shows a part of it only") }
    let exif = header.exif.map { Exif(UnsafeRawBufferPointer(start: $0, count: header.exif_count)) }
    return ImageInfo(
      format: .avif, size: size,
      orientation: orientation(quarterTurns: header.quarter_turns, mirroring: header.mirroring),
      colorModel: header.chroma_step_x == 0 ? .grey : header.matrix == 0 ? .rgb : .yCbCr,
      bitDepth: Int(header.depth),
      pixelFormat: PixelFormat(
        depth: header.depth == 8 ? .eight : .sixteen, transfer: .encoded,
        alpha: header.has_alpha != 0 ? .straight : .opaque),
      isProgressive: false, planes: nil,
      iccProfile: header.icc_profile.map { Array(UnsafeBufferPointer(start: $0, count: header.icc_profile_count)) },
      capturedAt: exif?.capturedAt, wholePictureBytes: decodingBytes(header, size), inflatingBytes: 0)
  }

  /// Exif's word for a turn and the mirroring after it (HEIF, ISO/IEC 23008-12, sections 6.5.10 and 6.5.12). What Exif says
  /// itself does not count in this format.
  private static func orientation(quarterTurns: UInt8, mirroring: UInt8) -> Orientation {
    let turned: [Orientation] =
      switch mirroring {
      case 0: [.up, .left, .down, .right]
      case 1: [.downMirrored, .leftMirrored, .upMirrored, .rightMirrored]
      default: [.upMirrored, .rightMirrored, .downMirrored, .leftMirrored]
      }
    return turned[Int(quarterTurns)]
  }

  /// Bytes that decoding holds: dav1d's planes and what it notes of their blocks; of a picture in parts, whole planes besides.
  private static func decodingBytes(_ header: packshot_avif_header, _ size: PixelSize) -> Int {
    let chroma = Int(header.chroma_step_x * header.chroma_step_y)
    let quarterSamples = 4 + (chroma == 0 ? 0 : 8 / chroma) + (header.has_alpha == 0 ? 0 : 4)
    let planes = quarterSamples * (header.depth == 8 ? 1 : 2) * size.pixelCount / 4
    return 4 << 20 + 2 * planes + size.pixelCount
  }
}
