import ColorProfiles
import Files
import ImageCodecs
import Recipes

/// Which profile CMYK is converted by that comes without one, besides what the recipe says.
public enum CMYKChoice: Sendable, Equatable {
  /// None but the recipe's.
  case recipe
  /// The recipe's, or the one that is installed on this machine.
  case installed
  /// That in a file, whatever the recipe says.
  case file(String)
  /// None, whatever the recipe says: a plain formula.
  case none

  /// What Debian's libgs-common installs, and other distributions' Ghostscript: SWOP-like inks on coated paper.
  public static let installedPath = "/usr/share/color/icc/ghostscript/default_cmyk.icc"
}

/// A profile for CMYK in a file, read and hashed.
package struct InkFile: Sendable {
  package let resource: Resource
  package let profile: InkProfile

  /// A profile is a few megabytes at most.
  private static let largestByteCount = 1 << 25

  /// - Parameter open: Opens the file.
  /// - Throws: Why it cannot be used, as a part of a sentence.
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
    profile = try InkProfile(resource.content.image.withBytes { Array($0) })
  }

  /// The one that a recipe or a choice names.
  ///
  /// - Throws: `RecipeError` or ``RenderingError/unusableProfile(path:why:)`` where it cannot be used. One that is only installed is
  ///   not missed.
  static func find(_ choice: CMYKChoice, for recipe: Recipe, _ files: RecipeFiles) throws -> InkFile? {
    switch choice {
    case .none: return nil
    case .file(let path):
      do throws(ColorProfile.Unusable) {
        return try InkFile(path) { limits throws(RenderingError) in try OpenFile(path: path, limits: limits) }
      } catch {
        throw RenderingError.unusableProfile(path: path, why: error.message)
      }
    case .recipe, .installed:
      guard let cmyk = recipe.cmyk else {
        if choice == .recipe { return nil }
        return try? InkFile(CMYKChoice.installedPath) { limits throws(RenderingError) in
          try files.open(CMYKChoice.installedPath, of: recipe, limits: limits)
        }
      }
      do throws(ColorProfile.Unusable) {
        return try InkFile(cmyk.path) { limits throws(RenderingError) in
          try files.open(cmyk.path, of: recipe, limits: limits)
        }
      } catch {
        throw recipe.error(at: cmyk.node, .unusableProfile(path: cmyk.path, why: error.message))
      }
    }
  }
}
