import CJPEG
import Parameters
import PixelCore

/// JPEG (ITU-T T.81) with JFIF or Exif: photos without alpha, 8 bits a channel. libjpeg-turbo reads and writes it.
public struct JPEG: FileFormat {
  /// The Independent JPEG Group's, in ``EncodeOptions/qualities``.
  public var quality = 82
  public var subsampling = EncodeOptions.ChromaSubsampling.twoByTwo

  public init() {}
  public init(quality: Int, subsampling: EncodeOptions.ChromaSubsampling) {
    (self.quality, self.subsampling) = (quality, subsampling)
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
  public static let canScaleWhileDecoding = true
  public static let longestSide = 65_500  // libjpeg's JPEG_MAX_DIMENSION
  public static let parameters = [
    Parameter<Self>(
      "quality", \.quality,
      in: Double(EncodeOptions.qualities.lowerBound)...Double(EncodeOptions.qualities.upperBound),
      "JPEG quality; higher is better and larger.")
  ]

  public func stored(_ format: PixelFormat) -> PixelFormat { .encodedOpaque }

  public var identity: String { "jpeg, quality \(quality)" }
}

/// Reading.
extension JPEG {
  public static func info(of file: EncodedImage, limits: DecodeLimits) throws(CodecError) -> ImageInfo {
    try JPEGDecoder(file, limits: limits).info
  }

  public static func makeReader(
    _ file: EncodedImage, scale: DecodeScale, limits: DecodeLimits, spareMemory: Int
  ) throws(CodecError) -> any RowReader {
    try JPEGRowReader(file, scale: scale, limits: limits)
  }

  public static func makePlaneReader(
    _ file: EncodedImage, scale: DecodeScale, limits: DecodeLimits
  ) throws(CodecError) -> PlaneReader {
    try PlaneReader(file, scale: scale, limits: limits)
  }

  /// Some dozen rows of coefficients and samples.
  public static func rowsMemory(of info: ImageInfo, scale: DecodeScale) -> Int { 256 * scale.scaled(info.size).width }

  public static var libraryVersions: String { String(cString: packshot_jpeg_version()) }
  public static let isInEveryIdentity = true
}

/// Writing.
extension JPEG {
  public func makeWriter(
    shape: ImageShape, iccProfile: [UInt8]?, to sink: @escaping ByteSink
  ) throws(CodecError) -> any RowWriter {
    try JPEGRowWriter(shape: shape, quality: quality, subsampling: subsampling, iccProfile: iccProfile, to: sink)
  }

  public var takesPlanes: Bool { subsampling == .twoByTwo }

  public func makePlaneWriter(
    size: PixelSize, iccProfile: [UInt8]?, to sink: @escaping ByteSink
  ) throws(CodecError) -> PlaneWriter {
    try PlaneWriter(size: size, quality: quality, iccProfile: iccProfile, to: sink)
  }

  /// It goes out row by row.
  public func encodingMemory(for shape: ImageShape) -> Int { 96 << 10 + 16 * shape.bytesPerRow }
}

extension ImageFileFormat {
  public static let jpeg = ImageFileFormat(JPEG.self)
}

extension EncodeOptions {
  /// How much colour detail a JPEG keeps beside its luma.
  public enum ChromaSubsampling: String, Sendable, CaseIterable {
    /// One colour sample for two by two pixels.
    case twoByTwo = "4:2:0"
    /// One colour sample for two pixels of a row.
    case twoByOne = "4:2:2"
    /// A colour sample for every pixel.
    case none = "4:4:4"
  }

  /// What a JPEG's quality can be.
  public static let qualities = 1...100
  /// A JPEG's quality where nothing else is asked for.
  public static let defaultQuality = JPEG().quality
}

extension EncodeOptions.Coding {
  /// A baseline JPEG.
  ///
  /// - Parameter quality: The Independent JPEG Group's, in ``EncodeOptions/qualities``.
  public static func jpeg(
    quality: Int = EncodeOptions.defaultQuality, subsampling: EncodeOptions.ChromaSubsampling = .twoByTwo
  ) -> Self {
    Self(JPEG(quality: quality, subsampling: subsampling))
  }
}
