import Filters
import Foundation
import Parameters
import Recipes
import Text

/// A condition on an attribute of a photo's product, such as `price>0` or `season = spring`.
public struct ProductCondition: Hashable, Sendable, CustomStringConvertible {
  /// The comparison of the attribute with the value.
  public enum Comparison: String, Sendable, CaseIterable {
    /// Not equal.
    case notEqual = "!="
    /// Less than or equal.
    case atMost = "<="
    /// Greater than or equal.
    case atLeast = ">="
    /// Equal.
    case equal = "="
    /// Less than.
    case less = "<"
    /// Greater than.
    case greater = ">"

    /// Whether the comparison is only for numbers.
    var isOfNumbers: Bool { self != .equal && self != .notEqual }
  }

  /// Name of the attribute.
  public let attribute: String
  /// The comparison.
  public let comparison: Comparison
  /// The value to compare with.
  public let value: String
  /// The value as a number. Nil if it isn't one.
  private var number: Decimal?

  /// Parses a condition from a command line. The value can be in single or double quotes.
  ///
  /// - Throws: ``PackshotError/refusedSetting(_:found:allowed:)``.
  public init(_ text: String) throws(PackshotError) {
    // Finds the first operator. If several start at the same character, the longest one is used.
    let found = text.indices.lazy.compactMap { index in
      Comparison.allCases.first { text[index...].hasPrefix($0.rawValue) }.map { (index, $0) }
    }.first
    guard let (index, comparison) = found else { throw Self.refusal(text) }
    let value = text[text.index(index, offsetBy: comparison.rawValue.count)...].trimmed
    (attribute, self.comparison, self.value) = (text[..<index].trimmed, comparison, value.withoutQuotes)
    if attribute.isEmpty { throw Self.refusal(text) }
    do throws(NumberError) { number = try Numeral(self.value).value } catch {
      // `=` and `!=` compare texts, too. But a value that could be read as two different numbers is an error.
      guard comparison.isOfNumbers || error != .notANumber else { return }
      let advice = error == .notANumber ? "" : "; \(error.message)"
      throw .refusedSetting(
        SettingName("conditions", value: text),
        found: "a comparison with \(self.value.isEmpty ? "nothing" : "\"\(self.value)\"")\(advice)",
        allowed: .described(
          "one with a number, such as price\(comparison.rawValue)10; = and != compare texts too"))
    }
  }

  private static func refusal(_ text: String) -> PackshotError {
    .refusedSetting(
      "conditions", found: "\"\(text)\"",
      allowed: .described(
        "an attribute of the photo's product, one of = != < <= > >=, and a value, such as 'price>0' or 'season=spring'")
    )
  }

  public var description: String { attribute + comparison.rawValue + value }

  /// Whether the condition is true for the value of an attribute. A missing value counts as empty: it equals no other
  /// value and isn't a number.
  ///
  /// - Throws: ``NumberError`` if the condition compares numbers and the attribute's value isn't one.
  func holds(for found: ProductValue?) throws(NumberError) -> Bool {
    let found = found ?? ""
    if attribute.isNameOfProduct, !comparison.isOfNumbers {
      return (found.text.nameFolded == value.nameFolded) == (comparison == .equal)
    }
    if found.text == value, !comparison.isOfNumbers { return comparison == .equal }
    guard let number, !found.text.isEmpty else { return comparison == .notEqual }
    let other: Decimal
    do throws(NumberError) { other = try found.number().value } catch {
      if comparison.isOfNumbers || error != .notANumber { throw error }
      return comparison == .notEqual
    }
    return switch comparison {
    case .equal: other == number
    case .notEqual: other != number
    case .less: other < number
    case .atMost: other <= number
    case .greater: other > number
    case .atLeast: other >= number
    }
  }

  /// Whether the condition is true for the value of an attribute of a photo's product. Values of a table were checked
  /// when it was read.
  func holds(for found: ProductValue?, of photo: InputPhoto) throws(PackshotError) -> Bool {
    do throws(NumberError) { return try holds(for: found) } catch {
      throw .refusedSetting(
        SettingName("conditions", value: "\(self)"),
        found: "a comparison of \(attribute) of \(photo.path), which is “\(found?.text ?? "")”",
        allowed: .described("a comparison of numbers; \(error.message)"))
    }
  }

  /// Throws if the recipe's products have no such attribute.
  func check(for recipe: Recipe) throws(PackshotError) {
    let names = AttributeNames(hasTable: recipe.data != nil, pattern: recipe.skuPattern)
    if names.contains(attribute) || attribute == "view" { return }
    let nearest = Spelling.nearest(to: attribute, among: names.all)
    throw .refusedSetting(
      SettingName("conditions", value: "\(self)"), found: "about `\(attribute)`\(Spelling.suggestion(nearest))",
      allowed: .described("about one of \((names.all + ["view"]).joined(separator: ", "))"))
  }
}

extension Substring {
  fileprivate var trimmed: String {
    String(drop(while: \.isWhitespace).reversed().drop(while: \.isWhitespace).reversed())
  }
}

extension String {
  fileprivate var withoutQuotes: String {
    guard count >= 2, let first, first == last, first == "'" || first == "\"" else { return self }
    return String(dropFirst().dropLast())
  }
}
