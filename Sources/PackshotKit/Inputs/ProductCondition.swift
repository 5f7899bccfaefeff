import Filters
import Foundation
import Parameters
import Recipes
import Text

/// What an attribute of a photo's product has to be for a run to take the photo: `price>0`, `season = spring`.
public struct ProductCondition: Hashable, Sendable, CustomStringConvertible {
  /// How the attribute is compared with the value.
  public enum Comparison: String, Sendable, CaseIterable {
    /// Something else.
    case notEqual = "!="
    /// The same or less.
    case atMost = "<="
    /// The same or more.
    case atLeast = ">="
    /// The same.
    case equal = "="
    /// Less.
    case less = "<"
    /// More.
    case greater = ">"

    /// Whether it is about numbers alone.
    var isOfNumbers: Bool { self != .equal && self != .notEqual }
  }

  /// The attribute's name.
  public let attribute: String
  /// How it is compared.
  public let comparison: Comparison
  /// What it is compared with.
  public let value: String
  /// The number that the value is; nil for another text.
  private var number: Decimal?

  /// Reads what a command line says. A value may stand in quotes, single or double.
  ///
  /// - Throws: ``PackshotError/refusedSetting(_:found:allowed:)``.
  public init(_ text: String) throws(PackshotError) {
    // The operator that comes first, and of those at one place the longest.
    let found = text.indices.lazy.compactMap { index in
      Comparison.allCases.first { text[index...].hasPrefix($0.rawValue) }.map { (index, $0) }
    }.first
    guard let (index, comparison) = found else { throw Self.refusal(text) }
    let value = text[text.index(index, offsetBy: comparison.rawValue.count)...].trimmed
    (attribute, self.comparison, self.value) = (text[..<index].trimmed, comparison, value.withoutQuotes)
    if attribute.isEmpty { throw Self.refusal(text) }
    do throws(NumberError) { number = try Numeral(self.value).value } catch {
      // Equality compares texts, too, and one that can be two numbers is taken for neither without being asked.
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

  /// Whether it holds for what is known of an attribute. One that is missing is as one that is empty: equal to nothing else,
  /// and no number.
  ///
  /// - Throws: If the condition compares with a number, and what is known can't be read as one.
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

  /// The same, for what is known of the product that a photo shows. The values of a table were checked when that was read.
  func holds(for found: ProductValue?, of photo: InputPhoto) throws(PackshotError) -> Bool {
    do throws(NumberError) { return try holds(for: found) } catch {
      throw .refusedSetting(
        SettingName("conditions", value: "\(self)"),
        found: "a comparison of \(attribute) of \(photo.path), which is “\(found?.text ?? "")”",
        allowed: .described("a comparison of numbers; \(error.message)"))
    }
  }

  /// Throws where the recipe's products have no such attribute.
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
