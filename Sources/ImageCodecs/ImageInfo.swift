import PixelCore

/// What a file says of its picture before the first pixel.
public struct ImageInfo: Sendable, Equatable {
  /// The meanings of samples. Reading converts all of them to red, green, blue.
  public enum ColorModel: String, Sendable {
    /// One channel.
    case grey
    /// Red, green and blue.
    case rgb
    /// Luma and two colour differences (ITU-T T.871): most JPEGs.
    case yCbCr
    /// Indices into a palette.
    case indexed
    /// Inks: cyan, magenta, yellow and black.
    case cmyk
    /// CMYK whose first three channels are stored as luma and colour differences.
    case ycck
  }

  /// The file's format.
  public let format: ImageFileFormat
  /// The size as stored: ``orientation`` is not applied.
  public let size: PixelSize
  /// How the stored picture must be turned to stand upright, from Exif; `.up` where that is absent or makes no sense.
  public let orientation: Orientation
  /// What the stored samples mean.
  public let colorModel: ColorModel
  /// Bits in a stored sample, or in a palette index.
  public let bitDepth: Int
  /// The pixels that a reader delivers: encoded, and straight where they may be translucent, otherwise opaque.
  public let pixelFormat: PixelFormat
  /// Whether the picture comes in passes from coarse to fine: a progressive JPEG, an interlaced PNG.
  public let isProgressive: Bool
  /// The planes that the file can be read as (``ImageCodec/makePlaneReader(bytes:scale:limits:)``); nil where it cannot: it
  /// is no JPEG, or one of other colours or an unusual sampling.
  package let planes: PlaneLayout?
  /// The embedded ICC profile, unchecked, or one that says what the file says of its colours in other words.
  public let iccProfile: [UInt8]?
  /// What the file says of its colours.
  public let colors: FileColors
  /// When the photo was taken, by the camera's clock and without a time zone: `2024-05-01T12:30:00`.
  public let capturedAt: String?
  /// Whether the file has pictures beside the one that is read: an animation's, or pages.
  public let hasMorePictures: Bool
  /// Bytes that the decoder holds at once because the file does not bring the picture row by row.
  let wholePictureBytes: Int
  /// Bytes that the decoder holds at once where it has them, to be faster; 0 where it would not be.
  package let inflatingBytes: Int

  init(
    format: ImageFileFormat, size: PixelSize, orientation: Orientation, colorModel: ColorModel, bitDepth: Int,
    pixelFormat: PixelFormat, isProgressive: Bool, planes: PlaneLayout?, iccProfile: [UInt8]?,
    colors: FileColors, capturedAt: String?, hasMorePictures: Bool, wholePictureBytes: Int, inflatingBytes: Int
  ) {
    (self.format, self.size, self.orientation, self.colorModel) = (format, size, orientation, colorModel)
    (self.bitDepth, self.pixelFormat, self.isProgressive) = (bitDepth, pixelFormat, isProgressive)
    (self.planes, self.iccProfile, self.capturedAt) = (planes, iccProfile, capturedAt)
    self.hasMorePictures = hasMorePictures
    (self.wholePictureBytes, self.inflatingBytes) = (wholePictureBytes, inflatingBytes)
    self.colors = colors
  }

  /// The header of a file that says so of its colours.
  init(
    format: ImageFileFormat, size: PixelSize, orientation: Orientation, colorModel: ColorModel, bitDepth: Int,
    pixelFormat: PixelFormat, isProgressive: Bool, planes: PlaneLayout?, stated: StatedColors, capturedAt: String?,
    hasMorePictures: Bool = false, wholePictureBytes: Int, inflatingBytes: Int
  ) {
    self.init(
      format: format, size: size, orientation: orientation, colorModel: colorModel, bitDepth: bitDepth,
      pixelFormat: pixelFormat, isProgressive: isProgressive, planes: planes, iccProfile: stated.iccProfile,
      colors: FileColors(stated, samples: colorModel), capturedAt: capturedAt,
      hasMorePictures: hasMorePictures, wholePictureBytes: wholePictureBytes, inflatingBytes: inflatingBytes)
  }

  /// What a PNG of an image in memory would say: it is upright, and its colours are sRGB's.
  package init(of image: ImageShape) {
    self.init(
      format: .png, size: image.size, orientation: .up, colorModel: .rgb, bitDepth: image.format.depth.rawValue,
      pixelFormat: image.format.stored, isProgressive: false, planes: nil, iccProfile: nil, colors: .untagged,
      capturedAt: nil, hasMorePictures: false, wholePictureBytes: 0, inflatingBytes: 0)
  }

  /// Bits in a channel of the pixels that a reader delivers: 16 where samples have more than 8 bits, 8 for all else.
  public var depth: PixelFormat.Depth { pixelFormat.depth }

  /// Whether pixels may be translucent: an alpha channel, or transparency of single colours.
  public var hasAlpha: Bool { pixelFormat.alpha == .straight }

  /// The size of the picture when it stands upright.
  public var uprightSize: PixelSize { orientation.upright(size) }
}
