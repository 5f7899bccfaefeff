import Filters
import Foundation
import ImageCodecs
import Parameters
import PixelCore
import Text

/// A condition that a photo must match for a step to apply or an output to be made. All of its parts must match.
///
/// It applies to the decoded, upright photo before any step.
package struct When: Hashable, Sendable {
  /// The aspect of a photo.
  package enum Orientation: String, Sendable, CaseIterable {
    case portrait, landscape, square
  }

  /// A range with an optional minimum and maximum.
  package struct Bounds: Hashable, Sendable {
    package var min: Double?
    package var max: Double?

    func hold(_ number: Double) -> Bool { number >= min ?? -.infinity && number <= max ?? .infinity }
  }

  /// The allowed orientations. Nil for any.
  package var orientation: [Orientation]?
  package var width: Bounds?
  package var height: Bounds?
  /// Whether the photo's file must have an alpha channel.
  package var alpha: Bool?
  /// Conditions on the photo's product. All of them must match.
  package var product: [Question] = []
  /// The allowed views, as found by the recipe's `skus` table or `sku` pattern. Nil for any.
  package var view: [String]?
  /// Conditions of which none may match. They have no such conditions themselves.
  package var not: [When] = []

  package init() {}

  /// Whether a photo's header is needed.
  package var asksOfHeader: Bool {
    orientation != nil || width != nil || height != nil || alpha != nil || not.contains(where: \.asksOfHeader)
  }

  /// Whether the photo's view is needed.
  package var asksOfView: Bool { view != nil || not.contains(where: \.asksOfView) }

  /// All conditions on the photo's product, also those that may not match.
  package var questions: [Question] { product + not.flatMap(\.questions) }

  package func holds(for photo: PhotoFacts) -> Bool { objection(to: photo) == nil }

  /// Returns the part that doesn't match, such as "it asks for orientation portrait, and the photo is landscape".
  /// Returns nil if the condition matches.
  package func objection(to photo: PhotoFacts) -> String? {
    if let orientation, !orientation.contains(photo.orientation) {
      return Self.objection("orientation", orientation.map(\.rawValue), "is \(photo.orientation.rawValue)")
    }
    for (name, bounds, length) in [("width", width, photo.size.width), ("height", height, photo.size.height)] {
      guard let bounds, !bounds.hold(Double(length)) else { continue }
      return "it asks for a \(name) of \(bounds.text) pixels, and the photo has \(length)"
    }
    if let alpha, alpha != photo.image.hasAlpha {
      return alpha
        ? "it asks for an alpha channel, and the photo has none"
        : "it asks for photos without an alpha channel, and this one has it"
    }
    if let view, !view.contains(photo.subject.view ?? "") {
      return Self.objection("view", view, photo.subject.view.map { "is \($0)" } ?? "has none")
    }
    if let objection = product.lazy.compactMap({ $0.objection(to: photo.subject) }).first { return objection }
    return not.first { $0.holds(for: photo) }.map { "it leaves out photos with \($0.value)" }
  }

  private static func objection(_ name: String, _ allowed: [String], _ found: String) -> String {
    "it asks for \(name) \(Spelling.list(allowed, "or")), and the photo \(found)"
  }

  /// The condition as a recipe writes it.
  package var value: Value {
    var entries: [Value.Entry] = []
    func add(_ key: String, _ value: Value?) {
      if let value { entries.append(Value.Entry(key: key, value: value)) }
    }
    add("orientation", orientation.map { Self.value($0.map(\.rawValue)) })
    add("width", width?.value)
    add("height", height?.value)
    add("alpha", alpha.map { Value(.boolean($0)) })
    add("view", view.map(Self.value))
    if !product.isEmpty {
      add("product", Value(.map(product.map { Value.Entry(key: $0.attribute, value: $0.test.value) })))
    }
    if !not.isEmpty { add("not", not.count == 1 ? not[0].value : Value(.list(not.map(\.value)))) }
    return Value(.map(entries))
  }

  private static func value(_ words: [String]) -> Value {
    words.count == 1 ? Value(.text(words[0])) : Value(.list(words.map { Value(.text($0)) }))
  }
}

extension When {
  /// A condition on an attribute of a product.
  package struct Question: Hashable, Sendable {
    package var attribute: String
    package var test: Test
  }

  /// A test of an attribute.
  package enum Test: Hashable, Sendable {
    /// The attribute has a value.
    case present
    /// The attribute has no value.
    case absent
    /// The value is one of these, as text or as number.
    case oneOf([String])
    case within(Bounds)
  }
}

