import ColorProfiles
import Synchronization

/// How colours are converted when pictures are read.
package struct ColorHandling: Sendable {
  /// How colours are converted to the working space.
  public var conversion: ColorConversion
  /// The profile for CMYK files without a usable profile. Without one, or if its tables can't be used, such files are
  /// converted by a plain formula.
  public var cmykProfile: CMYKProfile?

  public init(conversion: ColorConversion = .standard, cmykProfile: CMYKProfile? = nil) {
    (self.conversion, self.cmykProfile) = (conversion, cmykProfile)
  }
}

/// A colour profile for CMYK. Its tables are read when a picture first needs them, because most runs have no such
/// picture.
package final class CMYKProfile: Sendable {
  private let bytes: [UInt8]
  private let tables = Mutex<Result<ColorProfile, ColorProfile.Unusable>?>(nil)

  /// The profile with its tables; nil if they can't be used.
  var profile: ColorProfile? { try? read() }

  /// The profile's display name.
  public var name: String? { profile?.name }

  /// - Throws: Why it isn't a profile for CMYK, worded as part of a sentence.
  public init(_ bytes: [UInt8]) throws(ColorProfile.Unusable) {
    guard ColorProfile.isProfile(bytes) else { throw .init("it is not an ICC profile") }
    self.bytes = bytes
    if !ColorProfile.isForCMYK(bytes) { try check() }
  }

  /// Reads the tables.
  ///
  /// - Throws: Why they can't be used, worded as part of a sentence.
  public func check() throws(ColorProfile.Unusable) { _ = try read() }

  private func read() throws(ColorProfile.Unusable) -> ColorProfile {
    try tables.withLock { tables in
      if let tables { return tables }
      let read = ColorProfile.read(bytes).flatMap { profile in
        profile.model == .cmyk
          ? .success(profile)
          : .failure(ColorProfile.Unusable("it is for \(profile.model.words), and not for CMYK"))
      }
      tables = read
      return read
    }.get()
  }
}
