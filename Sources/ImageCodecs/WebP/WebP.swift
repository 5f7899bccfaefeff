import CLibraries
import Parameters
import PixelCore

/// WebP (RFC 9649): photos and graphics with alpha, 8 bits per channel, lossy or lossless. libwebp reads and writes the
/// pictures; packshot handles the container.
package struct WebP: FileFormat {
  /// Quality of a lossy picture. At the default, a WebP looks about like a JPEG of quality 82.
  public var quality = 88
  /// How hard the encoder works to make the file small: 0…6.
  public var effort = 4
  /// Whether all visible pixels are stored exactly.
  public var lossless = false

  public init() {}
  public init(quality: Int, effort: Int, lossless: Bool) {
    (self.quality, self.effort, self.lossless) = (quality, effort, lossless)
  }

  public static let identifier = "webp"
  public static let name = "WebP"
  public static let mediaType = "image/webp"
  public static let extensions = ["webp"]
  public static let signature: [(offset: Int, bytes: [UInt8])] = [(0, Array("RIFF".utf8)), (8, Array("WEBP".utf8))]
  public static let canHoldAlpha = true
  public static let isLossless = false
  public static let longestSide = 16_383  // 14 bits in the header of either coding
  public static let parameters = [
    Parameter<Self>(
      "quality", \.quality, in: 0...100, "Quality of a lossy WebP; higher is better and larger."),
    Parameter<Self>("effort", \.effort, in: 0...6, "Compression effort of a WebP; higher is smaller and slower."),
    Parameter<Self>(
      "lossless", \.lossless, "Whether a WebP is lossless; its quality is then ignored."),
  ]

  public func stored(_ format: PixelFormat) -> PixelFormat {
    format.alpha == .opaque ? .encodedOpaque : .encodedStraight
  }

  public var adjustableQuality: Int? { lossless ? nil : quality }

  /// The qualities of WebP and JPEG with equal SSIMULACRA2 scores: medians of ten product photos of about 480 × 480
  /// pixels, interpolated linearly.
  public static func quality(likeJPEG quality: Int) -> Int {
    let pairs = [(0, 0), (60, 60), (68, 75), (75, 83), (82, 88), (88, 92), (92, 96), (100, 100)]
    let next = max(1, pairs.firstIndex { quality <= $0.0 } ?? pairs.count - 1)
    let (low, high) = (pairs[next - 1], pairs[next])
    let (steps, rise) = (high.0 - low.0, high.1 - low.1)
    return low.1 + ((quality - low.0) * rise + steps / 2) / steps
  }

  public var cacheKeyText: String {
    lossless ? "webp, lossless, effort \(effort)" : "webp, quality \(quality), effort \(effort)"
  }
}

/// Reading.
extension WebP {
  public static func info(of file: EncodedImage, limits: DecodeLimits) throws(CodecError) -> ImageInfo {
    try WebPFile(file.bytes).info(of: file, limits: limits)
  }

  public static func withMetadata<R>(of file: EncodedImage, limits: DecodeLimits, _ body: (MetadataBlocks) -> R) -> R {
    file.withBytes { bytes in body((try? WebPFile(bytes).metadata(in: bytes)) ?? MetadataBlocks()) }
  }

  public static func makeReader(
    _ file: EncodedImage, scale: DecodeScale, limits: DecodeLimits, colors: ColorHandling, spareMemory: Int
  ) throws(CodecError) -> any RowReader {
    try WebPRowReader(file, limits: limits)
  }

  /// Some rows of samples for filtering and colour conversion. The decoded picture is counted separately.
  public static func rowsMemory(of info: ImageInfo, scale: DecodeScale) -> Int { 256 * info.size.width }

  public static let library: CodecLibrary? = CodecLibrary("libwebp", loading: packshot_webp_load)
  public static var libraryVersions: String {
    let version = packshot_webp_version()
    return "libwebp \(version >> 16).\(version >> 8 & 255).\(version & 255)"
  }
}

/// Writing.
extension WebP {
  public func makeWriter(
    shape: ImageShape, metadata: FileMetadata, to sink: @escaping ByteSink
  ) throws(CodecError) -> any RowWriter {
    try WebPRowWriter(shape: shape, settings: self, metadata: metadata, to: sink)
  }

  /// The picture and the encoder's working data are held whole; the data is largest for noise. Alpha is compressed as a
  /// lossless picture. The lossless encoder's tables of repeated pixels stop growing at a certain picture size.
  public func encodingMemory(for shape: ImageShape) -> Int {
    let (fixed, pixels) = (512 << 10, shape.size.pixelCount)
    guard lossless || shape.format.alpha != .opaque else { return fixed + 40 * pixels }
    return fixed + (effort < 5 ? 48 : 56) * pixels + min(1200 * pixels, 28 << 20)
  }
}

extension ImageFileFormat {
  /// WebP, lossy or lossless, with alpha.
  public static let webp = ImageFileFormat(WebP.self)
}

extension EncodeOptions.Coding {
  /// A WebP with the given settings.
  ///
  /// - Parameters:
  ///   - quality: 0…100, for a lossy picture. Defaults to the format's default quality.
  ///   - effort: 0…6. Defaults to the format's default effort.
  public static func webp(quality: Int? = nil, effort: Int? = nil, lossless: Bool = false) -> Self {
    let standard = WebP()
    return Self(
      WebP(quality: quality ?? standard.quality, effort: effort ?? standard.effort, lossless: lossless))
  }
}
