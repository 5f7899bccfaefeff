import PixelCore

/// Where files become rows and rows become files. The format is found from the content, never from a name.
package enum ImageCodec {
  /// Reads a file's header.
  public static func probe(
    _ bytes: EncodedImage, limits: DecodeLimits = DecodeLimits()
  ) throws(CodecError) -> ImageInfo {
    try format(of: bytes).type.info(of: bytes, limits: limits)
  }

  /// A reader of the picture in `bytes`, at `scale` of its size. Formats that cannot scale while decoding (see
  /// ``ImageFileFormat/canScaleWhileDecoding``) are read at full size only. Nothing of the size of the picture is
  /// allocated before the first row is read.
  ///
  /// - Parameters:
  ///   - colors: How inks become sRGB's colours. All others are delivered as they are in the file.
  ///   - spareMemory: Bytes that the reader may hold to be faster: a PNG of 8-bit samples, not interlaced, whose rows fit into
  ///     them is inflated in one piece, with its first row. The pixels are the same.
  public static func makeReader(
    bytes: EncodedImage, scale: DecodeScale = .full, limits: DecodeLimits = DecodeLimits(),
    colors: ColorHandling = ColorHandling(), spareMemory: Int = usualSpareMemory
  ) throws(CodecError) -> any RowReader {
    let format = try format(of: bytes)
    guard scale == .full || format.canScaleWhileDecoding else {
      throw .invalidOption(format, name: "scale", found: "\(scale.rawValue)/8", allowed: "its full size only")
    }
    return try format.type.makeReader(bytes, scale: scale, limits: limits, colors: colors, spareMemory: spareMemory)
  }

  /// A reader of the planes in `bytes`, a file whose ``ImageInfo/planes`` say that it has some, at `scale` of its size.
  public static func makePlaneReader(
    bytes: EncodedImage, scale: DecodeScale = .full, limits: DecodeLimits = DecodeLimits()
  ) throws(CodecError) -> PlaneReader {
    try format(of: bytes).type.makePlaneReader(bytes, scale: scale, limits: limits)
  }

  /// A writer of encoded rows of `shape`, whose format is what a file of the options holds (``FileFormat/stored(_:)``): for a
  /// JPEG, opaque ones of 8 bits; for a PNG, opaque or straight ones, whose 8 or 16 bits are the file's. Whoever has other
  /// rows converts them first, as `Image.encoded` does. What is written row by row has its header in `sink` at once.
  ///
  /// - Throws: ``CodecError``: where rows are of another format, a number is out of its range, or the size is none that the
  ///   format can hold.
  public static func makeWriter(
    shape: ImageShape, options: EncodeOptions, to sink: @escaping ByteSink
  ) throws(CodecError) -> any RowWriter {
    try checkWritable(shape.size, options)
    let allowed = options.coding.settings.stored(shape.format)
    guard shape.format == allowed else {
      throw .invalidOption(
        options.format, name: "rows' format", found: "\(shape.format)", allowed: "\(allowed); convert them first")
    }
    let settings = options.coding.settings
    if let targetBytes = options.coding.targetBytes {
      return FittingWriter(
        shape: shape, settings: settings, targetBytes: targetBytes, metadata: options.metadata, to: sink)
    }
    return try settings.makeWriter(shape: shape, metadata: options.metadata, to: sink)
  }

  /// A writer of planes as a JPEG of `size`, with one sample of chroma for each 2 × 2 of luma as its options say. The header
  /// is written to `sink` at once.
  public static func makePlaneWriter(
    size: PixelSize, options: EncodeOptions, to sink: @escaping ByteSink
  ) throws(CodecError) -> PlaneWriter {
    guard options.coding.takesPlanes else {
      throw .invalidOption(
        options.format, name: "planes' coding", found: "\(options.coding)", allowed: "a JPEG with 4:2:0 chroma only")
    }
    try checkWritable(size, options)
    return try options.coding.settings.makePlaneWriter(size: size, metadata: options.metadata, to: sink)
  }

  /// What a picture in `format` made of a file keeps of its metadata, and what a person should know of the rest.
  public static func metadata(
    of file: EncodedImage, keeping kept: KeptMetadata, for format: ImageFileFormat,
    limits: DecodeLimits = DecodeLimits()
  ) -> (metadata: FileMetadata, warnings: [String]) {
    guard kept != .strip, let type = ImageFileFormat(signature: file.bytes)?.type else { return (FileMetadata(), []) }
    let copy = type.withMetadata(of: file, limits: limits) { blocks in
      MetadataCopy(of: blocks, kept, for: format, limit: limits.maxMetadata)
    }
    return (copy.metadata, copy.warnings)
  }

  private static func checkWritable(_ size: PixelSize, _ options: EncodeOptions) throws(CodecError) {
    try options.coding.settings.check()
    let format = options.format
    if let targetBytes = options.coding.targetBytes {
      guard targetBytes > 0, options.coding.settings.adjustableQuality != nil else {
        throw .invalidOption(
          format, name: "targetBytes", found: "\(targetBytes)",
          allowed: "a number of bytes, for a format with a quality to lower")
      }
    }
    guard format.isWritten else { throw .notWritable(format, why: "packshot only reads this format") }
    guard min(size.width, size.height) > 0 else {
      throw .invalidOption(format, name: "size", found: "\(size)", allowed: "at least 1 × 1 pixel")
    }
    let limit = format.longestSide
    if max(size.width, size.height) > limit { throw .tooLargeToWrite(format, size: size, limit: limit) }
    let mostPixels = format.mostPixels
    if size.pixelCount > mostPixels { throw .tooManyPixelsToWrite(format, size: size, limit: mostPixels) }
    try format.loadLibrary()
  }

  /// Bytes that a reader may hold to be faster where nobody says otherwise: enough for a PNG of 8 million pixels of RGBA.
  public static let usualSpareMemory = 32 << 20

  /// Bytes that a reader of such a file will hold beside the file and the rows it delivers: an upper estimate.
  ///
  /// Where rows come one after another it is a few dozen rows. A JPEG of several scans holds the coefficients of the
  /// whole picture, at any scale; an interlaced PNG holds its pixels; a PNG that fits into `spareMemory` its rows.
  public static func decodingMemory(
    for info: ImageInfo, scale: DecodeScale = .full, spareMemory: Int = usualSpareMemory
  ) -> Int {
    let fixed = 256 << 10
    let rows = info.format.type.rowsMemory(of: info, scale: scale)
    let inflating = info.inflatingBytes <= spareMemory ? info.inflatingBytes : 0
    return fixed + rows + info.wholePictureBytes + inflating
  }

  /// Bytes that a reader of planes will hold in addition at a scale, where it reads the lowest coefficients of all blocks first,
  /// beside a copy of the file: an upper estimate.
  public static func planesMemory(of layout: PlaneLayout, scale: DecodeScale) -> Int {
    scale == .full ? 0 : min(ReducedPicture.byteCount(layout, scale: scale), ReducedPicture.largestByteCount * 2)
  }

  /// Bytes that a writer will hold beside the rows it is given: an upper estimate.
  public static func encodingMemory(for shape: ImageShape, coding: EncodeOptions.Coding) -> Int {
    coding.settings.encodingMemory(for: shape) + fittingMemory(for: shape, coding)
  }

  /// The same for any picture that is no larger than `bound`.
  public static func encodingMemory(forAtMost bound: ImageShape, coding: EncodeOptions.Coding) -> Int {
    coding.settings.encodingMemory(forAtMost: bound) + fittingMemory(for: bound, coding)
  }

  /// Bytes that are held to encode a picture several times: the picture, the best file so far, and the next.
  private static func fittingMemory(for shape: ImageShape, _ coding: EncodeOptions.Coding) -> Int {
    coding.targetBytes.map { shape.byteCount + 2 * min($0, shape.byteCount) } ?? 0
  }

  /// The format of a file, whose library is loaded.
  private static func format(of file: EncodedImage) throws(CodecError) -> ImageFileFormat {
    guard let format = ImageFileFormat(signature: file.bytes) else {
      throw .notAnImage(found: describeContent(file.bytes))
    }
    try format.loadLibrary()
    return format
  }
}
