import CLibraries
import PixelCore

/// A libjpeg decoder for one file whose header has been read. Frees the decoder in `deinit`.
final class JPEGDecoder {
  private let reader: OpaquePointer
  // Kept alive because libjpeg points into the file's bytes.
  private let file: EncodedImage
  private let header: packshot_jpeg_header
  private let limits: DecodeLimits
  let info: ImageInfo

  /// Reads the header of `file` and checks its size.
  init(_ file: EncodedImage, limits: DecodeLimits) throws(CodecError) {
    guard let reader = packshot_jpeg_reader_create() else { throw .outOfMemory(.jpeg) }
    do throws(CodecError) {
      (header, info) = try Self.readHeader(of: file, with: reader, limits: limits)
    } catch {
      packshot_jpeg_reader_destroy(reader)
      throw error
    }
    (self.reader, self.file, self.limits) = (reader, file, limits)
  }

  deinit { packshot_jpeg_reader_destroy(reader) }

  /// Whether rows are delivered as C, M, Y, K.
  var deliversCMYK: Bool { info.facts.isCMYK }

  /// Whether CMYK is stored inverted: 0 is full ink.
  var isInverted: Bool { header.is_inverted != 0 }

  /// Warnings about harmless irregularities so far.
  var warnings: [String] {
    (0...).lazy.map { packshot_jpeg_reader_warning(self.reader, $0) }.prefix { $0 != nil }
      .map { String(cString: $0!) }
  }

  /// Sets the scale and returns the size of the decoded picture.
  func setScale(_ scale: DecodeScale) throws(CodecError) -> PixelSize {
    var (width, height): (UInt32, UInt32) = (0, 0)
    try check(packshot_jpeg_reader_set_scale(reader, Int32(scale.rawValue), &width, &height))
    return PixelSize(width: Int(width), height: Int(height))
  }

  /// Decodes the next `rows` rows.
  func readRows(_ rows: Int, to destination: UnsafeMutableRawPointer, stride: Int) throws(CodecError) {
    let bytes = destination.assumingMemoryBound(to: UInt8.self)
    try check(packshot_jpeg_reader_read_rows(reader, bytes, stride, UInt32(rows)))
  }

  /// Sets the scale for reading `count` planes, and returns libjpeg's description of them.
  func setPlaneScale(_ scale: DecodeScale, count: Int) throws(CodecError) -> [packshot_jpeg_plane] {
    var planes = [packshot_jpeg_plane](repeating: packshot_jpeg_plane(), count: 3)
    try check(packshot_jpeg_reader_set_plane_scale(reader, Int32(scale.rawValue), &planes))
    return Array(planes.prefix(count))
  }

  /// Decodes a group of rows of each plane.
  func readPlanes(to destinations: [(base: UnsafeMutableRawPointer, stride: Int)]) throws(CodecError) {
    let pointers = destinations.map { Optional($0.base.assumingMemoryBound(to: UInt8.self)) }
    try check(packshot_jpeg_reader_read_planes(reader, pointers, destinations.map(\.stride)))
  }

  /// Reads the rest of the file after the last row.
  func finish() throws(CodecError) { try check(packshot_jpeg_reader_finish(reader)) }

  /// Throws the error of a status. Readers ask for many rows at a time and at any scale, so libjpeg reports the row in
  /// which the data ends.
  private func check(_ code: Int32) throws(CodecError) {
    try Self.check(code, reader, row: Int(packshot_jpeg_reader_whole_rows(reader)), limits)
  }

  private static func check(
    _ code: Int32, _ reader: OpaquePointer, row: Int?, _ limits: DecodeLimits
  ) throws(CodecError) {
    try LibraryStatus(code).checkReading(.jpeg, row: row, limits: limits) { packshot_jpeg_reader_message(reader) }
  }

  private static func readHeader(
    of file: EncodedImage, with reader: OpaquePointer, limits: DecodeLimits
  ) throws(CodecError) -> (packshot_jpeg_header, ImageInfo) {
    packshot_jpeg_reader_set_limits(
      reader, Int32(clamping: limits.maxScans), limits.timeLimit?.secondsLeft ?? .infinity)
    if limits.isStrict { packshot_jpeg_reader_be_strict(reader) }
    var header = packshot_jpeg_header()
    let start = file.bytes.baseAddress!.assumingMemoryBound(to: UInt8.self)
    // Checked before reading, because libjpeg copies all metadata.
    let metadata = packshot_jpeg_metadata_bytes(start, file.count)
    guard metadata <= limits.maxMetadata else {
      throw .tooMuchMetadata(.jpeg, found: metadata, limit: limits.maxMetadata)
    }
    try check(
      packshot_jpeg_reader_read_header(reader, start, file.count, &header),
      reader, row: nil, limits)
    let size = PixelSize(width: Int(header.width), height: Int(header.height))
    try limits.check(size)
    guard let colorModel = ImageInfo.ColorModel(header) else {
      throw .unsupported(.jpeg, feature: "\(header.components) colour components of unknown meaning")
    }
    let exif = exif(in: reader)
    let info = ImageInfo(
      format: .jpeg, size: size, orientation: exif?.orientation ?? .up, colorModel: colorModel, bitDepth: 8,
      hasAlpha: false, isProgressive: header.is_progressive != 0, planes: planes(of: header, size: size),
      stated: StatedColors(iccProfile: try iccProfile(in: reader, limits), exif: exif),
      capturedAt: exif?.capturedAt, gainMap: StatedGainMap(ofJPEG: file.bytes),
      wholePictureBytes: Int(header.coefficient_bytes))
    return (header, info)
  }

  /// Returns the layout of a file whose luma has the most samples and whose chromas are sampled alike.
  private static func planes(of header: packshot_jpeg_header, size: PixelSize) -> PlaneLayout? {
    if header.color == PACKSHOT_JPEG_GREY.rawValue { return PlaneLayout(luma: size, chromaStep: nil) }
    if header.chroma_step_x == 0 { return nil }
    return PlaneLayout(
      luma: size, chromaStep: PixelSize(width: Int(header.chroma_step_x), height: Int(header.chroma_step_y)))
  }

  private static func exif(in reader: OpaquePointer) -> Exif? {
    var count = 0
    guard let block = packshot_jpeg_reader_exif(reader, &count) else { return nil }
    return Exif(UnsafeRawBufferPointer(start: block, count: count))
  }

  private static func iccProfile(in reader: OpaquePointer, _ limits: DecodeLimits) throws(CodecError) -> [UInt8]? {
    var profile: UnsafeMutablePointer<UInt8>?
    var count = 0
    try check(packshot_jpeg_reader_copy_icc_profile(reader, &profile, &count), reader, row: nil, limits)
    guard let profile else { return nil }
    defer { packshot_jpeg_free(profile) }
    return Array(UnsafeBufferPointer(start: profile, count: count))
  }
}

extension ImageInfo.ColorModel {
  /// Creates the colour model of a JPEG; nil if the meaning of its components is unknown.
  fileprivate init?(_ header: packshot_jpeg_header) {
    switch packshot_jpeg_color(UInt32(header.color)) {
    case PACKSHOT_JPEG_GREY: self = .grey
    case PACKSHOT_JPEG_YCBCR: self = .yCbCr
    case PACKSHOT_JPEG_RGB: self = .rgb
    case PACKSHOT_JPEG_CMYK: self = .cmyk
    case PACKSHOT_JPEG_YCCK: self = .ycck
    default: return nil
    }
  }
}
