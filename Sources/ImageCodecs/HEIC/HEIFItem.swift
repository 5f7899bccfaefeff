import PixelCore

/// Something in a HEIF file (ISO/IEC 23008-12): a coded picture, a grid of such, Exif.
struct HEIFItem {
  /// Four letters: `hvc1` for a picture that is coded as H.265 has it, `grid` for one of several parts.
  var kind = ""
  var isHidden = false
  var isProtected = false
  /// Whether its places are in the metadata's own data (`idat`), and not in the file.
  var isInData = false
  /// Where its bytes are, one piece after another.
  var pieces: [Range<Int>] = []
  var properties: [HEIFProperty] = []
  /// A property without which it must not be shown, and that is not known here.
  var unknownProperty: String?

  /// The first of its properties that `property` makes something of.
  func first<Value>(_ property: (HEIFProperty) -> Value?) -> Value? { properties.lazy.compactMap(property).first }

  var size: PixelSize? {
    first { property in
      guard case .size(let width, let height) = property else { return nil }
      return PixelSize(width: Int(width), height: Int(height))
    }
  }
  var profile: Range<Int>? { first { if case .profile(let place) = $0 { place } else { nil } } }
  var codes: ColorCodes? { first { if case .codes(let codes) = $0 { codes } else { nil } } }
  var coding: HEVCConfiguration? { first { if case .coding(let coding) = $0 { coding } else { nil } } }
  /// What it is for, if it is not to be seen by itself: a name such as `urn:mpeg:hevc:2015:auxid:1`.
  var purpose: String? { first { if case .purpose(let name) = $0 { name } else { nil } } }
}

/// What a file says of an item.
enum HEIFProperty {
  /// `ispe`: its size before it is turned.
  case size(width: UInt32, height: UInt32)
  /// `colr` with an ICC profile: its place in the file.
  case profile(Range<Int>)
  /// `colr` with code points of ITU-T H.273.
  case codes(ColorCodes)
  /// `hvcC`: what its decoder is told first.
  case coding(HEVCConfiguration)
  /// `irot`: quarter turns counter-clockwise.
  case turn(Int)
  /// `imir`: 0 top to bottom, 1 left to right.
  case mirror(Int)
  /// `clap`: the part that is shown.
  case frame(HEIFFrame)
  /// `auxC`: what it is for, if it is not to be seen by itself.
  case purpose(String)
  /// What tells nothing that matters here.
  case other(String)
}

/// A part of a picture in fractions (`clap`, ISO/IEC 14496-12, section 12.1.4): its size, and how far its middle is from that of
/// the picture.
struct HEIFFrame {
  struct Fraction {
    var numerator, denominator: Int
  }
  var width, height, right, down: Fraction

  /// The place in a picture of `size`, if it is one of whole pixels.
  func place(in size: PixelSize) -> PixelRect? {
    guard let (x, width) = Self.place(width, right, in: size.width),
      let (y, height) = Self.place(height, down, in: size.height)
    else { return nil }
    return PixelRect(origin: PixelPoint(x: x, y: y), size: PixelSize(width: width, height: height))
  }

  private static func place(_ length: Fraction, _ offset: Fraction, in whole: Int) -> (start: Int, length: Int)? {
    guard length.denominator > 0, offset.denominator > 0, length.numerator % length.denominator == 0 else { return nil }
    let count = length.numerator / length.denominator
    // The start is offset + (whole − count) / 2.
    let twice = 2 * offset.numerator + (whole - count) * offset.denominator
    guard count > 0, twice >= 0, twice % (2 * offset.denominator) == 0 else { return nil }
    let start = twice / (2 * offset.denominator)
    return start + count <= whole ? (start, count) : nil
  }
}

/// What a decoder of H.265 is told before a picture (`hvcC`, ISO/IEC 14496-15, section 8.3.3).
struct HEVCConfiguration {
  /// Bits of a sample.
  let depth: Int
  /// For how many samples of luma one of chroma stands; nil in a grey picture.
  let chromaStep: PixelSize?
  /// How many bytes say how long a part of a picture is.
  let lengthBytes: Int
  /// The parameter sets, by their places in the file.
  let units: [Range<Int>]

  init(_ box: BoxReader) throws(CodecError) {
    var box = box
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
    guard [8, 10, 12].contains(depth) else { throw .unsupported(.heic, feature: "samples of \(depth) bits") }
    let chromaDepth = 8 + Int(try box.number(UInt8.self) & 7)
    guard chroma == 0 || chromaDepth == depth else {
      throw .unsupported(.heic, feature: "chroma of another depth than its luma")
    }
    _ = try box.take(2)
    lengthBytes = 1 + Int(try box.number(UInt8.self) & 3)
    var units: [Range<Int>] = []
    for _ in 0..<(try box.number(UInt8.self)) {
      _ = try box.take(1)
      for _ in 0..<(try box.number(UInt16.self)) { units.append(try box.take(Int(try box.number(UInt16.self)))) }
    }
    self.units = units
  }
}
