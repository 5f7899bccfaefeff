import CLibraries
import Parameters
import PixelCore

/// TIFF (revision 6.0, with Adobe's supplements): lossless pixels with alpha, 8 or 16 bits per channel, for printers
/// and archives. libtiff reads and writes it.
package struct TIFF: FileFormat {
  public var compression = PNG.Compression(EncodeOptions.NamedCompression.balanced.number)
  /// Bit depth of the file's channels; nil for the picture's.
  public var depth: PixelFormat.Depth?

  public init() {}
  public init(compression: PNG.Compression, depth: PixelFormat.Depth? = nil) {
    (self.compression, self.depth) = (compression, depth)
  }

  public static let identifier = "tiff"
  public static let name = "TIFF"
  public static let mediaType = "image/tiff"
  public static let extensions = ["tif", "tiff"]
  public static let signature: [(offset: Int, bytes: [UInt8])] = [(0, Array("II*\0".utf8))]
  public static let canHoldAlpha = true
  public static let isLossless = true
  public static let longestSide = 1_000_000
  public static let longestIPTC = Int.max
  public static let parameters = [
    Parameter<Self>(
      "compression", \.compression,
      "TIFF compression (Deflate); higher is smaller and slower; fast is 1, balanced 6, small 9."),
    Parameter<Self>("depth", \.depth, "Bits per channel of a TIFF; without it, as many as the photo has."),
  ]

  public func stored(_ format: PixelFormat) -> PixelFormat {
    var stored = format.stored
    if let depth { stored.depth = depth }
    return stored
  }

  public var cacheKeyText: String {
    "tiff, compression \(compression.level)" + (depth.map { ", \($0.rawValue) bits" } ?? "")
  }
}

/// Reading.
extension TIFF {
  /// Accepts both byte orders, and BigTIFF. Excludes raw camera files that begin alike but have their own mark.
  public static func begins(_ bytes: UnsafeRawBufferPointer) -> Bool {
    let beginnings: [[UInt8]] = [
      [0x49, 0x49, 0x2a, 0x00], [0x4d, 0x4d, 0x00, 0x2a], [0x49, 0x49, 0x2b, 0x00], [0x4d, 0x4d, 0x00, 0x2b],
    ]
    let canonRaw = Array("CR\u{2}".utf8)
    return beginnings.contains { bytes.starts(with: $0) } && !(bytes.count > 8 && bytes[8...].starts(with: canonRaw))
  }

  public static func info(of file: EncodedImage, limits: DecodeLimits) throws(CodecError) -> ImageInfo {
    try TIFFDecoder(file, limits: limits).info
  }

  public static func withMetadata<R>(of file: EncodedImage, limits: DecodeLimits, _ body: (MetadataBlocks) -> R) -> R {
    file.withBytes { bytes in
      let tag = TIFFStructure(bytes).map { $0.directory(at: $0.first) }
      let iptc = [TIFFTag.iptc, TIFFTag.imageResources].lazy.compactMap { tag?($0) }
        .compactMap { ImageResources.iptc(in: $0.values) }.first
      return body(MetadataBlocks(exif: bytes, xmp: tag?(TIFFTag.xmp)?.values, iptc: iptc))
    }
  }

  public static func makeReader(
    _ file: EncodedImage, scale: DecodeScale, limits: DecodeLimits, colors: ColorHandling, spareMemory: Int
  ) throws(CodecError) -> any RowReader {
    try TIFFRowReader(file, limits: limits, colors: colors)
  }

  /// The samples of a row, and libtiff's buffer for compressed data.
  public static func rowsMemory(of info: ImageInfo, scale: DecodeScale) -> Int { 256 << 10 + 64 * info.size.width }

  public static let library: CodecLibrary? = CodecLibrary("libtiff", loading: packshot_tiff_load)
  public static var libraryVersions: String {
    // The text is "LIBTIFF, Version 4.5.0", followed by more lines.
    let words = String(cString: packshot_tiff_version()).prefix { $0 != "\n" }
    return "libtiff \(words.split(separator: " ").last ?? "")"
  }
}

/// Writing.
extension TIFF {
  public func makeWriter(
    shape: ImageShape, metadata: FileMetadata, to sink: @escaping ByteSink
  ) throws(CodecError) -> any RowWriter {
    try TIFFRowWriter(shape: shape, settings: self, metadata: metadata, to: sink)
  }

  /// The whole file is held, because its directory is written last. The file's memory grows by half at a time, and the
  /// previous block is held while it is copied.
  public func encodingMemory(for shape: ImageShape) -> Int { 1 << 20 + 3 * shape.byteCount }
}

/// Tags of metadata (XMP part 3, section 3.2).
enum TIFFTag {
  static let xmp: UInt16 = 700
  static let iptc: UInt16 = 33723
  static let imageResources: UInt16 = 34377
}

extension ImageFileFormat {
  /// TIFF.
  public static let tiff = ImageFileFormat(TIFF.self)
}

extension EncodeOptions.Coding {
  /// A TIFF with the given settings.
  ///
  /// - Parameters:
  ///   - compression: A level in ``EncodeOptions/compressions``.
  ///   - depth: Bit depth of the file's channels; nil for the picture's.
  public static func tiff(
    compression: Int = EncodeOptions.defaultCompression, depth: PixelFormat.Depth? = nil
  ) -> Self {
    Self(TIFF(compression: PNG.Compression(compression), depth: depth))
  }
}
