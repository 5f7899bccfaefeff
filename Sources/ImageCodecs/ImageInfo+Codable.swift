import PixelCore

import struct Foundation.Data

/// For passing a header to another process. The decoder refuses values that no file can have.
extension ImageInfo: Codable {
  private struct Fields: Codable {
    var format: String
    var width, height: Int
    var orientation: Int
    var colorModel: String
    var bitDepth: Int
    var isDeep, hasAlpha, isProgressive, hasMorePictures: Bool
    /// Width and height of ``PlaneLayout/chromaStep``. Empty for a picture without planes; 0 and 0 for luma alone.
    var chromaStep: [Int]
    var iccProfile: Data?
    var colors: FileColors
    var capturedAt: String?
    var gainMap: StatedGainMap?
    var wholePictureBytes, inflatingBytes: Int
  }

  public func encode(to encoder: any Encoder) throws {
    let step = planes.map { [$0.chromaStep?.width ?? 0, $0.chromaStep?.height ?? 0] } ?? []
    try Fields(
      format: format.rawValue, width: size.width, height: size.height, orientation: orientation.rawValue,
      colorModel: colorModel.rawValue, bitDepth: bitDepth, isDeep: depth == .sixteen, hasAlpha: hasAlpha,
      isProgressive: isProgressive, hasMorePictures: hasMorePictures, chromaStep: step,
      iccProfile: iccProfile.map { Data($0) }, colors: colors,
      capturedAt: capturedAt, gainMap: gainMap,
      wholePictureBytes: wholePictureBytes, inflatingBytes: inflatingBytes
    ).encode(to: encoder)
  }

  public init(from decoder: any Decoder) throws {
    let fields = try Fields(from: decoder)
    let sides = 1...DecodeLimits.longestSide
    let bytes = 0...1 << 50
    guard let format = ImageFileFormat(rawValue: fields.format), sides.contains(fields.width),
      sides.contains(fields.height), let orientation = Orientation(rawValue: fields.orientation),
      let colorModel = ColorModel(rawValue: fields.colorModel), [1, 2, 4, 8, 10, 12, 16].contains(fields.bitDepth),
      [[], [0, 0]].contains(fields.chromaStep)
        || fields.chromaStep.count == 2 && fields.chromaStep.allSatisfy((1...4).contains),
      fields.chromaStep.isEmpty || format.type.canHoldPlanes && !fields.isDeep && !fields.hasAlpha,
      fields.capturedAt?.utf8.count ?? 0 <= 64, fields.gainMap?.isPossible ?? true,
      bytes.contains(fields.wholePictureBytes),
      bytes.contains(fields.inflatingBytes)
    else {
      throw DecodingError.dataCorrupted(
        DecodingError.Context(codingPath: decoder.codingPath, debugDescription: "no file has such a header"))
    }
    let size = PixelSize(width: fields.width, height: fields.height)
    let planes: PlaneLayout? =
      switch fields.chromaStep {
      case []: nil
      case [0, 0]: PlaneLayout(luma: size, chromaStep: nil)
      case let step: PlaneLayout(luma: size, chromaStep: PixelSize(width: step[0], height: step[1]))
      }
    self.init(
      format: format, size: size, orientation: orientation, colorModel: colorModel, bitDepth: fields.bitDepth,
      pixelFormat: PixelFormat(
        depth: fields.isDeep ? .sixteen : .eight, transfer: .encoded, alpha: fields.hasAlpha ? .straight : .opaque),
      isProgressive: fields.isProgressive, planes: planes, iccProfile: fields.iccProfile.map { Array($0) },
      colors: fields.colors, capturedAt: fields.capturedAt, gainMap: fields.gainMap,
      hasMorePictures: fields.hasMorePictures,
      wholePictureBytes: fields.wholePictureBytes,
      inflatingBytes: fields.inflatingBytes)
  }
}
