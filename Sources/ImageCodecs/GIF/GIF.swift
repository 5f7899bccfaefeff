import Parameters
import PixelCore

/// GIF (CompuServe, GIF89a). Read only, by packshot's own code: the first picture, on its canvas.
package struct GIF: ReadOnlyFormat {
  public init() {}

  public static let identifier = "gif"
  public static let name = "GIF"
  public static let mediaType = "image/gif"
  public static let extensions = ["gif"]
  public static let signature: [(offset: Int, bytes: [UInt8])] = [(0, Array("GIF8".utf8)), (5, Array("a".utf8))]
  public static let canHoldAlpha = true
  public static let isLossless = true

  public func stored(_ format: PixelFormat) -> PixelFormat {
    var stored = format.stored
    stored.depth = .eight
    return stored
  }

  /// The version is 87a or 89a.
  public static func begins(_ bytes: UnsafeRawBufferPointer) -> Bool {
    hasSignature(bytes) && (bytes[4] == UInt8(ascii: "7") || bytes[4] == UInt8(ascii: "9"))
  }

  public static func info(of file: EncodedImage, limits: DecodeLimits) throws(CodecError) -> ImageInfo {
    try file.withBytes { bytes throws(CodecError) in try GIFFile(bytes, limits: limits).info }
  }

  public static func withMetadata<R>(of file: EncodedImage, limits: DecodeLimits, _ body: (MetadataBlocks) -> R) -> R {
    file.withBytes { bytes in body(MetadataBlocks(xmp: (try? GIFFile(bytes, limits: limits))?.xmp)) }
  }

  public static func makeReader(
    _ file: EncodedImage, scale: DecodeScale, limits: DecodeLimits, colors: ColorHandling, spareMemory: Int
  ) throws(CodecError) -> any RowReader {
    try GIFRowReader(file, limits: limits)
  }

  /// The table of codes, the palette, and a row of indices. The indices of an interlaced picture are counted separately.
  public static func rowsMemory(of info: ImageInfo, scale: DecodeScale) -> Int { 64 << 10 + info.size.width }

  /// The version of packshot's own reader, raised when it reads other pixels from a file.
  public static let libraryVersions = "packshot-gif 1"
}

extension ImageFileFormat {
  /// GIF, the first picture. Read only.
  public static let gif = ImageFileFormat(GIF.self)
}
