import ColorProfiles
import PixelCore

@_exported import struct Files.ImageFacts
import struct Foundation.Data
import struct Foundation.Date

/// The header of an image file. Its ``facts`` are also properties of it: `info.bitDepth`.
@dynamicMemberLookup
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

  /// The part of the header that catalogs record.
  public package(set) var facts: ImageFacts
  /// The planes that the file can be read as (``ImageCodec/makePlaneReader(bytes:scale:limits:)``). Nil if the file
  /// isn't a JPEG, is neither grey nor YCbCr, or has unusual sampling factors.
  package var planes: PlaneLayout?
  /// ``iccProfile`` as `Data`, which is encoded quickly for another process.
  private let profileData: Data?
  /// The colours that the file states.
  public package(set) var colors: FileColors
  /// The gain map that the file states, which makes the picture brighter on HDR screens.
  package var gainMap: StatedGainMap?
  /// Whether the file contains further pictures: frames of an animation, or pages.
  public package(set) var hasMorePictures: Bool
  /// Bytes that the decoder holds because the file isn't stored row by row; 0 for a file that is.
  var wholePictureBytes: Int
  /// Bytes that the decoder holds at once to be faster, if they are available; 0 if that wouldn't help.
  package let inflatingBytes: Int

  /// - Parameter stated: The colours that the file states.
  init(
    format: ImageFileFormat, size: PixelSize, orientation: Orientation = .up, colorModel: ColorModel, bitDepth: Int,
    hasAlpha: Bool, isProgressive: Bool = false, planes: PlaneLayout? = nil,
    stated: StatedColors = StatedColors(iccProfile: nil), capturedAt: Date? = nil, gainMap: StatedGainMap? = nil,
    hasMorePictures: Bool = false, wholePictureBytes: Int = 0, inflatingBytes: Int = 0
  ) {
    facts = ImageFacts(width: size.width, height: size.height, format: format.rawValue)
    (facts.orientation, facts.colorModel) = (Int16(orientation.rawValue), colorModel.rawValue)
    (facts.bitDepth, facts.hasAlpha, facts.isProgressive) = (Int16(bitDepth), hasAlpha, isProgressive)
    (facts.hasGainMap, facts.capturedAt) = (gainMap != nil, capturedAt)
    (self.planes, profileData, self.gainMap) = (planes, stated.iccProfile.map { Data($0) }, gainMap)
    colors = FileColors(stated, samples: colorModel)
    (self.hasMorePictures, self.wholePictureBytes) = (hasMorePictures, wholePictureBytes)
    self.inflatingBytes = inflatingBytes
    describeColors()
  }

  /// Creates the header that a PNG of an image in memory would have: upright and in sRGB.
  package init(of image: ImageShape) {
    self.init(
      format: .png, size: image.size, colorModel: .rgb, bitDepth: image.format.depth.rawValue,
      hasAlpha: image.format.alpha != .opaque)
  }

  /// Creates a header from what a catalog recorded of it; nil if the format isn't supported.
  package init?(recorded facts: ImageFacts) {
    if ImageFileFormat(rawValue: facts.format) == nil { return nil }
    self.facts = facts
    (profileData, colors, hasMorePictures) = (nil, .untagged, false)
    (wholePictureBytes, inflatingBytes) = (0, 0)
  }

  private mutating func describeColors() {
    facts.icc = profileData.map { colors.profileName ?? "\($0.count) bytes" }
    facts.colors = colorStatement
  }

  /// A fact of the header.
  public package(set) subscript<Value>(dynamicMember fact: WritableKeyPath<ImageFacts, Value>) -> Value {
    get { facts[keyPath: fact] }
    set { facts[keyPath: fact] = newValue }
  }

  /// The file's format.
  public var format: ImageFileFormat { ImageFileFormat(rawValue: facts.format)! }

  /// The size as stored: ``orientation`` is not applied.
  public package(set) var size: PixelSize {
    get { facts.size }
    set { facts.size = newValue }
  }

  /// How to turn the stored picture upright, from Exif; `.up` if missing or invalid.
  public package(set) var orientation: Orientation {
    get { facts.turn }
    set { facts.orientation = Int16(newValue.rawValue) }
  }

  /// The meaning of the stored samples.
  public var colorModel: ColorModel { facts.colorModel.flatMap(ColorModel.init) ?? .rgb }

  /// The embedded ICC profile, unchecked, or an equivalent profile made from what the file states about its colours.
  public var iccProfile: [UInt8]? { profileData.map { Array($0) } }

  /// Bits per channel of the pixels that a reader delivers: 16 if samples have more than 8 bits, otherwise 8.
  public var depth: PixelFormat.Depth { facts.bitDepth > 8 ? .sixteen : .eight }

  /// The format of the pixels that a reader delivers: encoded, and straight if they may be translucent, otherwise
  /// opaque.
  public var pixelFormat: PixelFormat {
    PixelFormat(depth: depth, transfer: .encoded, alpha: facts.hasAlpha ? .straight : .opaque)
  }

  /// The size of the picture after it has been turned upright.
  public var uprightSize: PixelSize { facts.uprightSize }
}

