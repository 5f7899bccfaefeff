import CLibraries
import Parameters
import PixelCore

/// JPEG (ITU-T T.81) with JFIF or Exif: photos without alpha, 8 bits per channel. libjpeg-turbo reads and writes it.
package struct JPEG: FileFormat {
  /// Quality on the scale of the Independent JPEG Group, in ``EncodeOptions/qualities``.
  public var quality = 82
  public var subsampling = EncodeOptions.ChromaSubsampling.twoByTwo
  /// Whether the picture is stored in scans from coarse to fine instead of from top to bottom.
  public var progressive = false
  /// Whether the Huffman tables are computed from the picture. If not, a baseline file has the standard tables (T.81,
  /// annex K). The tables of a progressive file are always computed.
  public var optimize = true

  public init() {}
  public init(
    quality: Int, subsampling: EncodeOptions.ChromaSubsampling, progressive: Bool = false, optimize: Bool = true
  ) {
    (self.quality, self.subsampling) = (quality, subsampling)
    (self.progressive, self.optimize) = (progressive, optimize)
  }

  public static let identifier = "jpeg"
  public static let name = "JPEG"
  public static let mediaType = "image/jpeg"
  public static let extensions = ["jpg", "jpeg"]
  public static let rareExtensions = ["jpe", "jfif"]
  public static let signature: [(offset: Int, bytes: [UInt8])] = [(0, [0xff, 0xd8, 0xff])]
  public static let canHoldAlpha = false
  public static let isLossless = false
  public static let canHoldPlanes = true
  public static let canHoldGainMap = true
  public static let canScaleWhileDecoding = true
  public static let longestSide = 65_500  // libjpeg's JPEG_MAX_DIMENSION
  public static let longestXMP = JPEGMetadata.longestSegment - JPEGMetadata.xmpLabel.count
  public static let longestIPTC = JPEGMetadata.longestSegment - ImageResources.framing
  public static let parameters = [
    Parameter<Self>(
      "quality", \.quality,
      in: Double(EncodeOptions.qualities.lowerBound)...Double(EncodeOptions.qualities.upperBound),
      "JPEG quality; higher is better and larger."),
    Parameter<Self>(
      "subsampling", \.subsampling,
      "Chroma subsampling of a JPEG: full (4:4:4), half (4:2:2) or quarter (4:2:0)."
    ),
    Parameter<Self>(
      "progressive", \.progressive,
      "Whether a JPEG is progressive: a little smaller, and slower to encode and decode."),
    Parameter<Self>(
      "optimize", \.optimize,
      "Whether a JPEG has Huffman tables computed from its picture, which make it smaller, or the standard tables, "
        + "which are faster. A progressive JPEG's are always computed."),
  ]

  public func stored(_ format: PixelFormat) -> PixelFormat { .encodedOpaque }

  /// Each addition is left out where the bytes are those from before its setting existed, so that older cache keys stay
  /// valid.
  public var cacheKeyText: String {
    "jpeg, quality \(quality)" + (subsampling == JPEG().subsampling ? "" : ", subsampling \(subsampling.rawValue)")
      + (progressive ? ", progressive" : optimize ? ", optimized" : "")
  }
}

/// Reading.
extension JPEG {
  public static func info(of file: EncodedImage, limits: DecodeLimits) throws(CodecError) -> ImageInfo {
    try JPEGDecoder(file, limits: limits).info
  }

  public static func makeReader(
    _ file: EncodedImage, scale: DecodeScale, limits: DecodeLimits, colors: ColorHandling, spareMemory: Int
  ) throws(CodecError) -> any RowReader {
    try JPEGRowReader(file, scale: scale, limits: limits, colors: colors)
  }

  public static func makePlaneReader(
    _ file: EncodedImage, scale: DecodeScale, limits: DecodeLimits
  ) throws(CodecError) -> PlaneReader {
    try PlaneReader(file, scale: scale, limits: limits)
  }

  public static func withMetadata<R>(of file: EncodedImage, limits: DecodeLimits, _ body: (MetadataBlocks) -> R) -> R {
    file.withBytes { JPEGMetadata.withBlocks(in: $0, body) }
  }

