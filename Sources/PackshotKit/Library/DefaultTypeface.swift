import Filters
import ImageCodecs
import Recipes
import Rendering
import Typesetting

extension Typeface {
  /// The default font, for texts among these filters that name none; nothing where there is no such text.
  ///
  /// - Throws: `RenderingError` or `FontError` where the default font is not there or cannot be used.
  static func standard(for filters: [any Filter]) throws -> [String: Typeface] {
    guard filters.contains(where: { ($0 as? Text)?.font == nil && $0 is Text }) else { return [:] }
    let content = try FileContent(path: Recipe.defaultFontPath).image
    let font = try content.withBytes { bytes throws(FontError) in try Font(bytes, name: "the default font") }
    return ["": Typeface([font])]
  }
}
