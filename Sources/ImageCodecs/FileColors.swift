import ColorProfiles
import PixelCore
import PixelKernels

/// The colours that a file states, and how they are interpreted.
///
/// Determined when the header is read, and passed on with the header, so that planning parses no profile.
public struct FileColors: Sendable, Equatable {
  /// How the numbers of a file's pixels are interpreted.
  public enum Meaning: String, Sendable, Codable {
    /// As sRGB, because the file states no colours.
    case untagged
    /// As sRGB, because the file's profile describes sRGB (``ColorProfile/isSRGB``).
    case sRGB
    /// As colours of the file's profile, by which they are converted to the working space.
    case profile
    /// As sRGB, because the profile can't be used. CMYK is converted by a plain formula.
    case unusable
  }

  /// How the numbers of the file's pixels are interpreted.
  public let meaning: Meaning
  /// The profile's display name.
  public let profileName: String?
  /// Why the profile can't be used, worded as part of a sentence.
  public let problem: String?
  /// A further warning about the colours, as a sentence: what was ignored, and why.
  let remark: String?
  /// The colour model of the profile.
  package let model: ColorProfile.Model?
  /// The profile's ``ColorProfile/mixing``; 0 without a usable profile.
  package let mixing: Double
  /// Whether the profile's numbers mean the same colours as in Display P3.
  let isDisplayP3: Bool

  /// The colours of a file that states none.
  public static let untagged = FileColors(meaning: .untagged)

  init(
    meaning: Meaning, profileName: String? = nil, problem: String? = nil, remark: String? = nil,
    model: ColorProfile.Model? = nil, mixing: Double = 0, isDisplayP3: Bool = false
  ) {
    self.isDisplayP3 = isDisplayP3
    (self.meaning, self.profileName, self.problem) = (meaning, profileName.map(Self.bounded), problem)
    (self.remark, self.model, self.mixing) = (remark, model, mixing)
  }

  /// - Parameter samples: The colour model of the file's samples.
  init(_ stated: StatedColors, samples: ImageInfo.ColorModel) {
    guard let iccProfile = stated.iccProfile else {
      self.init(meaning: .untagged, remark: stated.remark)
      return
    }
    switch ColorProfile.read(iccProfile) {
    case .success(let profile) where !profile.model.allows(samples):
      self.init(
        meaning: .unusable, profileName: profile.name,
        problem: "it is for \(profile.model.words), and the file is \(samples.words)")
    case .success(let profile):
      self.init(
        meaning: profile.isSRGB ? .sRGB : .profile, profileName: profile.name, remark: stated.remark,
        model: profile.model, mixing: profile.mixing, isDisplayP3: profile.space == .displayP3)
    case .failure(let fault): self.init(meaning: .unusable, problem: fault.message)
    }
  }

  /// Limits the length of a profile's name, which can be as long as a file.
  private static func bounded(_ name: String) -> String { String(name.prefix(100)) }

  /// Whether pixels must be converted to become sRGB. False for CMYK, because readers convert it themselves.
  public var needsConversion: Bool { meaning == .profile && model != .cmyk }

  /// Whether readers convert CMYK to the working space by the file's profile.
  var haveCMYKProfile: Bool { meaning == .profile && model == .cmyk }

  /// Whether pixels must be converted to a working space, as far as the header shows.
  package func needsConversion(to space: WorkingSpace) -> Bool {
    switch space {
    case .sRGB: needsConversion
    case .displayP3: !isDisplayP3
    }
  }

  /// Whether an output whose pixel values aren't converted can embed the file's profile.
  public var canBeKept: Bool { model == .rgb && (meaning == .profile || meaning == .sRGB) }
}

extension FileColors: CustomStringConvertible {
  /// A description such as `Display P3`.
  public var description: String {
    let name = profileName ?? "those of a profile without a name"
    return switch meaning {
    case .untagged: remark == nil ? "sRGB, because the file declares no other" : "read as sRGB"
    case .sRGB: "sRGB, by its profile" + (profileName.map { " (\($0))" } ?? "")
    case .profile: name
    case .unusable: "read as sRGB, because its profile cannot be used"
    }
  }
}