  /// A few dozen rows of coefficients and samples.
  public static func rowsMemory(of info: ImageInfo, scale: DecodeScale) -> Int { 256 * scale.scaled(info.size).width }

  public static var libraryVersions: String { String(cString: packshot_jpeg_version()) }
}

/// Writing.
extension JPEG {
  public func makeWriter(
    shape: ImageShape, metadata: FileMetadata, to sink: @escaping ByteSink
  ) throws(CodecError) -> any RowWriter {
    try JPEGRowWriter(shape: shape, settings: self, metadata: metadata, to: sink)
  }

  public var isProgressive: Bool { progressive }
  public var takesPlanes: Bool { subsampling == .twoByTwo }

  public func makePlaneWriter(
    size: PixelSize, metadata: FileMetadata, to sink: @escaping ByteSink
  ) throws(CodecError) -> PlaneWriter {
    try PlaneWriter(size: size, settings: self, metadata: metadata, to: sink)
  }

  /// Returns the layout of a picture if ``HuffmanOptimizer`` computes its Huffman codes; nil if the codes are the standard ones or
  /// libjpeg computes them.
  func optimizedLayout(_ size: PixelSize, isGrey: Bool = false) -> ScanLayout? {
    if progressive || !optimize { return nil }
    return isGrey ? ScanLayout(grey: size) : ScanLayout(size: size, subsampling: subsampling)
  }

  /// With the standard codes, a baseline JPEG is written row by row. To compute the codes, ``HuffmanOptimizer`` holds the picture's
  /// symbols. For a progressive JPEG, libjpeg-turbo holds all coefficients, in two bytes each.
  public func encodingMemory(for shape: ImageShape) -> Int {
    let rows = 96 << 10 + 16 * shape.bytesPerRow
    if let layout = optimizedLayout(shape.size) { return rows + HuffmanOptimizer.memory(for: layout) }
    guard progressive else { return rows }
    return rows + 2 * 64 * ScanLayout(size: shape.size, subsampling: subsampling).blockCount
  }
}

extension ImageFileFormat {
  /// JPEG.
  public static let jpeg = ImageFileFormat(JPEG.self)
}

extension EncodeOptions {
  /// The share of chroma samples that a file keeps.
  ///
  /// Recipes use words, because `4:2:0` is a base-60 number in YAML.
  public enum ChromaSubsampling: String, ParameterChoice, Sendable {
    /// One chroma sample for two by two pixels: 4:2:0.
    case twoByTwo = "quarter"
    /// One chroma sample for two pixels of a row: 4:2:2.
    case twoByOne = "half"
    /// One chroma sample for every pixel: 4:4:4.
    case none = "full"

    /// Number of luma samples per chroma sample, in each direction.
    var step: PixelSize {
      switch self {
      case .none: PixelSize(width: 1, height: 1)
      case .twoByOne: PixelSize(width: 2, height: 1)
      case .twoByTwo: PixelSize(width: 2, height: 2)
      }
    }
  }

  /// The range of a JPEG's quality.
  public static let qualities = 1...100
  /// The default quality of a JPEG.
  public static let defaultQuality = JPEG().quality
}

extension EncodeOptions.Coding {
  /// A JPEG with the given settings.
  ///
  /// - Parameters:
  ///   - quality: Quality on the scale of the Independent JPEG Group, in ``EncodeOptions/qualities``.
  ///   - subsampling: The share of chroma samples that the file keeps.
  ///   - progressive: Whether the picture is stored in scans from coarse to fine.
  ///   - optimize: Whether the Huffman tables are computed from the picture. Those of a progressive file always are.
  public static func jpeg(
    quality: Int = EncodeOptions.defaultQuality, subsampling: EncodeOptions.ChromaSubsampling = .twoByTwo,
    progressive: Bool = false, optimize: Bool = true
  ) -> Self {
    Self(JPEG(quality: quality, subsampling: subsampling, progressive: progressive, optimize: optimize))
  }
}
