import PixelCore

/// Pictures coded as AV1 (AV1 Image File Format 1.1).
struct AV1Coding: HEIFCoding {
  static let itemKind = "av01"
  static let properties: Set = ["av1C", "a1op", "a1lx", "lsel"]

  let header: AV1SequenceHeader
  /// The properties that select one of several pictures in the coded data, by kind.
  let choice: [(kind: String, content: [UInt8])]

  var depth: Int { header.depth }
  var chromaStep: PixelSize? { header.isGrey ? nil : header.step }
  var size: PixelSize? { header.size }
  var codes: ColorCodes? { header.codes }

  /// Bytes of the item that are searched for the header, which comes first.
  private static let headerBytes = 4096

  init(of item: HEIFItem, in container: HEIFContainer) throws(CodecError) {
    header = try container.withBytes(of: item, first: Self.headerBytes) { bytes throws(CodecError) in
      try AV1SequenceHeader(bytes, container.format)
    }
    choice = ["a1op", "lsel"].compactMap { kind in item.content(kind).map { (kind, Array($0.bytes.prefix(2))) } }
    guard header.size.pixelCount <= AVIF.mostPixels else {
      throw .unsupported(
        container.format,
        feature: "a coded picture of \(header.size) pixels (libavif decodes up to \(AVIF.mostPixels))")
    }
  }

  func decode(
    _ item: HEIFItem, size: PixelSize, in container: HEIFContainer, limits: DecodeLimits
  ) throws(CodecError) -> any CodedPicture {
    let picture = try container.withBytes(of: item) { bytes throws(CodecError) in
      try AV1Picture(
        OnePictureAVIF(bytes, coding: self, size: size).file, size: size, codes: header.codes, limits: limits)
    }
    try limits.timeLimit?.check()
    return picture
  }

  /// Bytes of the planes and of dav1d's notes about blocks. The notes took 0.45 bytes a pixel at 6 and 24 million
  /// pixels, in 4:2:0 and 4:4:4 (libavif 0.11.1, dav1d 1.0.0).
  func decodingBytes(of size: PixelSize) -> Int { planeBytes(pixels: size.pixelCount) + size.pixelCount / 2 }
}
