import CHEVC
import PixelCore

/// A HEIC after its header.
final class HEICDecoder: YUVDecoder {
  // The container points into the file's bytes.
  private let file: EncodedImage
  private let container: HEIFContainer
  private let limits: DecodeLimits
  private let header: HEICHeader
  let info: ImageInfo
  /// What the coded picture says of its colours, once it is decoded.
  private var found: ColorCodes?

  /// Reads the header of `file` and checks its size.
  init(_ file: EncodedImage, limits: DecodeLimits) throws(CodecError) {
    container = try HEIFContainer(file.bytes, maxMetadata: limits.maxMetadata)
    header = try HEICHeader(container, maxMetadata: limits.maxMetadata)
    (self.file, self.limits) = (file, limits)
    let coding = header.picture.coding
    try limits.check(header.picture.size)
    try limits.check(header.picture.partSize)
    info = ImageInfo(
      format: .heic, size: header.frame.size, orientation: header.orientation,
      colorModel: coding.chromaStep == nil ? .grey : .yCbCr, bitDepth: coding.depth,
      pixelFormat: PixelFormat(
        depth: coding.depth == 8 ? .eight : .sixteen, transfer: .encoded,
        alpha: header.alpha == nil ? .opaque : .straight),
      isProgressive: false, planes: nil, stated: Self.stated(header), capturedAt: header.capturedAt,
      hasMorePictures: header.hasSequence,
      wholePictureBytes: Self.decodingBytes(header), inflatingBytes: 0)
  }

  /// The harmless oddities.
  var warnings: [String] {
    // By what its container says, it is converted; what the coded picture says is known too late.
    let found = header.codes == nil && info.iccProfile == nil ? found : nil
    return header.warnings + (found.flatMap { StatedColors.remark(onIgnored: $0.coded) }.map { [$0] } ?? [])
  }

  var frame: PixelRect { header.frame }
  var isPremultiplied: Bool { header.isPremultiplied }

  private static func stated(_ header: HEICHeader) -> StatedColors {
    header.codes.map { StatedColors(iccProfile: header.iccProfile, coded: $0.coded) }
      ?? StatedColors(iccProfile: header.iccProfile)
  }

  /// Bytes that decoding holds: whole planes, and those of a part that libde265 is at, with what it notes of their blocks or the
  /// copy of luma by which it smooths them. Photos of 12 to 16 MP took four fifths of this; 4:4:4 nine tenths.
  private static func decodingBytes(_ header: HEICHeader) -> Int {
    let picture = header.picture
    let planes = picture.planeBytes(isAlpha: false) + (header.alpha?.planeBytes(isAlpha: true) ?? 0)
    let part = picture.partSize.pixelCount
    return 4 << 20 + planes + picture.planeBytes(isAlpha: false, pixels: part) + picture.sampleBytes * part * 3 / 2
  }

  /// Decodes the picture and its alpha.
  func decode() throws(CodecError) -> YUVPlanes {
    let rooms = try HEICPlanes(header)
    let found = try decode(header.picture, to: rooms, planes: 0..<(header.picture.coding.chromaStep == nil ? 1 : 3))
    if let alpha = header.alpha { _ = try decode(alpha, to: rooms, planes: 3..<4) }
    self.found = found
    let coding = header.picture.coding
    let colors = try YUVColors(
      depth: coding.depth, chromaStep: coding.chromaStep, codes: header.codes ?? found, format: .heic)
    return YUVPlanes(
      colors: colors, size: header.picture.size, chromaStep: coding.chromaStep, planes: rooms.planes,
      hasAlpha: header.alpha != nil, owner: rooms)
  }

  /// Decodes the parts of a picture, from which luma is taken and, if there is room for them, both chromas. Returns what they say
  /// of colours.
  private func decode(
    _ picture: HEICPicture, to rooms: HEICPlanes, planes: Range<Int>
  ) throws(CodecError) -> ColorCodes {
    var codes: ColorCodes?
    for (index, part) in picture.parts.enumerated() {
      try limits.timeLimit?.check()
      let place = PixelPoint(
        x: index % picture.columns * picture.partSize.width, y: index / picture.columns * picture.partSize.height)
      let decoder = try HEVCDecoder(size: picture.partSize, limits: limits)
      let decoded = try decoder.decode(part, in: container)
      guard decoded.depth == picture.coding.depth,
        PixelSize(width: Int(decoded.chroma_step_x), height: Int(decoded.chroma_step_y))
          == picture.coding.chromaStep ?? PixelSize(width: 0, height: 0)
      else { throw .damaged(.heic, reason: "its picture is not what its header says", row: 0) }
      for plane in planes { rooms.take(decoded, plane: plane - planes.lowerBound, to: plane, at: place, picture) }
      codes =
        codes
        ?? ColorCodes(
          primaries: decoded.primaries, transfer: decoded.transfer, matrix: decoded.matrix,
          isFullRange: decoded.is_full_range != 0)
    }
    return codes!
  }
}

