import Files
import Filters
import ImageCodecs
import Parameters

/// Names an output's file from what is known of the photo: `thumbs/{relative}/{stem}-{width}.jpg`.
package struct OutputTemplate: Hashable, Sendable {
  /// What can stand in braces.
  package enum Field: String, CaseIterable, Sendable {
    /// The photo's file name without its extension.
    case stem
    /// The photo's folder below the folder that was named; empty for photos that lie in it or were named themselves.
    case relative
    /// The photo's extension without the dot.
    case `extension`
    /// The product, as the recipe's `sku` pattern finds it.
    case sku
    /// The view of the product, as the recipe's `sku` pattern finds it.
    case view
    /// The recipe's name.
    case name
    /// The output's width in pixels: that of the file, which is less than what was asked for where a small photo is not
    /// enlarged.
    case width
    /// The output's height in pixels, likewise.
    case height

    /// Those that may tell one photo from another.
    static let ofPhotos: Set<Field> = [.stem, .relative, .sku, .view]
    /// Those that depend on the photo's size.
    package static let sizes: Set<Field> = [.width, .height]
  }

  enum Part: Hashable, Sendable {
    case literal(String)
    case field(Field)
    /// What the photo's product has by that name, or a group of the `sku` pattern; as a number with some decimal places.
    case attribute(String, decimals: Int?)
  }

  /// As written.
  package let text: String
  private let attributeNames: AttributeNames
  /// What messages call what is named.
  let role: String
  let parts: [Part]

  /// - Parameters:
  ///   - attributeNames: What may stand in braces besides the fields.
  ///   - role: What messages call what is named.
  package init(
    _ text: String, attributeNames: AttributeNames = AttributeNames(), role: String = "output"
  ) throws(Refusal) {
    (self.text, self.attributeNames, self.role) = (text, attributeNames, role)
    var parts: [Part] = []
    var rest = Substring(text)
    while let open = rest.utf8.firstIndex(of: UInt8(ascii: "{")) {
      guard let close = rest[open...].utf8.firstIndex(of: UInt8(ascii: "}")) else {
        throw .openBrace(file: text)
      }
      let braced = rest[rest.utf8.index(after: open)..<close]
      let (name, decimals) = braced.fieldNameAndDecimals
      let part: Part
      if let field = Field(rawValue: String(braced)) {
        part = .field(field)
      } else if attributeNames.contains(name) {
        part = .attribute(name, decimals: decimals)
      } else {
        let fields = Field.allCases.map(\.rawValue)
        let names = fields + attributeNames.all.filter { !fields.contains($0) }
        throw .unknownNameField(name, nearest: Spelling.nearest(to: name, among: names), known: names)
      }
      parts += [.literal(String(rest[..<open])), part]
      rest = rest[rest.utf8.index(after: close)...]
    }
    parts.append(.literal(String(rest)))
    self.parts = parts.filter { $0 != .literal("") }
    if text.isFromRoot || text.pathNames.contains("..") {
      throw .nameLeadsOut(file: text)
    }
    if text.isEmpty || text.hasTrailingSlash {
      throw .noFileName(text, example: "{relative}/{stem}.png")
    }
  }

  /// The fields used.
  package var fields: Set<Field> {
    Set(parts.compactMap { if case .field(let field) = $0 { field } else { nil } })
  }

  /// The attributes of products, and groups of the `sku` pattern, that are used.
  package var attributes: [String] {
    parts.compactMap { if case .attribute(let name, _) = $0 { name } else { nil } }
  }

  /// Where attributes are used, with the decimal places that are asked for.
  var uses: [(name: String, decimals: Int?)] {
    parts.compactMap { if case .attribute(let name, let decimals) = $0 { (name, decimals) } else { nil } }
  }

  /// The extension of the files, without its dot; nil where there is none, or the photo's name decides.
  package var pathExtension: String? {
    guard case .literal(let end)? = parts.last, let dot = end.utf8.lastIndex(of: UInt8(ascii: ".")) else { return nil }
    let rest = end[end.utf8.index(after: dot)...]
    return rest.isEmpty || rest.utf8.contains(UInt8(ascii: "/")) ? nil : String(rest)
  }

  /// The same name for a file of a format: with its extension in place of another format's, or behind a name that has none.
  func named(for format: ImageFileFormat) -> OutputTemplate {
    guard let pathExtension, let named = self.format else { return with("\(text).\(format.fileExtension)") }
    return named == format ? self : with(text.dropLast(pathExtension.count) + format.fileExtension)
  }

  /// A name that differs from this one in its extension, and so is right as well.
  private func with(_ text: some StringProtocol) -> OutputTemplate {
    do { return try OutputTemplate(String(text), attributeNames: attributeNames) } catch {
      preconditionFailure(error.message)
    }
  }

  /// What is wrong with a field that nothing fills, whatever the photo is; nil where there is none.
  func unfilledField(by pattern: SKUPattern?) -> Refusal? {
    if pattern == nil, let field = [Field.sku, .view].first(where: fields.contains) {
      return .alwaysEmptyField(field: field.rawValue)
    }
    if fields.contains(.view), pattern?.namesView == false {
      return .viewWithoutGroup
    }
    return nil
  }

  /// The format that the template's extension asks for, if it has one that is known.
  package var format: ImageFileFormat? { pathExtension.flatMap { ImageFileFormat(writtenAs: $0) } }
}
