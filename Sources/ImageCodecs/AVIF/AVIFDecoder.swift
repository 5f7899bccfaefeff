import CAVIF
import PixelCore

/// libavif at work on one file, after the header: 8, 10 or 12 bits, any sampling, with or without alpha; of a sequence the first
/// picture. Frees it when it goes.
final class AVIFDecoder: YUVDecoder {
  private let reader: OpaquePointer
  // libavif points into the file's bytes.
  private let file: EncodedImage
  private let limits: DecodeLimits
  private let header: packshot_avif_header
  /// The way from the file's samples to red, green and blue.
  private let colors: YUVColors
  let info: ImageInfo

  /// Reads the header of `file` and checks its size.
  init(_ file: EncodedImage, limits: DecodeLimits) throws(CodecError) {
    let start = file.bytes.baseAddress!.assumingMemoryBound(to: UInt8.self)
    guard let reader = packshot_avif_reader_create(start, file.count) else { throw .outOfMemory(.avif) }
    do throws(CodecError) {
      var header = packshot_avif_header()
      try Self.check(packshot_avif_reader_read_header(reader, &header), reader, row: nil, limits)
      colors = try YUVColors(
        depth: Int(header.depth), chromaStep: Self.chromaStep(header), codes: ColorCodes(header), format: .avif)
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
    return info.hasMorePictures ? [animation] : []
  }

  var frame: PixelRect { PixelRect(origin: .zero, size: info.size) }
  var isPremultiplied: Bool { header.is_premultiplied != 0 && info.hasAlpha }

  /// dav1d decodes the picture; its samples are the same on every CPU.
  func decode() throws(CodecError) -> YUVPlanes {
    try limits.timeLimit?.check()
    var planes = [packshot_avif_plane](repeating: packshot_avif_plane(), count: 4)
    try Self.check(packshot_avif_reader_decode(reader, &planes), reader, row: 0, limits)
    try limits.timeLimit?.check()
    return YUVPlanes(
      colors: colors, size: info.size, chromaStep: Self.chromaStep(header),
      planes: planes.map { plane in
        // A plane that is not there is not looked at.
        YUVPlane(base: UnsafeRawPointer(plane.base ?? planes[0].base!), stride: plane.stride)
      }, hasAlpha: info.hasAlpha, owner: self)
  }

  /// What `body` makes of the Exif block.
  func withExif(_ body: (UnsafeRawBufferPointer) -> [UInt8]?) -> [UInt8]? {
    header.exif.flatMap { body(UnsafeRawBufferPointer(start: $0, count: header.exif_count)) }
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
    let profile = header.icc_profile.map { Array(UnsafeBufferPointer(start: $0, count: header.icc_profile_count)) }
    return ImageInfo(
      format: .avif, size: size,
      orientation: Orientation(quarterTurns: Int(header.quarter_turns), mirroring: Int(header.mirroring)),
      colorModel: header.chroma_step_x == 0 ? .grey : header.matrix == 0 ? .rgb : .yCbCr,
      bitDepth: Int(header.depth),
      pixelFormat: PixelFormat(
        depth: header.depth == 8 ? .eight : .sixteen, transfer: .encoded,
        alpha: header.has_alpha != 0 ? .straight : .opaque),
      isProgressive: false, planes: nil,
      stated: StatedColors(iccProfile: profile, coded: ColorCodes(header).coded),
      capturedAt: exif?.capturedAt, hasMorePictures: header.picture_count > 1,
      wholePictureBytes: decodingBytes(header, size), inflatingBytes: 0)
  }

  private static func chromaStep(_ header: packshot_avif_header) -> PixelSize? {
    header.chroma_step_x == 0
      ? nil : PixelSize(width: Int(header.chroma_step_x), height: Int(header.chroma_step_y))
  }

  /// Bytes that decoding holds: dav1d's planes and what it notes of their blocks; of a picture in parts, whole planes besides.
  private static func decodingBytes(_ header: packshot_avif_header, _ size: PixelSize) -> Int {
    let chroma = Int(header.chroma_step_x * header.chroma_step_y)
    let quarterSamples = 4 + (chroma == 0 ? 0 : 8 / chroma) + (header.has_alpha == 0 ? 0 : 4)
    let planes = quarterSamples * (header.depth == 8 ? 1 : 2) * size.pixelCount / 4
    return 4 << 20 + 2 * planes + size.pixelCount
  }
}

extension ColorCodes {
  fileprivate init(_ header: packshot_avif_header) {
    self.init(
      primaries: header.primaries, transfer: header.transfer, matrix: header.matrix,
      isFullRange: header.is_full_range != 0)
  }
}
