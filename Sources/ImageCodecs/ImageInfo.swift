import PixelCore

/// The header of an image file.
public struct ImageInfo: Sendable, Equatable {
  /// The meaning of samples. Reading converts all of them to red, green and blue.
  public enum ColorModel: String, Sendable {
    /// One channel.
    case grey
    /// Red, green and blue.
    case rgb
    /// Luma and two colour differences (ITU-T T.871): most JPEGs.
    case yCbCr
    /// Indices into a palette.
    case indexed
    /// Cyan, magenta, yellow and black.
    case cmyk
    /// CMYK whose first three channels are stored as luma and colour differences.
    case ycck
  }

  /// The file's format.
  public let format: ImageFileFormat
  /// The size as stored: ``orientation`` is not applied.
  public let size: PixelSize
  /// How to turn the stored picture upright, from Exif; `.up` if missing or invalid.
  public let orientation: Orientation
  /// The meaning of the stored samples.
  public let colorModel: ColorModel
  /// Bits in a stored sample, or in a palette index.
  public let bitDepth: Int
  /// The format of the pixels that a reader delivers: encoded, and straight if they may be translucent, otherwise
  /// opaque.
  public let pixelFormat: PixelFormat
  /// Whether the picture is stored in passes from coarse to fine: a progressive JPEG, an interlaced PNG.
  public let isProgressive: Bool
  /// The planes that the file can be read as (``ImageCodec/makePlaneReader(bytes:scale:limits:)``). Nil if the file
  /// isn't a JPEG, is neither grey nor YCbCr, or has unusual sampling factors.
  package let planes: PlaneLayout?
  /// The embedded ICC profile, unchecked, or an equivalent profile made from what the file states about its colours.
  public let iccProfile: [UInt8]?
  /// The colours that the file states.
  public let colors: FileColors
  /// Capture time by the camera's clock, without a time zone: `2024-05-01T12:30:00`.
  public let capturedAt: String?
  /// The gain map that the file states, which makes the picture brighter on HDR screens.
  package let gainMap: StatedGainMap?
  /// Whether the file contains further pictures: frames of an animation, or pages.
  public let hasMorePictures: Bool
  /// Bytes that the decoder holds because the file isn't stored row by row; 0 for a file that is.
  let wholePictureBytes: Int
  /// Bytes that the decoder holds at once to be faster, if they are available; 0 if that wouldn't help.
  package let inflatingBytes: Int

  init(
    format: ImageFileFormat, size: PixelSize, orientation: Orientation, colorModel: ColorModel, bitDepth: Int,
    pixelFormat: PixelFormat, isProgressive: Bool, planes: PlaneLayout?, iccProfile: [UInt8]?,
    colors: FileColors, capturedAt: String?, gainMap: StatedGainMap?, hasMorePictures: Bool, wholePictureBytes: Int,
    inflatingBytes: Int
  ) {
    (self.format, self.size, self.orientation, self.colorModel) = (format, size, orientation, colorModel)
    (self.bitDepth, self.pixelFormat, self.isProgressive) = (bitDepth, pixelFormat, isProgressive)
    (self.planes, self.iccProfile, self.capturedAt) = (planes, iccProfile, capturedAt)
    (self.gainMap, self.hasMorePictures) = (gainMap, hasMorePictures)
    (self.wholePictureBytes, self.inflatingBytes) = (wholePictureBytes, inflatingBytes)
    self.colors = colors
  }

  /// Creates the header of a file with these stated colours.
  init(
    format: ImageFileFormat, size: PixelSize, orientation: Orientation, colorModel: ColorModel, bitDepth: Int,
    pixelFormat: PixelFormat, isProgressive: Bool, planes: PlaneLayout?, stated: StatedColors, capturedAt: String?,
    gainMap: StatedGainMap? = nil, hasMorePictures: Bool = false, wholePictureBytes: Int, inflatingBytes: Int
  ) {
    self.init(
      format: format, size: size, orientation: orientation, colorModel: colorModel, bitDepth: bitDepth,
      pixelFormat: pixelFormat, isProgressive: isProgressive, planes: planes, iccProfile: stated.iccProfile,
      colors: FileColors(stated, samples: colorModel), capturedAt: capturedAt,
      gainMap: gainMap, hasMorePictures: hasMorePictures, wholePictureBytes: wholePictureBytes,
      inflatingBytes: inflatingBytes)
  }

  /// Creates the header that a PNG of an image in memory would have: upright and in sRGB.
  package init(of image: ImageShape) {
    self.init(
      format: .png, size: image.size, orientation: .up, colorModel: .rgb, bitDepth: image.format.depth.rawValue,
      pixelFormat: image.format.stored, isProgressive: false, planes: nil, iccProfile: nil, colors: .untagged,
      capturedAt: nil, gainMap: nil, hasMorePictures: false, wholePictureBytes: 0, inflatingBytes: 0)
  }

  /// Bits per channel of the pixels that a reader delivers: 16 if samples have more than 8 bits, otherwise 8.
  public var depth: PixelFormat.Depth { pixelFormat.depth }

  /// Whether pixels may be translucent: through an alpha channel, or a transparent colour.
  public var hasAlpha: Bool { pixelFormat.alpha == .straight }

  /// The size of the picture after it has been turned upright.
  public var uprightSize: PixelSize { orientation.upright(size) }
}
