import ColorProfiles
import Files
import ImageCodecs
import Recipes

/// The profile that converts CMYK pictures without an embedded profile.
public enum CMYKChoice: Sendable, Equatable {
  /// Only the recipe's profile, if it names one.
  case recipe
  /// The recipe's profile, or else the one installed on this machine.
  case installed
  /// The profile in a file, regardless of the recipe.
  case file(String)
  /// No profile, regardless of the recipe: a plain formula is used.
  case none

  /// The profile that Debian's libgs-common and other distributions' Ghostscript packages install: SWOP-like inks on
  /// coated paper.
  public static let installedPath = "/usr/share/color/icc/ghostscript/default_cmyk.icc"
}

/// A CMYK profile from a file, hashed.
package struct CMYKProfileFile: Sendable {
  package let resource: Resource
  package let profile: CMYKProfile

  /// Maximum size of the file in bytes. CMYK profiles have at most a few megabytes.
  private static let largestByteCount = 1 << 25

  /// - Parameter open: Opens the file.
  /// - Throws: The reason why the profile can't be used, worded as part of a sentence.
  private init(
    _ writtenPath: String, _ open: (PhotoLimits) throws(RenderingError) -> OpenFile
  ) throws(ColorProfile.Unusable) {
    var limits = PhotoLimits()
    limits.maxFileSize = Self.largestByteCount
    do {
      resource = try Resource(.cmyk, writtenPath, open(limits))
    } catch RenderingError.missing {
      throw .init("there is no such file")
    } catch RenderingError.unreadable(_, let reason) {
      throw .init("it cannot be read: \(reason)")
    } catch {
      throw .init("it is too large for a profile")
    }
    profile = try CMYKProfile(resource.content.image.withBytes { Array($0) })
  }

  /// Reads the profile's tables.
  ///
  /// - Throws: The reason why they can't be used, worded as part of a sentence.
  private func checked() throws(ColorProfile.Unusable) -> CMYKProfileFile {
    try profile.check()
    return self
  }

  /// Returns the profile that the recipe or the choice names.
  ///
  /// - Throws: `RecipeError` or ``RenderingError/unusableProfile(path:why:)`` if it can't be used. If the installed file
  ///   isn't a profile for CMYK, returns nil instead. The installed file's tables aren't read here.
  static func find(_ choice: CMYKChoice, for recipe: Recipe, _ files: RecipeFiles) throws -> CMYKProfileFile? {
    switch choice {
    case .none: return nil
    case .file(let path):
      do throws(ColorProfile.Unusable) {
        return try CMYKProfileFile(path) { limits throws(RenderingError) in try OpenFile(path: path, limits: limits) }
          .checked()
      } catch {
        throw RenderingError.unusableProfile(path: path, why: error.message)
      }
    case .recipe, .installed:
      guard let cmyk = recipe.cmyk else {
        if choice == .recipe { return nil }
        return try? CMYKProfileFile(CMYKChoice.installedPath) { limits throws(RenderingError) in
          try files.open(CMYKChoice.installedPath, of: recipe, limits: limits)
        }
      }
      do throws(ColorProfile.Unusable) {
        return try CMYKProfileFile(cmyk.path) { limits throws(RenderingError) in
          try files.open(cmyk.path, of: recipe, limits: limits)
        }.checked()
      } catch {
        throw recipe.error(at: cmyk.node, .unusableProfile(path: cmyk.path, why: error.message))
      }
    }
  }
}
