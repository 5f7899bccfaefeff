import PixelCore

/// A decoder of a HEIF file's picture whose header has been read.
final class HEIFDecoder<Coding: HEIFCoding>: YUVDecoder {
  // Kept alive because the container points into the file's bytes.
  private let file: EncodedImage
  private let container: HEIFContainer
  private let limits: DecodeLimits
  private let header: HEIFHeader<Coding>
  private let remarks: [String]
  let info: ImageInfo
  /// The colours that the coding states, known after decoding.
  private var found: ColorCodes?

  /// Reads the header and checks its size.
  ///
  /// - Parameters:
  ///   - container: The container of `file`, or of a part of it.
  ///   - hasMorePictures: Whether the file contains other pictures.
  ///   - remarks: Warnings about ignored parts of the file, as sentences.
  init(
    _ file: EncodedImage, _ container: HEIFContainer, limits: DecodeLimits, hasMorePictures: Bool, remarks: [String]
  ) throws(CodecError) {
    header = try HEIFHeader(container, maxMetadata: limits.maxMetadata)
    (self.file, self.container, self.limits, self.remarks) = (file, container, limits, remarks)
    let coding = header.picture.coding
    try limits.check(header.picture.size)
    try limits.check(header.picture.partSize)
    if let alpha = header.alpha { try limits.check(alpha.partSize) }
    // Checks colours that are known before decoding now, so that an unsupported file fails early.
    if let codes = header.codes {
      _ = try YUVColors(depth: coding.depth, chromaStep: coding.chromaStep, codes: codes, format: container.format)
    }
    info = ImageInfo(
      format: container.format, size: header.frame.size, orientation: header.orientation,
      colorModel: coding.chromaStep == nil ? .grey : header.codes?.matrix == 0 ? .rgb : .yCbCr,
      bitDepth: coding.depth, hasAlpha: header.alpha != nil, stated: Self.stated(header),
      capturedAt: header.capturedAt, gainMap: container.gainMap, hasMorePictures: hasMorePictures,
      wholePictureBytes: Self.decodingBytes(header))
  }

  /// Warnings about harmless irregularities.
  var warnings: [String] {
    // Colours in the container are converted. Colours that only the decoder finds are known too late, so they get a
    // warning.
    let found = header.codes == nil && info.iccProfile == nil ? found : nil
    return remarks + (found.flatMap { StatedColors.remark(onIgnored: $0.coded) }.map { [$0] } ?? [])
  }

  var frame: PixelRect { header.frame }
  var isPremultiplied: Bool { header.isPremultiplied }

  private static func stated(_ header: HEIFHeader<Coding>) -> StatedColors {
    header.codes.map { StatedColors(iccProfile: header.iccProfile, coded: $0.coded) }
      ?? StatedColors(iccProfile: header.iccProfile)
  }

  /// Returns the bytes held while decoding: colours, alpha, and the part of either that is being decoded.
  private static func decodingBytes(_ header: HEIFHeader<Coding>) -> Int {
    let colors = header.picture.decodingBytes(hasChroma: true)
    let alpha = header.alpha?.decodingBytes(hasChroma: false) ?? (held: 0, passing: 0)
    return 4 << 20 + colors.held + alpha.held + max(colors.passing, alpha.passing)
  }

  /// Decodes the picture and its alpha.
  func decode() throws(CodecError) -> YUVPlanes {
    let coding = header.picture.coding
    let picture = try decode(header.picture, planes: coding.chromaStep == nil ? 1 : 3)
    var planes = picture.planes
    // Planes of missing chroma or alpha are never read.
    while planes.count < 4 { planes.append(planes[0]) }
    var owners: [AnyObject] = [picture.owner]
    var hasFullRangeAlpha = true
    if let alpha = header.alpha {
      let decoded = try decode(alpha, planes: 1)
      planes[3] = decoded.planes[0]
      owners.append(decoded.owner)
      hasFullRangeAlpha = alpha.coding.codes?.isFullRange ?? true
    }
    found = picture.codes
    let colors = try YUVColors(
      depth: coding.depth, chromaStep: coding.chromaStep, codes: header.codes ?? picture.codes,
      hasFullRangeAlpha: hasFullRangeAlpha, format: container.format)
    return YUVPlanes(
      colors: colors, size: header.picture.size, chromaStep: coding.chromaStep, planes: planes,
      hasAlpha: header.alpha != nil, owners: owners)
  }

  /// Decodes the parts of a picture, with luma alone (1 plane) or with chroma (3).
  private func decode(
    _ picture: HEIFPicture<Coding>, planes count: Int
  ) throws(CodecError) -> (planes: [YUVPlane], codes: ColorCodes, owner: AnyObject) {
    if picture.parts.count == 1 {
      let decoded = try decode(picture.parts[0], of: picture)
      return (Array(decoded.planes.prefix(count)), decoded.codes, decoded)
    }
    let whole = try HEIFPlanes(count: count, size: picture.size, coding: picture.coding, format: container.format)
    var codes: ColorCodes?
    for (index, part) in picture.parts.enumerated() {
      let place = PixelPoint(
        x: index % picture.columns * picture.partSize.width, y: index / picture.columns * picture.partSize.height)
      let decoded = try decode(part, of: picture)
      whole.take(decoded, size: picture.partSize, at: place)
      codes = codes ?? decoded.codes
    }
    return (whole.planes, codes!, whole)
  }

  private func decode(
    _ part: HEIFPicture<Coding>.Part, of picture: HEIFPicture<Coding>
  ) throws(CodecError) -> any CodedPicture {
    try limits.timeLimit?.check()
    let decoded = try part.coding.decode(part.item, size: picture.partSize, in: container, limits: limits)
    guard decoded.depth == picture.coding.depth, decoded.chromaStep == picture.coding.chromaStep,
      decoded.planes.count == (decoded.chromaStep == nil ? 1 : 3)
    else {
      throw .damaged(container.format, why: "its picture is not what its header says", row: 0)
    }
    return decoded
  }
}
