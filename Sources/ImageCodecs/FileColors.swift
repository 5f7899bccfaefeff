import ColorProfiles
import PixelCore
import PixelKernels

/// What a file says of its colours, and what is made of that.
///
/// It is found where the file is read, and travels with its header: whoever plans by it parses no profile.
public struct FileColors: Sendable, Equatable {
  /// What the numbers of a file's pixels are.
  public enum Meaning: String, Sendable, Codable {
    /// sRGB's, as the file says nothing.
    case untagged
    /// sRGB's, as its profile says by its numbers.
    case sRGB
    /// A profile's, by which they become sRGB's.
    case profile
    /// Unknown, as the profile cannot be used: they are taken for sRGB's, and inks for what a plain formula makes of them.
    case unusable
  }

  /// What the numbers of its pixels are.
  public let meaning: Meaning
  /// What people call the profile.
  public let profileName: String?
  /// Why the profile cannot be used, as a part of a sentence.
  public let problem: String?
  /// What else people should know, as a sentence: what was left out of account, and why.
  let remark: String?
  /// Whose numbers the profile is for.
  package let model: ColorProfile.Model?
  /// ``ColorProfile/mixing``.
  package let mixing: Double
  /// Whether the profile is Display P3 by its numbers.
  let isDisplayP3: Bool

  /// A file that says nothing.
  public static let untagged = FileColors(meaning: .untagged)

  init(
    meaning: Meaning, profileName: String? = nil, problem: String? = nil, remark: String? = nil,
    model: ColorProfile.Model? = nil, mixing: Double = 0, isDisplayP3: Bool = false
  ) {
    self.isDisplayP3 = isDisplayP3
    (self.meaning, self.profileName, self.problem) = (meaning, profileName.map(Self.bounded), problem)
    (self.remark, self.model, self.mixing) = (remark, model, mixing)
  }

  /// - Parameter samples: What the file's samples mean, whose profile it is.
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

  /// A name may be as long as a file.
  private static func bounded(_ name: String) -> String { String(name.prefix(100)) }

  /// Whether pixels are other than sRGB's until they are converted. Of inks, readers make sRGB themselves.
  public var needsConversion: Bool { meaning == .profile && model != .cmyk }

  /// Whether pixels are sRGB's that readers make of inks by their profile.
  var areMadeOfInks: Bool { meaning == .profile && model == .cmyk }

  /// Whether pixels are other than a working space's until they are converted, as far as that is known without the file.
  package func needsConversion(to space: WorkingSpace) -> Bool {
    switch space {
    case .sRGB: needsConversion
    case .displayP3: !isDisplayP3
    }
  }

  /// Whether a file that keeps the numbers can keep the profile.
  public var canBeKept: Bool { model == .rgb && (meaning == .profile || meaning == .sRGB) }
}

extension FileColors: CustomStringConvertible {
  /// Such as `Display P3`.
  public var description: String {
    let name = profileName ?? "those of a profile without a name"
    return switch meaning {
    case .untagged: remark == nil ? "sRGB, as the file says nothing else" : "taken for sRGB"
    case .sRGB: "sRGB, as its profile says" + (profileName.map { " (\($0))" } ?? "")
    case .profile: name
    case .unusable: "taken for sRGB, as its profile cannot be used"
    }
  }
}

extension ImageInfo {
  /// What makes a working space's colours of the pixels that a reader delivers, where they need it. Readers have inks made so by a
  /// profile; what they make by the formula, and whatever is taken for sRGB, is sRGB's.
  package func transform(_ handling: ColorHandling = ColorHandling()) -> ColorTransform? {
    guard colors.needsConversion(to: handling.conversion.space), inksToSRGB(handling) == nil else { return nil }
    if colors.needsConversion { return profile?.transform(handling.conversion) }
    guard handling.conversion.space != .sRGB, case .success(let sRGB) = ColorProfile.read(WorkingSpace.sRGB.profile)
    else {
      return nil
    }
    return sRGB.transform(handling.conversion)
  }

  /// What makes sRGB of a file's inks, if there is a profile for them: its own, or another for those that have none.
  func inksToSRGB(_ handling: ColorHandling) -> TableTransform? {
    guard colorModel.hasInks else { return nil }
    let own = colors.areMadeOfInks ? profile : nil
    guard case .table(let table)? = (own ?? handling.inks?.profile)?.transform(handling.conversion) else { return nil }
    return table
  }

  private var profile: ColorProfile? {
    guard let iccProfile, case .success(let profile) = ColorProfile.read(iccProfile) else { return nil }
    return profile
  }

  /// What the file says of its colours, such as `Display P3`.
  public var colorStatement: String {
    colorModel.hasInks && !colors.areMadeOfInks ? "CMYK without a profile that can be used" : "\(colors)"
  }

  /// What the file's colours are and what becomes of them, such as `Display P3, converted to sRGB as they are decoded`.
  ///
  /// - Parameters:
  ///   - isConverted: Whether whoever reads the pixels converts them.
  ///   - handling: What is made of colours.
  package func colorSummary(isConverted: Bool, handling: ColorHandling = ColorHandling()) -> String {
    let space = handling.conversion.space.name
    if colorModel.hasInks && !colors.areMadeOfInks {
      let named = handling.inks?.name ?? "the profile given for it"
      let way = inksToSRGB(handling) == nil ? "a plain formula" : named
      return "\(colorStatement), converted to \(space) by \(way)"
    }
    return colorStatement + (isConverted || colors.areMadeOfInks ? ", converted to \(space) as they are decoded" : "")
  }

  /// What people should know of the file's colours.
  public var colorWarning: String? {
    guard let problem = colors.problem else { return colors.remark }
    // That inks are converted without a profile, their reader says.
    return "its colour profile cannot be used (\(problem))"
      + (colorModel.hasInks ? "" : ", so its colours are taken for sRGB")
  }
}

extension ColorProfile.Model {
  /// Whether a file with such samples can have a profile of the model. Grey is read as equal red, green and blue.
  fileprivate func allows(_ samples: ImageInfo.ColorModel) -> Bool {
    switch samples {
    case .grey: self != .cmyk
    case .rgb, .yCbCr, .indexed: self == .rgb
    case .cmyk, .ycck: self == .cmyk
    }
  }
}

extension ImageInfo.ColorModel {
  /// Whether samples are of inks.
  package var hasInks: Bool { self == .cmyk || self == .ycck }

  fileprivate var words: String {
    switch self {
    case .grey: "grey"
    case .rgb, .yCbCr, .indexed: "RGB"
    case .cmyk, .ycck: "CMYK"
    }
  }
}

/// For handing a header on to another process. Who reads it trusts nobody.
extension FileColors: Codable {
  private struct Fields: Codable {
    var meaning: Meaning
    var profileName, problem, remark: String?
    var model: ColorProfile.Model?
    var mixing: Double
    var isDisplayP3: Bool
  }

  public func encode(to encoder: any Encoder) throws {
    try Fields(
      meaning: meaning, profileName: profileName, problem: problem, remark: remark, model: model, mixing: mixing,
      isDisplayP3: isDisplayP3
    ).encode(to: encoder)
  }

  public init(from decoder: any Decoder) throws {
    let fields = try Fields(from: decoder)
    self.init(
      meaning: fields.meaning, profileName: fields.profileName, problem: fields.problem.map(Self.bounded),
      remark: fields.remark.map { String($0.prefix(200)) }, model: fields.model, mixing: fields.mixing,
      isDisplayP3: fields.isDisplayP3)
  }
}
