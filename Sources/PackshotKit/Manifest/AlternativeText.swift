import Catalog
import Filters
import Foundation
import Parameters
import Recipes

/// A template for the alternative text of pictures, with fields as in a recipe's texts: `{name}, {view} view`.
struct AlternativeText {
  private let template: Filters.Text

  /// The photo's own field.
  private static let view = "view"
  private static let known = AttributeNames.ofProducts + [view]

  /// - Throws: ``PackshotError/refusedSetting(_:found:allowed:)`` if braces don't match, or a field doesn't exist.
  init(_ text: String) throws(PackshotError) {
    template = Filters.Text(text)
    do throws(FilterError) { try template.check() } catch {
      throw .refusedSetting(
        "alt", found: text.isEmpty ? "empty" : text,
        allowed: .described("a text with fields in braces, such as {name}, {view}"))
    }
    if let unknown = template.fields.first(where: { !Self.known.contains($0) }) {
      let suggestion = Spelling.suggestion(Spelling.nearest(to: unknown, among: Self.known))
      throw .refusedSetting(
        "alt", found: text,
        allowed: .described(
          "a text with the fields \(Spelling.list(Self.known, "and")), and {\(unknown)} isn't one\(suggestion)"))
    }
  }

  /// The alternative text without a template: the product's name, and the view if it is known.
  static func standard(for product: Catalog.Product, view: String?) -> String {
    view.map { "\(product.name), \($0)" } ?? product.name
  }

  /// Returns the text, or why a field can't be filled in.
  func text(for product: Catalog.Product, view: String?) -> Result<String, Missing> {
    var values = ProductTable.values(of: product, asked: template.fields)
    if let view, !view.isEmpty { values[Self.view] = ProductValue(view) }
    var missing: String?
    do throws(FilterError) {
      let text = try template.filled(with: values) { name in
        missing = missing ?? name
        return ""
      }.text.trimmingCharacters(in: .whitespaces)
      return missing.map { .failure(Missing(why: "{\($0)} has no value")) } ?? .success(text)
    } catch {
      return .failure(Missing(why: error.message))
    }
  }

  /// Why a text can't be made for a picture.
  struct Missing: Error, Hashable {
    let why: String
  }
}
