import ColorProfiles

/// What is to be made of colours as pictures are read.
package struct ColorHandling: Sendable {
  /// How colours become those of the working space.
  public var conversion: ColorConversion
  /// The profile of CMYK that comes without one that can be used; nil for a plain formula.
  public var inks: InkProfile?

  public init(conversion: ColorConversion = .standard, inks: InkProfile? = nil) {
    (self.conversion, self.inks) = (conversion, inks)
  }
}

/// A profile for CMYK.
package struct InkProfile: Sendable {
  let profile: ColorProfile

  /// What people call it.
  public var name: String? { profile.name }

  /// Reads a profile.
  ///
  /// - Throws: Why it is none for CMYK, as a part of a sentence.
  public init(_ bytes: [UInt8]) throws(ColorProfile.Unusable) {
    guard ColorProfile.isProfile(bytes) else { throw .init("it is no ICC profile") }
    profile = try ColorProfile.read(bytes).get()
    guard profile.model == .cmyk else { throw .init("it is for \(profile.model.words), and not for CMYK") }
  }
}