/// libde265 at work on one coded picture, whose planes live as long as this.
private final class HEVCDecoder {
  private let decoder: OpaquePointer
  private let size: PixelSize
  private let limits: DecodeLimits

  /// A coded picture may reach beyond its edges, up to whole blocks.
  private static let largestBlock = 64

  init(size: PixelSize, limits: DecodeLimits) throws(CodecError) {
    let blocks = (size.width + Self.largestBlock, size.height + Self.largestBlock)
    guard let decoder = packshot_hevc_decoder_create(UInt64(blocks.0 * blocks.1)) else { throw .outOfMemory(.heic) }
    (self.decoder, self.size, self.limits) = (decoder, size, limits)
  }

  deinit { packshot_hevc_decoder_destroy(decoder) }

  func decode(_ item: HEIFItem, in container: HEIFContainer) throws(CodecError) -> packshot_hevc_picture {
    let coding = item.coding!
    for unit in coding.units { try push(UnsafeRawBufferPointer(rebasing: container.file[unit])) }
    try container.withBytes(of: item) { bytes throws(CodecError) in
      var reader = BoxReader(bytes, 0..<bytes.count)
      while !reader.isAtEnd {
        guard let length = try? reader.number(bytes: coding.lengthBytes), length <= reader.rest.count else {
          throw .truncated(.heic, row: 0)
        }
        try push(UnsafeRawBufferPointer(rebasing: bytes[try reader.take(Int(length))]))
      }
    }
    var picture = packshot_hevc_picture()
    try check(packshot_hevc_decoder_finish(decoder, &picture))
    guard picture.width >= size.width, picture.height >= size.height else {
      throw .damaged(.heic, reason: "its picture is smaller than its header says", row: 0)
    }
    return picture
  }

  private func push(_ unit: UnsafeRawBufferPointer) throws(CodecError) {
    guard let start = unit.baseAddress, !unit.isEmpty else { return }
    try check(packshot_hevc_decoder_push(decoder, start.assumingMemoryBound(to: UInt8.self), unit.count))
  }

  private func check(_ status: Int32) throws(CodecError) {
    try LibraryStatus(status).checkReading(.heic, row: 0, limits: limits) {
      packshot_hevc_decoder_message(decoder)
    }
  }
}

/// The planes of a whole picture, into which those of its parts are put.
private final class HEICPlanes {
  private var memory: [Memory] = []
  private(set) var planes: [YUVPlane] = []
  /// For how many samples of luma one of a plane stands.
  private let steps: [PixelSize]

  init(_ header: HEICHeader) throws(CodecError) {
    let picture = header.picture
    let luma = PixelSize(width: 1, height: 1)
    let chroma = picture.coding.chromaStep
    steps = [luma, chroma ?? luma, chroma ?? luma, luma]
    for (plane, step) in steps.enumerated() {
      let isThere = plane == 0 || (plane == 3 ? header.alpha != nil : chroma != nil)
      let stride = (picture.size.width + step.width - 1) / step.width * picture.sampleBytes
      let rows = (picture.size.height + step.height - 1) / step.height
      guard let room = Memory(byteCount: isThere ? stride * rows : 0) else { throw .outOfMemory(.heic) }
      memory.append(room)
      planes.append(YUVPlane(base: UnsafeRawPointer(room.bytes.baseAddress!), stride: stride))
    }
  }

  /// Copies a plane of a decoded part, as far as it is in the picture.
  func take(
    _ part: packshot_hevc_picture, plane source: Int, to plane: Int, at place: PixelPoint, _ picture: HEICPicture
  ) {
    let sources = [part.planes.0, part.planes.1, part.planes.2]
    let strides = [part.strides.0, part.strides.1, part.strides.2]
    let step = steps[plane]
    // From the first sample of the part to that of the next one, or to the picture's edge.
    let right = min(place.x + picture.partSize.width, picture.size.width)
    let bottom = min(place.y + picture.partSize.height, picture.size.height)
    guard place.x < right, place.y < bottom else { return }
    let columns = place.x / step.width..<(right + step.width - 1) / step.width
    let rows = place.y / step.height..<(bottom + step.height - 1) / step.height
    for y in rows {
      let row = memory[plane].bytes.baseAddress! + y * planes[plane].stride + columns.lowerBound * picture.sampleBytes
      row.copyMemory(
        from: UnsafeRawPointer(sources[source]!) + (y - rows.lowerBound) * strides[source],
        byteCount: columns.count * picture.sampleBytes)
    }
  }
}
