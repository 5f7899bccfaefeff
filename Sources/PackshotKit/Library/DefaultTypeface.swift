import Filters
import ImageCodecs
import Recipes
import Rendering
import Typesetting

extension Typeface {
  /// Returns the default font under an empty name if any of the filters is a text that names no font. Otherwise returns
  /// nothing.
  ///
  /// - Throws: `RenderingError` or `FontError` if the default font is missing or can't be used.
  static func standard(for filters: [any Filter]) throws -> [String: Typeface] {
    guard filters.contains(where: { ($0 as? Text)?.font == nil && $0 is Text }) else { return [:] }
    let content = try FileContent(path: Recipe.defaultFontPath).image
    let font = try content.withBytes { bytes throws(FontError) in try Font(bytes, name: "the default font") }
    return ["": Typeface([font])]
  }
}