extension When.Question {
  fileprivate func objection(to subject: PhotoSubject) -> String? {
    guard let found = subject.values[attribute], !found.text.isEmpty else {
      return test == .absent ? nil : "it asks for a product with \(attribute), and none is known"
    }
    // `AttributeUses` has already rejected values that can't be compared.
    if (try? holds(for: found)) == true { return nil }
    if test == .absent { return "it asks for a product without \(attribute), and it has \(found.text)" }
    let asked =
      switch test {
      case .present, .absent: ""
      case .oneOf(let texts): Spelling.list(texts, "or")
      case .within(let bounds): bounds.text
      }
    return "it asks for a product with \(attribute) \(asked), and it has \(found.text)"
  }

  /// Whether the condition matches a value that isn't empty.
  ///
  /// - Throws: `NumberError` if the value can't be compared with the condition's numbers.
  package func holds(for value: ProductValue) throws(NumberError) -> Bool {
    switch test {
    case .present: return true
    case .absent: return false
    case .oneOf(let texts):
      if attribute.isNameOfProduct { return texts.contains { $0.nameFolded == value.text.nameFolded } }
      if texts.contains(value.text) { return true }
      // Numbers in YAML have a decimal point. A quoted text can have a comma.
      let numbers = texts.compactMap { try? Numeral($0, decimal: Double($0) == nil ? nil : .point).value }
      if numbers.isEmpty { return false }
      do throws(NumberError) { return numbers.contains(try value.number().value) } catch .notANumber { return false }
    case .within(let bounds):
      let number = try value.number().value
      return bounds.holdExactly(number)
    }
  }
}

extension String {
  /// Whether an attribute is a product's name or SKU, which are compared like names.
  package var isNameOfProduct: Bool { ["sku", "name"].contains(self) }
}

extension When.Bounds {
  /// Whether a number is within the bounds, compared exactly with the decimal digits in the recipe.
  fileprivate func holdExactly(_ number: Decimal) -> Bool {
    let exact = { (bound: Double) in Decimal(string: bound.description) ?? .nan }
    return min.map { number >= exact($0) } ?? true && max.map { number <= exact($0) } ?? true
  }
}

extension When.Test {
  fileprivate var value: Value {
    switch self {
    case .present: "present"
    case .absent: "absent"
    case .oneOf(let texts):
      texts.count == 1 && !["present", "absent"].contains(texts[0])
        ? Value(.text(texts[0])) : Value(.list(texts.map { Value(.text($0)) }))
    case .within(let bounds): bounds.value
    }
  }
}

extension When.Bounds {
  fileprivate var text: String {
    switch (min, max) {
    case (let min?, let max?): "\(Value.shortest(min)) to \(Value.shortest(max))"
    case (let min?, nil): "\(Value.shortest(min)) or more"
    case (nil, let max?): "\(Value.shortest(max)) or less"
    case (nil, nil): "any number of"
    }
  }

  fileprivate var value: Value {
    let entries = [("min", min), ("max", max)].compactMap { key, number in
      number.map { Value.Entry(key: key, value: Value(.number($0))) }
    }
    return Value(.map(entries))
  }
}

/// The known values of a photo and its product.
package struct PhotoSubject: Hashable, Codable, Sendable {
  /// The view of the product.
  package var view: String?
  /// The known product attributes that the recipe uses, and the groups of its `sku` pattern.
  package var values: [String: ProductValue]

  /// The photo's own focus: a point of the upright photo, which a person has chosen.
  package var focus: Focus?

  /// The photo's part in each group of the recipe, by ``Recipe/Group/id``. Empty unless a run knows the other photos.
  package var groups: [String: GroupPart] = [:]

  package init(view: String? = nil, values: [String: ProductValue] = [:]) { (self.view, self.values) = (view, values) }
}

/// The values of a photo that ``When`` depends on.
package struct PhotoFacts: Hashable, Sendable {
  package var image: ImageFacts
  package var subject: PhotoSubject
  /// Sources without a per-photo image.
  package var missing: Set<String>

  package init(_ image: ImageFacts, subject: PhotoSubject = PhotoSubject(), missing: Set<String> = []) {
    (self.image, self.subject, self.missing) = (image, subject, missing)
  }

  /// Creates the facts of a photo whose header isn't read. Only for conditions that don't use the header.
  package init(withoutHeaderOf subject: PhotoSubject) {
    self.init(ImageFacts(width: 1, height: 1), subject: subject)
  }

  /// Size of the upright photo in pixels.
  package var size: PixelSize { image.uprightSize }

  package var orientation: When.Orientation {
    size.width == size.height ? .square : size.width < size.height ? .portrait : .landscape
  }
}

extension PhotoSubject {
  /// Returns an attribute's value for cache keys, with everything that determines how it is compared, used in names and
  /// drawn.
  package func answer(to attribute: String) -> String {
    guard let value = values[attribute] else { return "\(attribute) = none" }
    let places = value.places.map { ", \($0) places" } ?? ""
    return "\(attribute) = \(Value(.text(value.text)))\(places), decimal \(value.decimal?.rawValue ?? "undeclared"), "
      + "drawn with \(value.drawnDecimal.rawValue)"
  }
}
