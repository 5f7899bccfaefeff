import PixelCore

/// Converts files to rows and rows to files. The format is detected from the content, never from the name.
package enum ImageCodec {
  /// Reads a file's header.
  public static func probe(
    _ bytes: EncodedImage, limits: DecodeLimits = DecodeLimits()
  ) throws(CodecError) -> ImageInfo {
    try format(of: bytes).type.info(of: bytes, limits: limits)
  }

  /// Returns a reader of the picture in `bytes`, at `scale` of its size. Formats that can't scale while decoding (see
  /// ``ImageFileFormat/canScaleWhileDecoding``) are read at full size only. Memory proportional to the picture's size
  /// is allocated only when the first row is read.
  ///
  /// - Parameters:
  ///   - colors: How CMYK is converted. Other colours are delivered as they are in the file.
  ///   - spareMemory: Bytes that the reader may hold to be faster. A PNG of 8-bit samples that isn't interlaced is
  ///     inflated in one piece with its first row if its rows fit. The pixels are the same.
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

  /// Returns a reader of the planes in `bytes`, at `scale` of its size. The file must have planes
  /// (``ImageInfo/planes``).
  public static func makePlaneReader(
    bytes: EncodedImage, scale: DecodeScale = .full, limits: DecodeLimits = DecodeLimits()
  ) throws(CodecError) -> PlaneReader {
    try format(of: bytes).type.makePlaneReader(bytes, scale: scale, limits: limits)
  }

  /// Returns a writer of encoded rows of `shape`. The format of the rows must be the one that the file stores
  /// (``FileFormat/stored(_:)``): opaque 8-bit rows for a JPEG; opaque or straight rows of 8 or 16 bits for a PNG.
  /// Callers convert other rows first, as `Image.encoded` does. Formats written row by row write their header to `sink`
  /// at once.
  ///
  /// - Throws: ``CodecError`` if rows have another format, a number is out of range, or the format can't hold the size.
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

  /// Returns a writer of planes as a JPEG of `size`, with one chroma sample for each 2 × 2 luma samples. `options` must
  /// state this subsampling. Writes the header to `sink` at once.
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

  /// Returns the metadata that a picture in `format` keeps from a file, with warnings about metadata it can't keep.
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

  /// Default number of bytes that a reader may hold to be faster: enough for a PNG of 8 million pixels of RGBA.
  public static let usualSpareMemory = 32 << 20

  /// Returns an upper estimate of the bytes that a reader holds beside the file and the rows it delivers.
  ///
  /// A file that is decoded row by row needs a few dozen rows. A JPEG of several scans holds the coefficients of the
  /// whole picture, at any scale. An interlaced PNG holds its pixels. A PNG that fits into `spareMemory` holds its
  /// rows.
  public static func decodingMemory(
    for info: ImageInfo, scale: DecodeScale = .full, spareMemory: Int = usualSpareMemory
  ) -> Int {
    let fixed = 256 << 10
    let rows = info.format.type.rowsMemory(of: info, scale: scale)
    let inflating = info.inflatingBytes <= spareMemory ? info.inflatingBytes : 0
    return fixed + rows + info.wholePictureBytes + inflating
  }

  /// Returns an upper estimate of the bytes that a reader of planes holds for their blocks. It also holds a copy of the
  /// file's scan data, which isn't counted.
  public static func planesMemory(of layout: PlaneLayout, scale: DecodeScale) -> Int {
    min(BlockPicture.byteCount(layout, scale: scale), BlockPicture.largestByteCount * 2)
  }

  /// Returns an upper estimate of the bytes that a writer holds beside the rows passed to it.
  public static func encodingMemory(for shape: ImageShape, coding: EncodeOptions.Coding) -> Int {
    coding.settings.encodingMemory(for: shape) + fittingMemory(for: shape, coding)
  }

  /// Returns an upper estimate of the bytes that a writer holds for any picture no larger than `bound`.
  public static func encodingMemory(forAtMost bound: ImageShape, coding: EncodeOptions.Coding) -> Int {
    // A writer refuses longer sides, so a bound with such sides must not reserve memory for them.
    let longest = type(of: coding.settings).longestSide
    let size = PixelSize(width: min(bound.size.width, longest), height: min(bound.size.height, longest))
    let shape = ImageShape(size: size, format: bound.format)
    return coding.settings.encodingMemory(forAtMost: shape) + fittingMemory(for: shape, coding)
  }

  /// Bytes held to encode a picture several times: the picture, the best file so far, and the next.
  private static func fittingMemory(for shape: ImageShape, _ coding: EncodeOptions.Coding) -> Int {
    coding.targetBytes.map { shape.byteCount + 2 * min($0, shape.byteCount) } ?? 0
  }

  /// Returns the format of a file, after loading its library.
  private static func format(of file: EncodedImage) throws(CodecError) -> ImageFileFormat {
    guard let format = ImageFileFormat(signature: file.bytes) else {
      let start = UnsafeRawBufferPointer(rebasing: file.bytes.prefix(UnsupportedFormat.signatureLength))
      if let format = UnsupportedFormat(signature: start) { throw .unsupportedFormat(format: format) }
      throw .notAnImage(found: describeContent(file.bytes))
    }
    try format.loadLibrary()
    return format
  }
}
