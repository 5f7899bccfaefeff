import PixelCore

/// A picture coded as H.265, with its decoder configuration (`hvcC`, ISO/IEC 14496-15, section 8.3.3).
struct HEVCCoding: HEIFCoding {
  static let itemKind = "hvc1"
  static let properties: Set = ["hvcC"]

  let depth: Int
  let chromaStep: PixelSize?
  // Only the parameter sets contain these values, and libde265 reads those.
  var size: PixelSize? { nil }
  var codes: ColorCodes? { nil }
  /// Number of bytes of the length before each NAL unit of a picture: 1 to 4.
  let lengthBytes: Int
  /// Ranges of the parameter sets in the file.
  let units: [Range<Int>]

  /// Maximum number of parameter sets. Limited because each part of a grid has its own list of them.
  private static let mostUnits = 64

  init(of item: HEIFItem, in container: HEIFContainer) throws(CodecError) {
    let format = container.format
    guard var box = item.content("hvcC") else {
      throw .damaged(format, why: "it does not say how its picture is coded", row: nil)
    }
    _ = try box.take(16)
    let chroma = try box.number(UInt8.self) & 3
    chromaStep =
      switch chroma {
      case 0: nil
      case 1: PixelSize(width: 2, height: 2)
      case 2: PixelSize(width: 2, height: 1)
      default: PixelSize(width: 1, height: 1)
      }
    depth = 8 + Int(try box.number(UInt8.self) & 7)
    guard [8, 10, 12].contains(depth) else { throw .unsupported(format, feature: "samples of \(depth) bits") }
    let chromaDepth = 8 + Int(try box.number(UInt8.self) & 7)
    guard chroma == 0 || chromaDepth == depth else {
      throw .unsupported(format, feature: "chroma of another depth than its luma")
    }
    _ = try box.take(2)
    lengthBytes = 1 + Int(try box.number(UInt8.self) & 3)
    var units: [Range<Int>] = []
    for _ in 0..<(try box.number(UInt8.self)) {
      _ = try box.take(1)
      for _ in 0..<(try box.number(UInt16.self)) where units.count <= Self.mostUnits {
        units.append(try box.take(Int(try box.number(UInt16.self))))
      }
    }
    guard units.count <= Self.mostUnits else { throw .damaged(format, why: "it has too many parts", row: nil) }
    self.units = units
  }

  func decode(
    _ item: HEIFItem, size: PixelSize, in container: HEIFContainer, limits: DecodeLimits
  ) throws(CodecError) -> any CodedPicture {
    try HEVCPicture(item, coding: self, size: size, in: container, limits: limits)
  }

  /// Bytes of the planes and of libde265's notes about blocks or its copy of luma for smoothing. Beside the planes and
  /// the coded data, libde265 took 1.6 bytes a pixel at 1 to 24 million pixels, in 4:2:0 and 4:4:4 (libde265 1.0.11).
  func decodingBytes(of size: PixelSize) -> Int {
    planeBytes(pixels: size.pixelCount) + sampleBytes * size.pixelCount * 8 / 5
  }
}