/// For passing a header to another process.
extension ImageInfo: Codable {
  /// Decodes a header from a process that isn't trusted. Throws if no file can have it.
  public init(from decoder: any Decoder) throws {
    let values = try decoder.container(keyedBy: CodingKeys.self)
    facts = try values.decode(ImageFacts.self, forKey: .facts)
    planes = try values.decodeIfPresent(PlaneLayout.self, forKey: .planes)
    profileData = try values.decodeIfPresent(Data.self, forKey: .profileData)
    colors = try values.decode(FileColors.self, forKey: .colors)
    gainMap = try values.decodeIfPresent(StatedGainMap.self, forKey: .gainMap)
    hasMorePictures = try values.decode(Bool.self, forKey: .hasMorePictures)
    wholePictureBytes = try values.decode(Int.self, forKey: .wholePictureBytes)
    inflatingBytes = try values.decode(Int.self, forKey: .inflatingBytes)
    guard isPossible else {
      throw DecodingError.dataCorrupted(
        DecodingError.Context(codingPath: decoder.codingPath, debugDescription: "no file has such a header"))
    }
    describeColors()
  }

  private var isPossible: Bool {
    let sides = 1...DecodeLimits.longestSide
    let bytes = 0...1 << 50
    // The years 0 to 9999.
    let times = -62_167_219_200.0..<253_402_300_800
    return ImageFileFormat(rawValue: facts.format) != nil && sides.contains(size.width) && sides.contains(size.height)
      && (1...8).contains(facts.orientation) && facts.colorModel.flatMap(ColorModel.init) != nil
      && [1, 2, 4, 8, 10, 12, 16].contains(facts.bitDepth)
      && facts.capturedAt.map { times.contains($0.timeIntervalSince1970) } ?? true
      && facts.content == nil && facts.perceptualHash == nil && facts.hasGainMap == (gainMap != nil)
      && planes.map(isPossible) ?? true && gainMap?.isPossible ?? true
      && bytes.contains(wholePictureBytes) && bytes.contains(inflatingBytes)
  }

  private func isPossible(_ planes: PlaneLayout) -> Bool {
    planes.luma == size && format.type.canHoldPlanes && pixelFormat == .encodedOpaque
      && planes.chromaStep.map { (1...4).contains($0.width) && (1...4).contains($0.height) } ?? true
  }
}

extension ImageFacts {
  /// Width and height as stored.
  package var size: PixelSize {
    get { PixelSize(width: Int(width), height: Int(height)) }
    set { (width, height) = (Int32(clamping: newValue.width), Int32(clamping: newValue.height)) }
  }

  /// How to turn the stored picture upright.
  package var turn: Orientation { Orientation(rawValue: Int(orientation)) ?? .up }

  /// The size of the picture after it has been turned upright.
  package var uprightSize: PixelSize { turn.upright(size) }

  /// Whether the picture's channels are CMYK.
  package var isCMYK: Bool { colorModel.flatMap(ImageInfo.ColorModel.init)?.isCMYK == true }
}
