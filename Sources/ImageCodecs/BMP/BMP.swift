import Parameters
import PixelCore

/// BMP, as Windows and OS/2 programs write it (Microsoft, "Bitmap Storage"). Read only, by packshot's own code.
package struct BMP: ReadOnlyFormat {
  public init() {}

  public static let identifier = "bmp"
  public static let name = "BMP"
  public static let mediaType = "image/bmp"
  public static let extensions = ["bmp"]
  public static let rareExtensions = ["dib"]
  public static let signature: [(offset: Int, bytes: [UInt8])] = [(0, Array("BM".utf8))]
  public static let canHoldAlpha = true
  public static let isLossless = true
  public static let letsGoOfWhatIsRead = true

  /// A text can begin with the same two letters, so the length of the information header must be below 256. If the file
  /// ends before it, the reserved zeros decide.
  public static func begins(_ bytes: UnsafeRawBufferPointer) -> Bool {
    guard hasSignature(bytes), bytes.count >= 14 else { return false }
    return (bytes.count < 18 ? bytes[6..<10] : bytes[15..<18]).allSatisfy { $0 == 0 }
  }

  public static func info(of file: EncodedImage, limits: DecodeLimits) throws(CodecError) -> ImageInfo {
    try file.withBytes { bytes throws(CodecError) in try BMPHeader(bytes, limits: limits).info }
  }

  public static func withMetadata<R>(of file: EncodedImage, limits: DecodeLimits, _ body: (MetadataBlocks) -> R) -> R {
    body(MetadataBlocks())
  }

  public static func makeReader(
    _ file: EncodedImage, scale: DecodeScale, limits: DecodeLimits, colors: ColorHandling, spareMemory: Int
  ) throws(CodecError) -> any RowReader {
    try BMPRowReader(file, limits: limits)
  }

  /// The palette, or the tables that expand channels. Rows are converted from the file's bytes without a copy.
  public static func rowsMemory(of info: ImageInfo, scale: DecodeScale) -> Int { 16 << 10 }

  /// The version of packshot's own reader, raised when it reads other pixels from a file.
  public static let libraryVersions = "packshot-bmp 1"
}

extension ImageFileFormat {
  /// BMP. Read only.
  public static let bmp = ImageFileFormat(BMP.self)
}
