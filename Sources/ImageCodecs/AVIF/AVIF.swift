import CLibraries
import Parameters
import PixelCore

/// AVIF (AV1 Image File Format 1.1), for photos and graphics with alpha. Written with 8 bits per channel, read with up
/// to 12. libavif reads and writes it, with dav1d and aom.
package struct AVIF: FileFormat {
  /// Quality on a JPEG's scale: the same number looks about the same in both formats. See ``quantizer``.
  public var quality = 82
  /// How hard the encoder works to make the file small: 0…10.
  public var effort = 4
  public var subsampling = EncodeOptions.ChromaSubsampling.twoByTwo

  public init() {}
  public init(quality: Int, effort: Int, subsampling: EncodeOptions.ChromaSubsampling) {
    (self.quality, self.effort, self.subsampling) = (quality, effort, subsampling)
  }

  public static let identifier = "avif"
  public static let name = "AVIF"
  public static let mediaType = "image/avif"
  public static let extensions = ["avif"]
  public static let rareExtensions = ["avifs"]
  public static let signature: [(offset: Int, bytes: [UInt8])] = [(4, Array("ftyp".utf8))]
  public static let canHoldAlpha = true
  public static let isLossless = false
  // libavif's default limits for reading: AVIF_DEFAULT_IMAGE_DIMENSION_LIMIT and AVIF_DEFAULT_IMAGE_SIZE_LIMIT.
  public static let longestSide = 32_768
  public static let mostPixels = 16_384 * 16_384
  public static let parameters = [
    Parameter<Self>(
      "quality", \.quality, in: 0...100, "Quality of an AVIF, on a JPEG's scale; higher is better and larger."),
    Parameter<Self>("effort", \.effort, in: 0...10, "Compression effort of an AVIF; higher is smaller and slower."),
    Parameter<Self>(
      "subsampling", \.subsampling,
      "Chroma subsampling of an AVIF: full (4:4:4), half (4:2:2) or quarter (4:2:0)."),
  ]

  public func stored(_ format: PixelFormat) -> PixelFormat {
    format.alpha == .opaque ? .encodedOpaque : .encodedStraight
  }

  public var cacheKeyText: String {
    "avif, quality \(quality), effort \(effort)"
      + (subsampling == AVIF().subsampling ? "" : ", subsampling \(subsampling.rawValue)")
  }
}

/// Reading.
extension AVIF {
  /// Several containers have the same signature. A brand tells whether the file is an AVIF or an AVIF sequence.
  public static func begins(_ bytes: UnsafeRawBufferPointer) -> Bool {
    ContainerBrands(bytes).contain(["avif", "avis"])
  }

  public static func info(of file: EncodedImage, limits: DecodeLimits) throws(CodecError) -> ImageInfo {
    try decoder(of: file, limits: limits).info
  }

  public static func withMetadata<R>(of file: EncodedImage, limits: DecodeLimits, _ body: (MetadataBlocks) -> R) -> R {
    (try? picture(in: file, limits: limits))?.container.withMetadata(body) ?? body(MetadataBlocks())
  }

  public static func makeReader(
    _ file: EncodedImage, scale: DecodeScale, limits: DecodeLimits, colors: ColorHandling, spareMemory: Int
  ) throws(CodecError) -> any RowReader {
    YUVRowReader(try decoder(of: file, limits: limits))
  }

  private static func decoder(
    of file: EncodedImage, limits: DecodeLimits
  ) throws(CodecError) -> HEIFDecoder<AV1Coding> {
    let picture = try picture(in: file, limits: limits)
    return try HEIFDecoder(
      file, picture.container, limits: limits, hasMorePictures: picture.isOneOfSeveral, remarks: picture.remarks)
  }

  /// The picture to read: the first one of an animation (`avis`), otherwise the primary item.
  private static func picture(
    in file: EncodedImage, limits: DecodeLimits
  ) throws(CodecError) -> (container: HEIFContainer, isOneOfSeveral: Bool, remarks: [String]) {
    let whole = try HEIFContainer(file.bytes, format: .avif, maxMetadata: limits.maxMetadata)
    if whole.primary != nil, ContainerBrands(file.bytes).major != "avis" {
      return (whole, whole.hasSequence, whole.warnings(itemKind: AV1Coding.itemKind))
    }
    guard whole.hasSequence else { throw .truncated(.avif, row: nil) }
    guard let (container, count) = try whole.firstPicture(itemKind: AV1Coding.itemKind) else {
      throw .damaged(.avif, why: "it has no track of pictures coded as AV1", row: nil)
    }
    return (container, count > 1, count > 1 ? ["this is an animation (AVIF); only its first picture is read"] : [])
  }

  /// Two rows of chroma at four bytes a sample, and a row of pixels. The decoded picture is counted separately.
  public static func rowsMemory(of info: ImageInfo, scale: DecodeScale) -> Int { 32 * info.size.width }

  public static let library: CodecLibrary? = CodecLibrary(
    "libavif", calling: ["aom", "dav1d"], loading: packshot_avif_load)
  public static var libraryVersions: String {
    let codecs = withUnsafeTemporaryAllocation(of: CChar.self, capacity: 256) { text in
      packshot_avif_copy_codec_versions(text.baseAddress!)
      return String(cString: text.baseAddress!)
    }
    // "aom [enc/dec]:3.6.0"
    let versions = codecs.split(separator: ", ").compactMap { codec in
      ["aom", "dav1d"].first { codec.hasPrefix("\($0) ") }.map { "\($0) \(codec.drop { $0 != ":" }.dropFirst())" }
    }
    return (["libavif \(String(cString: packshot_avif_version()))"] + versions.sorted()).joined(separator: ", ")
  }
}

/// Writing.
extension AVIF {
  /// The AV1 quantizer on libavif's scale: 0 (finest) to 63. Quality 82 is quantizer 16, which looks like a JPEG of
  /// quality 82. Above and below, the scale is linear to its ends.
  package var quantizer: Int {
    let (usual, quantizer) = (82, 16)
    return quality > usual
      ? ((100 - quality) * quantizer + (100 - usual) / 2) / (100 - usual)
      : quantizer + ((usual - quality) * (63 - quantizer) + usual / 2) / usual
  }

  public func makeWriter(
    shape: ImageShape, metadata: FileMetadata, to sink: @escaping ByteSink
  ) throws(CodecError) -> any RowWriter {
    try AVIFRowWriter(shape: shape, settings: self, metadata: metadata, to: sink)
  }
}

extension ImageFileFormat {
  /// AV1 in an image file: small files that take long to write.
  public static let avif = ImageFileFormat(AVIF.self)
}

extension EncodeOptions.Coding {
  /// An AVIF with the given settings.
  ///
  /// - Parameters:
  ///   - quality: 0…100, on a JPEG's scale. Defaults to the format's default quality.
  ///   - effort: 0…10. Defaults to the format's default effort.
  ///   - subsampling: Chroma subsampling.
  public static func avif(
    quality: Int? = nil, effort: Int? = nil, subsampling: EncodeOptions.ChromaSubsampling = .twoByTwo
  ) -> Self {
    let standard = AVIF()
    return Self(
      AVIF(
        quality: quality ?? standard.quality, effort: effort ?? standard.effort,
        subsampling: subsampling))
  }
}
