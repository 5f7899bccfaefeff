import ColorProfiles
import PixelCore

/// The colours that a file states in any of several ways, as a profile, with a warning about what was ignored.
///
/// | format | sources in order of precedence |
/// |---|---|
/// | JPEG | the ICC profile; Exif's `R03` or colour space 2: Adobe RGB |
/// | PNG | cICP, unless it is HDR and there is an iCCP; iCCP; sRGB; a raw profile in a text; gAMA with cHRM |
/// | AVIF, HEIC | the ICC profile; the code points (`nclx`) |
/// | WebP, TIFF, GIF, BMP, PSD | the ICC profile |
struct StatedColors: Equatable {
  /// The embedded profile, or an equivalent profile for colours that the file states in another way. Nil for sRGB and
  /// if nothing is stated.
  var iccProfile: [UInt8]?
  /// A warning about ignored information, as a sentence.
  var remark: String?

  /// Creates the colours of a file that can state them only by a profile.
  init(iccProfile: [UInt8]?) { self.init(iccProfile: iccProfile, remark: nil) }

  init(iccProfile: [UInt8]?, remark: String?) { (self.iccProfile, self.remark) = (iccProfile, remark) }

  /// Creates the colours of a JPEG.
  init(iccProfile: [UInt8]?, exif: Exif?) {
    self.iccProfile = iccProfile ?? (exif?.isAdobeRGB == true ? ProfileWriter.adobeRGB : nil)
  }

  /// Creates the colours of an AVIF or a HEIC.
  init(iccProfile: [UInt8]?, coded: CodedColors) {
    self = iccProfile.map { Self(iccProfile: $0) } ?? Self(coded)
  }

  /// Returns a warning if the coded data states colours other than sRGB that are ignored; otherwise nil.
  static func remark(onIgnored coded: CodedColors) -> String? {
    let stated = Self(coded)
    guard let iccProfile = stated.iccProfile, case .success(let profile) = ColorProfile.read(iccProfile) else {
      return stated.remark
    }
    let name = profile.name ?? "others"
    return
      "its colours are \(name), which its container does not declare, so they are read as sRGB, and will look wrong"
  }

  private init(_ coded: CodedColors) {
    switch coded.meaning {
    case .sRGB: self.init(iccProfile: nil)
    case .profile(let bytes): self.init(iccProfile: bytes)
    case .hdr(let curve):
      self.init(
        iccProfile: nil,
        remark: "its colours are HDR (\(curve)), which is not tone mapped: they are read as sRGB, and will look flat")
    case .unknown(let codes):
      self.init(iccProfile: nil, remark: "its colours are not known (\(codes)), so they are read as sRGB")
    }
  }
}

/// Reads a PNG's colours from its chunks (PNG specification, third edition, section 4.3).
extension StatedColors {
  init(iccProfile: [UInt8]?, chunks: PNGColorChunks) {
    if let coded = chunks.coded {
      self.init(coded)
      // An HDR file may have a profile for viewers without HDR.
      guard let iccProfile, case .hdr(let curve) = coded.meaning else { return }
      self.init(iccProfile: iccProfile, remark: "its HDR (\(curve)) is left out; its colour profile counts")
      return
    }
    self.init(iccProfile: iccProfile)
    if iccProfile != nil || chunks.isSRGB { return }
    guard let gamma = chunks.gamma else {
      if let places = chunks.chromaticities, !Self.isSRGB(places) {
        remark = "its primaries (cHRM) are ignored, as it does not say its gamma (gAMA)"
      }
      return
    }
    let isCommon = (0.45...0.46).contains(gamma)
    guard let places = chunks.chromaticities, gamma != 1 else {
      if !isCommon {
        remark = "its gamma (gAMA \(Self.decimals(gamma))) is ignored, and its colours are read as sRGB"
      }
      return
    }
    if isCommon && Self.isSRGB(places) { return }
    let name = "gamma \(Self.decimals(1 / gamma)) and primaries of its own"
    // Exponents outside this range, and primaries that aren't colours, are mistakes.
    if (0.25..<1).contains(gamma),
      let bytes = ProfileWriter.profile(named: name, places: places, gamma: 1 / gamma)
    {
      self.iccProfile = bytes
    } else {
      remark = "its gamma and primaries (gAMA, cHRM) are not colours, so they are read as sRGB"
    }
  }

  private static func isSRGB(_ places: [(Double, Double)]) -> Bool {
    zip(places, [(0.64, 0.33), (0.3, 0.6), (0.15, 0.06), (0.3127, 0.329)]).allSatisfy { found, expected in
      abs(found.0 - expected.0) <= 0.003 && abs(found.1 - expected.1) <= 0.003
    }
  }

  /// Rounds to two decimals, such as 0.45.
  private static func decimals(_ value: Double) -> Double { (value * 100).rounded() / 100 }
}

/// The colours stated by a PNG's chunks before its picture, without iCCP. Damaged chunks are ignored.
struct PNGColorChunks {
  var coded: CodedColors?
  var isSRGB = false
  /// The exponent with which light is encoded.
  var gamma: Double?
  /// Chromaticities x and y of red, green, blue and white.
  var chromaticities: [(Double, Double)]?

  init(_ file: EncodedImage) {
    for chunk in PNGChunks(file) {
      if chunk.isOf("IDAT") { return }
      let data = chunk.data
      let parts = { (index: Int) in
        Double(UInt32(bigEndian: data.loadUnaligned(fromByteOffset: 4 * index, as: UInt32.self)))
      }
      if chunk.isOf("cICP"), data.count == 4, data[2] == 0, chunk.isIntact {
        coded = CodedColors(primaries: Int(data[0]), transfer: Int(data[1]))
      } else if chunk.isOf("sRGB"), data.count == 1, chunk.isIntact {
        isSRGB = true
      } else if chunk.isOf("gAMA"), data.count == 4, parts(0) > 0, chunk.isIntact {
        gamma = parts(0) / 100_000
      } else if chunk.isOf("cHRM"), data.count == 32, chunk.isIntact {
        let values = (0..<8).map { parts($0) / 100_000 }
        chromaticities = [
          (values[2], values[3]), (values[4], values[5]), (values[6], values[7]), (values[0], values[1]),
        ]
      }
    }
  }
}
