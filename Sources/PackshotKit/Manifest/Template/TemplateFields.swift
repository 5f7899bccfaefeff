import Foundation
import Text

/// The fields that tags of a template can name at one place.
struct TemplateFields: Sendable {
  /// What a tag's name stands for.
  enum Kind: Sendable {
    case text, number, boolean
    case list(TemplateFields)
    /// A single item of a list.
    case item(TemplateFields)
  }

  private let kinds: [(name: String, kind: Kind)]

  subscript(name: String) -> Kind? { kinds.first { $0.name == name }?.kind }

  var names: [String] { kinds.map(\.name) }

  /// The name of a page's list of products.
  static let products = "products"
  /// What a page sees.
  static let ofPage = TemplateFields(kinds: [(products, .list(ofProduct))])
  static let ofProduct = TemplateFields(ProductManifest.fields, lists: ["pictures": ofPicture])
  private static let ofPicture = TemplateFields(
    ManifestPicture.fields,
    lists: [
      "files": TemplateFields(ManifestPicture.File.fields), "srcset": TemplateFields(ManifestPicture.Set.fields),
    ])

  private init(kinds: [(name: String, kind: Kind)]) { self.kinds = kinds }

  private init(_ fields: [EventField], lists: [String: TemplateFields] = [:]) {
    kinds = fields.map { field in
      (field.name, lists[field.name].map(Kind.list) ?? (field.type == "number" ? .number : .text))
    }
  }

  /// Returns the values of an object for Mustache. A missing value is null, because Mustache would otherwise look for
  /// the name in the surrounding objects.
  func values(of object: JSONValue) -> [String: Any] {
    guard case .object(let members) = object else { return [:] }
    var values: [String: Any] = [:]
    for (name, kind) in kinds {
      switch (members.first { $0.key == name }?.value, kind) {
      case (.array(let items), .list(let fields)): values[name] = items.map { fields.values(of: $0) }
      case (.string(let text), _): values[name] = text
      case (.integer(let number), _): values[name] = number
      default: values[name] = NSNull()
      }
    }
    return values
  }
}

extension TemplateFields.Kind {
  /// Returns what a function of Mustache makes of a value, or nil if it can't be applied.
  func applying(_ function: String) -> Self? {
    switch (self, function) {
    case (.list, "empty"), (.text, "empty"), (.number, "even"), (.number, "odd"), (.number, "equalzero"): .boolean
    case (.list, "count"), (.number, "plusone"), (.number, "minusone"): .number
    case (.list(let fields), "first"), (.list(let fields), "last"): .item(fields)
    case (.list(let fields), "reversed"): .list(fields)
    case (.text, "capitalized"), (.text, "lowercased"), (.text, "uppercased"), (.text, "reversed"): .text
    default: nil
    }
  }

  /// The functions that can be applied.
  var functions: [String] {
    switch self {
    case .list: ["count", "empty", "first", "last", "reversed"]
    case .text: ["capitalized", "empty", "lowercased", "reversed", "uppercased"]
    case .number: ["equalzero", "even", "minusone", "odd", "plusone"]
    case .boolean, .item: []
    }
  }

  /// Returns the value of a function without an argument, which is about an item's position in the innermost list.
  static func ofPosition(_ function: String) -> Self? {
    switch function {
    case "first", "last", "even", "odd": .boolean
    case "index": .number
    default: nil
    }
  }

  static let functionsOfPosition = ["even", "first", "index", "last", "odd"]
}
