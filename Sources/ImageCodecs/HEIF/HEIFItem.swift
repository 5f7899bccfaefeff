import PixelCore

/// An item of a HEIF file (ISO/IEC 23008-12): a coded picture, a grid of coded pictures, Exif.
struct HEIFItem {
  /// Four letters: `hvc1` for a picture coded as H.265, `av01` for AV1, `grid` for a picture of several parts.
  var kind = ""
  /// The media type of a `mime` item, such as `application/rdf+xml` for XMP.
  var mediaType: String?
  var isHidden = false
  var isProtected = false
  /// Whether ``pieces`` are offsets into the metadata's own data (`idat`) instead of the file.
  var isInData = false
  /// The range of the file that ``pieces`` are relative to; nil for the whole file.
  var bounds: Range<Int>?
  /// Ranges of the item's bytes, in order. An empty range extends to the end.
  var pieces: [Range<Int>] = []
  var properties: [HEIFProperty] = []
  /// Kinds of the item's essential properties that packshot doesn't read.
  var unknownProperties: [String] = []

  var isXMP: Bool { kind == "mime" && mediaType == "application/rdf+xml" }

  /// Returns the first non-nil result of `property` for the item's properties.
  func first<Value>(_ property: (HEIFProperty) -> Value?) -> Value? { properties.lazy.compactMap(property).first }

  var size: PixelSize? {
    first { property in
      guard case .size(let width, let height) = property else { return nil }
      return PixelSize(width: Int(width), height: Int(height))
    }
  }
  var profile: Range<Int>? { first { if case .profile(let place) = $0 { place } else { nil } } }
  var codes: ColorCodes? { first { if case .codes(let codes) = $0 { codes } else { nil } } }
  /// The purpose of an auxiliary picture: a name such as `urn:mpeg:hevc:2015:auxid:1`.
  var purpose: String? { first { if case .purpose(let name) = $0 { name } else { nil } } }

  /// Returns the content of the item's first property of `kind`, if packshot has no case for that kind.
  func content(_ kind: String) -> BoxReader? {
    first { if case .other(kind, let content) = $0 { content } else { nil } }
  }
}

/// A property of an item.
enum HEIFProperty {
  /// `ispe`: the size before rotation.
  case size(width: UInt32, height: UInt32)
  /// `colr` with an ICC profile: its range in the file.
  case profile(Range<Int>)
  /// `colr` with code points of ITU-T H.273.
  case codes(ColorCodes)
  /// `irot`: quarter turns counter-clockwise.
  case turn(Int)
  /// `imir`: 0 swaps top and bottom, 1 swaps left and right.
  case mirror(Int)
  /// `clap`: the part that is shown.
  case frame(HEIFFrame)
  /// `auxC`, or `auxi` of a track: the purpose of an auxiliary picture.
  case purpose(String)
  /// Any other property, with its content: read by the coding, or ignored.
  case other(String, BoxReader)

  init(_ kind: String, _ content: BoxReader) throws(CodecError) {
    var box = content
    switch kind {
    case "ispe":
      _ = try box.versionAndFlags()
      self = .size(width: try box.number(UInt32.self), height: try box.number(UInt32.self))
    case "colr":
      switch try box.word() {
      case "prof", "rICC": self = .profile(box.rest)
      case "nclx":
        self = .codes(
          ColorCodes(
            primaries: try box.number(UInt16.self), transfer: try box.number(UInt16.self),
            matrix: try box.number(UInt16.self), isFullRange: try box.number(UInt8.self) & 0x80 != 0))
      default: self = .other(kind, content)
      }
    case "irot": self = .turn(Int(try box.number(UInt8.self) & 3))
    case "imir": self = .mirror(Int(try box.number(UInt8.self) & 1))
    case "clap":
      var numbers: [Int] = []
      for _ in 0..<8 { numbers.append(Int(try box.number(Int32.self))) }
      let fraction = { HEIFFrame.Fraction(numerator: numbers[$0], denominator: numbers[$0 + 1]) }
      self = .frame(HEIFFrame(width: fraction(0), height: fraction(2), right: fraction(4), down: fraction(6)))
    case "auxC", "auxi":
      _ = try box.versionAndFlags()
      self = .purpose(try box.text())
    default: self = .other(kind, content)
    }
  }
}
