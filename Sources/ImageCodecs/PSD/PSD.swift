import Parameters
import PixelCore

/// A Photoshop document (Adobe Photoshop File Formats Specification). Read only, by packshot's own code: the flattened
/// picture that Photoshop saves beside the layers.
package struct PSD: ReadOnlyFormat {
  public init() {}

  public static let identifier = "psd"
  public static let name = "PSD"
  public static let mediaType = "image/vnd.adobe.photoshop"
  public static let extensions = ["psd"]
  /// The version is 1. Version 2 is a large document, PSB.
  public static let signature: [(offset: Int, bytes: [UInt8])] = [(0, Array("8BPS\0\u{1}".utf8))]
  public static let canHoldAlpha = true
  public static let isLossless = true

  public static func info(of file: EncodedImage, limits: DecodeLimits) throws(CodecError) -> ImageInfo {
    try file.withBytes { bytes throws(CodecError) in try PSDHeader(bytes, limits: limits).info }
  }

  public static func withMetadata<R>(of file: EncodedImage, limits: DecodeLimits, _ body: (MetadataBlocks) -> R) -> R {
    file.withBytes { bytes in body((try? PSDHeader(bytes, limits: limits))?.metadata ?? MetadataBlocks()) }
  }

  public static func makeReader(
    _ file: EncodedImage, scale: DecodeScale, limits: DecodeLimits, colors: ColorHandling, spareMemory: Int
  ) throws(CodecError) -> any RowReader {
    try PSDRowReader(file, limits: limits, colors: colors)
  }

  /// Two rows of one channel, of at most 16 bits: the row being read, and alpha.
  public static func rowsMemory(of info: ImageInfo, scale: DecodeScale) -> Int { 16 << 10 + 4 * info.size.width }

  /// The version of packshot's own reader, raised when it reads other pixels from a file.
  public static let libraryVersions = "packshot-psd 2"
}

extension ImageFileFormat {
  /// A Photoshop document, the flattened picture. Read only.
  public static let psd = ImageFileFormat(PSD.self)
}
