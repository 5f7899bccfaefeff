import CLibraries
import Parameters
import PixelCore

/// PNG (third edition): lossless pixels with alpha, 8 or 16 bits per channel, or a palette that reduces the colours.
/// libpng reads and writes it; libdeflate compresses and decompresses most pictures.
package struct PNG: FileFormat {
  public var compression = Compression(EncodeOptions.NamedCompression.balanced.number)
  /// Bit depth of the file's channels; nil for the picture's.
  public var depth: PixelFormat.Depth?
  /// Maximum number of colours of an indexed PNG, in ``paletteSizes``; nil for a PNG of all colours.
  public var colors: Int?
  /// The share of each pixel's error that is diffused to its neighbours in an indexed PNG, 0 to 1.
  ///
  /// Measured over photos with 32, 128 and 256 colours: half of the error gives higher SSIMULACRA2 scores than all of it,
  /// with files 12 to 23 % smaller.
  public var dither = 0.5

  public init() {}
  public init(compression: Compression, depth: PixelFormat.Depth? = nil, colors: Int? = nil, dither: Double = 0.5) {
    (self.compression, self.depth, self.colors, self.dither) = (compression, depth, colors, dither)
  }

  /// The range of ``colors``.
  static let paletteSizes = 2...256

  public static let identifier = "png"
  public static let name = "PNG"
  public static let mediaType = "image/png"
  public static let extensions = ["png"]
  public static let signature: [(offset: Int, bytes: [UInt8])] = [
    (0, [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a])
  ]
  public static let canHoldAlpha = true
  public static let isLossless = true
  public static let letsGoOfWhatIsRead = true
  public static let longestSide = 0x7fff_ffff
  public static let longestIPTC = Int.max
  public static let parameters = [
    Parameter<Self>(
      "compression", \.compression,
      "PNG compression; higher is smaller and slower; fast is 1, balanced 6, small 9."),
    Parameter<Self>("depth", \.depth, "Bits per channel of a PNG; without it, as many as the photo has."),
    Parameter<Self>(
      "colors", \.colors, in: Double(paletteSizes.lowerBound)...Double(paletteSizes.upperBound),
      "The most colours of a PNG with a palette, each with its alpha; without it, a PNG has all colours."),
    Parameter<Self>(
      "dither", \.dither, kind: .fraction, in: 0...1,
      "With `colors`: the share of each pixel's error that is diffused to its neighbours; 0 gives smaller files."),
  ]
  public static let alternatives = [("depth", "colors")]

  public func stored(_ format: PixelFormat) -> PixelFormat {
    var stored = format.stored
    if let depth { stored.depth = depth }
    if colors != nil { stored.depth = .eight }
    return stored
  }

  public var cacheKeyText: String {
    "png, compression \(compression.level)" + (depth.map { ", \($0.rawValue) bits" } ?? "")
      + (colors.map { ", \($0) colours, dither \(dither)" } ?? "")
  }
}

/// Reading.
extension PNG {
  public static func info(of file: EncodedImage, limits: DecodeLimits) throws(CodecError) -> ImageInfo {
    try PNGDecoder(file, limits: limits).info
  }

  public static func withMetadata<R>(of file: EncodedImage, limits: DecodeLimits, _ body: (MetadataBlocks) -> R) -> R {
    let metadata = file.withBytes { _ in PNGMetadata(file, limit: limits.maxMetadata) }
    return metadata.withBlocks(body)
  }

  public static func makeReader(
    _ file: EncodedImage, scale: DecodeScale, limits: DecodeLimits, colors: ColorHandling, spareMemory: Int
  ) throws(CodecError) -> any RowReader {
    try PNGRowReader(file, limits: limits, spareMemory: spareMemory)
  }

  /// The row being inflated and the one above it, with at most four samples of 16 bits per pixel.
  public static func rowsMemory(of info: ImageInfo, scale: DecodeScale) -> Int { 3 * 8 * info.size.width }

  public static var libraryVersions: String {
    "libpng \(String(cString: packshot_png_version())), zlib \(String(cString: packshot_png_zlib_version())), "
      + "libdeflate \(LIBDEFLATE_VERSION_STRING)"
  }
}

/// Writing.
extension PNG {
  public func makeWriter(
    shape: ImageShape, metadata: FileMetadata, to sink: @escaping ByteSink
  ) throws(CodecError) -> any RowWriter {
    if let colors {
      return try PNGIndexedWriter(shape: shape, settings: self, colors: colors, metadata: metadata, to: sink)
    }
    return try PNGRowWriter(shape: shape, compression: compression.level, metadata: metadata, to: sink)
  }

  /// Up to 32 MB of rows are held whole, together with their compressed form. Larger pictures are written row by row. An
  /// indexed picture is always held whole.
  public func encodingMemory(for shape: ImageShape) -> Int {
    if colors != nil { return PNGIndexedWriter.byteCount(shape, compression: compression.level) }
    return DeflatedPicture.takes(shape)
      ? DeflatedPicture.byteCount(shape, compression: compression.level) : 512 << 10 + 8 * shape.bytesPerRow
  }

  /// If `bound` itself is written row by row, a smaller picture that is held whole can take more memory.
  public func encodingMemory(forAtMost bound: ImageShape) -> Int {
    if colors != nil || DeflatedPicture.takes(bound) { return encodingMemory(for: bound) }
    let whole = DeflatedPicture.mostBytes(bound, compression: compression.level)
    return max(encodingMemory(for: bound), whole)
  }
}

extension ImageFileFormat {
  /// PNG, with alpha, 8 or 16 bits.
  public static let png = ImageFileFormat(PNG.self)
}
