import Files
import Filters
import ImageCodecs

/// A template for the path of a per-photo image: `masks/{stem}.png`.
///
/// The folder before the first field can lead anywhere, like other paths in a recipe. The values of fields can't lead
/// out of that folder, whatever a file or product is called.
package struct PictureTemplate: Hashable, Sendable {
  /// The template as written.
  package let text: String
  /// The constant start of the path, with the slash at its end.
  package let folder: String
  private let name: OutputTemplate

  /// Whether a path contains fields.
  package static func hasFields(_ path: String) -> Bool { path.utf8.contains(UInt8(ascii: "{")) }

  /// - Parameter attributeNames: The names that can be used in braces besides the fields.
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
    if let field = OutputTemplate.Field.allCases.first(where: {
      OutputTemplate.Field.ofOutputs.contains($0) && name.fields.contains($0)
    }) {
      throw .fieldOfOutput(field: field.rawValue)
    }
  }

  /// The product attributes and groups of the `sku` pattern used in the template.
  package var attributes: [String] { name.attributes }

  /// The attributes and groups as the template writes them.
  var uses: [TemplateField] { name.uses }

  /// The format of the template's extension, if it is a known one.
  package var format: ImageFileFormat? { name.pathExtension.flatMap { ImageFileFormat(pathExtension: $0) } }

  /// Returns an error if a field is always empty, or nil.
  func unfilledField(by naming: Recipe.Naming) -> OutputTemplate.Refusal? { name.unfilledField(by: naming) }

  /// Returns the path as the recipe would write it.
  ///
  /// - Parameters:
  ///   - attributes: Known attributes of the photo's product.
  ///   - value: Returns the value of a field.
  /// - Throws: ``OutputTemplate/Refusal`` if an attribute is missing, or a value would lead out of the folder.
  package func path(
    attributes: [String: ProductValue], _ value: (OutputTemplate.Field) -> String
  ) throws(OutputTemplate.Refusal) -> String {
    try folder + name.path(attributes: attributes, value)
  }
}
