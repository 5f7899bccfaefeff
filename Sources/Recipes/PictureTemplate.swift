import Files
import Filters
import ImageCodecs

/// The path of a picture that each photo has of its own, with what is known of the photo filled in: `masks/{stem}.png`.
///
/// The folder before the first field may lead anywhere, as a path in a recipe may. What is filled in leads no further than
/// below it, whatever a file or a product is called.
package struct PictureTemplate: Hashable, Sendable {
  /// As written.
  package let text: String
  /// What is the same for all photos, with the slash at its end.
  package let folder: String
  private let name: OutputTemplate

  /// Whether a path has something to be filled in.
  package static func hasFields(_ path: String) -> Bool { path.utf8.contains(UInt8(ascii: "{")) }

  /// - Parameter attributeNames: What may stand in braces besides the fields.
  package init(_ text: String, attributeNames: AttributeNames = AttributeNames()) throws(OutputTemplate.Refusal) {
    self.text = text
    let fixed = text.utf8.firstIndex(of: UInt8(ascii: "{")).map { text[..<$0] } ?? text[...]
    let start = fixed.utf8.lastIndex(of: UInt8(ascii: "/")).map { text.utf8.index(after: $0) } ?? text.startIndex
    folder = String(text[..<start])
    let rest = String(text[start...])
    if rest.isEmpty || rest.hasTrailingSlash {
      throw .noFileName(text, example: "masks/{stem}.png")
    }
    if rest.pathNames.contains("..") {
      throw .nameLeadsElsewhere(file: text)
    }
    name = try OutputTemplate(rest, attributeNames: attributeNames, role: "picture")
    if let size = OutputTemplate.Field.allCases.first(where: {
      OutputTemplate.Field.sizes.contains($0) && name.fields.contains($0)
    }) {
      throw .sizeOfOutput(field: size.rawValue)
    }
  }

  /// The attributes of products, and groups of the `sku` pattern, that are used.
  package var attributes: [String] { name.attributes }

  /// Where attributes are used, with the decimal places that are asked for.
  var uses: [(name: String, decimals: Int?)] { name.uses }

  /// The format that its extension tells of, if it has one that is known.
  package var format: ImageFileFormat? { name.pathExtension.flatMap { ImageFileFormat(pathExtension: $0) } }

  /// What is wrong with a field that nothing fills, whatever the photo is; nil where there is none.
  func unfilledField(by pattern: SKUPattern?) -> OutputTemplate.Refusal? { name.unfilledField(by: pattern) }

  /// The path for the fields' values, as the recipe would write it.
  ///
  /// - Parameters:
  ///   - attributes: What is known of the photo's product.
  ///   - value: What stands for a field.
  /// - Throws: Where there is no such path, as an attribute is not known or a value would lead elsewhere.
  package func path(
    attributes: [String: ProductValue], _ value: (OutputTemplate.Field) -> String
  ) throws(OutputTemplate.Refusal) -> String {
    try folder + name.path(attributes: attributes, value)
  }
}