extension ImageInfo {
  /// Returns the conversion of a reader's pixels to the working space, if they need one. Readers convert CMYK by a
  /// profile themselves. CMYK converted by the formula, and everything interpreted as sRGB, arrives as sRGB.
  package func transform(_ handling: ColorHandling = ColorHandling()) -> ColorTransform? {
    guard colors.needsConversion(to: handling.conversion.space), cmykToSRGB(handling) == nil else { return nil }
    if colors.needsConversion { return profile?.transform(handling.conversion) }
    guard handling.conversion.space != .sRGB, case .success(let sRGB) = ColorProfile.read(WorkingSpace.sRGB.profile)
    else {
      return nil
    }
    return sRGB.transform(handling.conversion)
  }

  /// Returns the conversion of CMYK to the working space, by the file's own profile or else by ``ColorHandling/cmykProfile``.
  /// Nil if there is neither, or the file isn't CMYK.
  func cmykToSRGB(_ handling: ColorHandling) -> TableTransform? {
    guard colorModel.isCMYK else { return nil }
    let own = colors.haveCMYKProfile ? profile : nil
    guard case .table(let table)? = (own ?? handling.cmykProfile?.profile)?.transform(handling.conversion) else {
      return nil
    }
    return table
  }

  /// The file's profile, if it has one that can be used.
  package var profile: ColorProfile? {
    guard let iccProfile, case .success(let profile) = ColorProfile.read(iccProfile) else { return nil }
    return profile
  }

  /// A description of the colours that the file states, such as `Display P3`.
  public var colorStatement: String {
    colorModel.isCMYK && !colors.haveCMYKProfile ? "CMYK without a profile that can be used" : "\(colors)"
  }

  /// Returns the colours of the file and how they are converted, such as `Display P3, converted to sRGB as they are
  /// decoded`.
  ///
  /// - Parameters:
  ///   - isConverted: Whether the pixels are converted when they are read.
  ///   - handling: How colours are converted.
  package func colorSummary(isConverted: Bool, handling: ColorHandling = ColorHandling()) -> String {
    let space = handling.conversion.space.name
    if colorModel.isCMYK && !colors.haveCMYKProfile {
      let named = handling.cmykProfile?.name ?? "the profile given for it"
      let way = cmykToSRGB(handling) == nil ? "a plain formula" : named
      return "\(colorStatement), converted to \(space) by \(way)"
    }
    return colorStatement + (isConverted || colors.haveCMYKProfile ? ", converted to \(space) as they are decoded" : "")
  }

  /// A warning about the file's colours; nil if there is none.
  public var colorWarning: String? {
    guard let problem = colors.problem else { return colors.remark }
    // The reader warns about CMYK without a profile.
    return "its colour profile cannot be used (\(problem))"
      + (colorModel.isCMYK ? "" : ", so its colours are read as sRGB")
  }
}

extension ColorProfile.Model {
  /// Whether a profile of this model can describe `samples`. Grey samples can have an RGB profile, because they are
  /// read as equal red, green and blue.
  fileprivate func allows(_ samples: ImageInfo.ColorModel) -> Bool {
    switch samples {
    case .grey: self != .cmyk
    case .rgb, .yCbCr, .indexed: self == .rgb
    case .cmyk, .ycck: self == .cmyk
    }
  }
}

extension ImageInfo.ColorModel {
  /// Whether the samples are CMYK or YCCK.
  package var isCMYK: Bool { self == .cmyk || self == .ycck }

  fileprivate var words: String {
    switch self {
    case .grey: "grey"
    case .rgb, .yCbCr, .indexed: "RGB"
    case .cmyk, .ycck: "CMYK"
    }
  }
}

/// For passing a header to another process. Decoding limits the length of all texts.
extension FileColors: Codable {
  public init(from decoder: any Decoder) throws {
    let values = try decoder.container(keyedBy: CodingKeys.self)
    self.init(
      meaning: try values.decode(Meaning.self, forKey: .meaning),
      profileName: try values.decodeIfPresent(String.self, forKey: .profileName),
      problem: try values.decodeIfPresent(String.self, forKey: .problem).map(Self.bounded),
      remark: try values.decodeIfPresent(String.self, forKey: .remark).map { String($0.prefix(200)) },
      model: try values.decodeIfPresent(ColorProfile.Model.self, forKey: .model),
      mixing: try values.decode(Double.self, forKey: .mixing),
      isDisplayP3: try values.decode(Bool.self, forKey: .isDisplayP3))
  }
}
