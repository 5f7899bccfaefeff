import Files
import Filters
import ImageCodecs
import Parameters

/// A template for an output's file name: `thumbs/{relative}/{stem}-{width}.jpg`.
package struct OutputTemplate: Hashable, Sendable {
  /// The fields that can be used in braces.
  package enum Field: String, CaseIterable, Sendable {
    /// The photo's file name without its extension.
    case stem
    /// The photo's folder relative to the folder given as input. Empty if the photo is directly in that folder or was
    /// itself given as input.
    case relative
    /// The photo's extension without the dot.
    case `extension`
    /// The product's SKU, found by the recipe's `skus` table or `sku` pattern.
    case sku
    /// The product's view, found by the recipe's `skus` table or `sku` pattern.
    case view
    /// The recipe's name.
    case name
    /// The actual width of the output in pixels, which is smaller than requested if a small photo isn't enlarged.
    case width
    /// The actual height of the output in pixels.
    case height
    /// The output's ``Fingerprint``: digits of the hash of its bytes. Known only after rendering.
    case hash

    /// The fields that usually differ between photos.
    static let ofPhotos: Set<Field> = [.stem, .relative, .sku, .view]
    /// The fields that depend on the photo's size.
    package static let sizes: Set<Field> = [.width, .height]
    /// The fields that differ between the outputs of a photo.
    static let ofOutputs: Set<Field> = sizes.union([.hash])
  }

  enum Part: Hashable, Sendable {
    case literal(String)
    /// A field, optionally with a text for an empty value.
    case field(Field, fallback: String?)
    /// An attribute of the photo's product or a group of the `sku` pattern.
    case attribute(TemplateField)
  }

  /// The template as written.
  package let text: String
  private let attributeNames: AttributeNames
  /// The kind of file with this name, for messages: `output` or `picture`.
  let role: String
  let parts: [Part]

  /// - Parameters:
  ///   - attributeNames: The names that can be used in braces besides the fields.
  ///   - role: The kind of file with this name, for messages: `output` or `picture`.
  package init(
    _ text: String, attributeNames: AttributeNames = AttributeNames(), role: String = "output"
  ) throws(Refusal) {
    (self.text, self.attributeNames, self.role) = (text, attributeNames, role)
    var parts: [Part] = []
    var rest = Substring(text)
    while let open = rest.utf8.firstIndex(of: UInt8(ascii: "{")) {
      parts.append(.literal(String(rest[..<open])))
      rest = rest[rest.utf8.index(after: open)...]
      guard let braced = TemplateField(reading: &rest) else { throw .openBrace(file: text) }
      let name = braced.name
      let part: Part
      if braced.decimals == nil, let field = Field(rawValue: name) {
        part = .field(field, fallback: braced.fallback)
      } else if attributeNames.contains(name) {
        part = .attribute(braced)
      } else {
        let fields = Field.allCases.map(\.rawValue)
        let names = fields + attributeNames.all.filter { !fields.contains($0) }
        throw .unknownNameField(name, nearest: Spelling.nearest(to: name, among: names), known: names)
      }
      parts.append(part)
    }
    parts.append(.literal(String(rest)))
    self.parts = parts.filter { $0 != .literal("") }
    if text.isFromRoot || text.pathNames.contains("..") {
      throw .nameLeadsOut(file: text)
    }
    if text.isEmpty || text.hasTrailingSlash {
      throw .noFileName(text, example: "{relative}/{stem}.png")
    }
    for case .field(.hash, _?) in self.parts { throw .hashWithFallback(file: text) }
    if let folder = text.splitPath.folder, Fingerprint.isPattern(String(folder)) {
      throw .hashInFolder(file: text)
    }
  }

  /// The fields used in the template.
  package var fields: Set<Field> {
    Set(parts.compactMap { if case .field(let field, _) = $0 { field } else { nil } })
  }

  /// The product attributes and groups of the `sku` pattern used in the template.
  package var attributes: [String] { uses.map(\.name) }

  /// The attributes and groups as the template writes them.
  package var uses: [TemplateField] {
    parts.compactMap { if case .attribute(let field) = $0 { field } else { nil } }
  }

  /// The extension without its dot. Nil if there is none, or if it depends on the photo.
  package var pathExtension: String? {
    guard case .literal(let end)? = parts.last, let dot = end.utf8.lastIndex(of: UInt8(ascii: ".")) else { return nil }
    let rest = end[end.utf8.index(after: dot)...]
    return rest.isEmpty || rest.utf8.contains(UInt8(ascii: "/")) ? nil : String(rest)
  }

  /// Returns the template for another format. The format's extension replaces the template's own, or is appended if the
  /// template has no extension of a known format.
  func named(for format: ImageFileFormat) -> OutputTemplate {
    guard let pathExtension, let named = self.format else { return with("\(text).\(format.fileExtension)") }
    return named == format ? self : with(text.dropLast(pathExtension.count) + format.fileExtension)
  }

  /// Returns the template with another extension, which is always valid.
  private func with(_ text: some StringProtocol) -> OutputTemplate {
    do { return try OutputTemplate(String(text), attributeNames: attributeNames) } catch {
      preconditionFailure(error.message)
    }
  }

  /// Whether the template uses the view and has no text for photos without one.
  var requiresView: Bool { requiredFields.contains(.view) }

  private var requiredFields: [Field] {
    parts.compactMap { if case .field(let field, fallback: nil) = $0 { field } else { nil } }
  }

  /// Returns an error if a field is always empty, or nil.
  func unfilledField(by naming: Recipe.Naming) -> Refusal? {
    let required = requiredFields
    if !naming.findsProducts, let field = [Field.sku, .view].first(where: required.contains) {
      return .alwaysEmptyField(field: field.rawValue)
    }
    if requiresView, !naming.mayFindViews { return .viewWithoutGroup }
    return nil
  }

  /// The format of the template's extension, if it is a known one.
  package var format: ImageFileFormat? { pathExtension.flatMap { ImageFileFormat(writtenAs: $0) } }
}
