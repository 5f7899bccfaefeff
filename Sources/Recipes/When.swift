import Filters
import Foundation
import Parameters
import PixelCore
import Text

/// What has to hold of a photo for a step to be taken, or an output to be made: all that it asks.
///
/// It asks of the photo as it is decoded and upright, before any step.
package struct When: Hashable, Sendable {
  /// Which way a photo is longer.
  package enum Orientation: String, Sendable, CaseIterable {
    case portrait, landscape, square
  }

  /// Numbers from a least to a most.
  package struct Bounds: Hashable, Sendable {
    package var min: Double?
    package var max: Double?

    func hold(_ number: Double) -> Bool { number >= min ?? -.infinity && number <= max ?? .infinity }
  }

  /// One of these; nil where any will do.
  package var orientation: [Orientation]?
  package var width: Bounds?
  package var height: Bounds?
  /// Whether the photo's file has an alpha channel.
  package var alpha: Bool?
  /// What its product has to be like: all of it.
  package var product: [Question] = []
  /// One of these views, as the recipe's `sku` pattern finds them.
  package var view: [String]?

  package init() {}

  /// Whether a photo's header has to be known.
  package var asksOfHeader: Bool { orientation != nil || width != nil || height != nil || alpha != nil }

  package func holds(for photo: PhotoFacts) -> Bool { objection(to: photo) == nil }

  /// What does not hold of a photo: "it asks for orientation portrait, and the photo is landscape". Nil where all does.
  package func objection(to photo: PhotoFacts) -> String? {
    if let orientation, !orientation.contains(photo.orientation) {
      return Self.objection("orientation", orientation.map(\.rawValue), "is \(photo.orientation.rawValue)")
    }
    for (name, bounds, length) in [("width", width, photo.size.width), ("height", height, photo.size.height)] {
      guard let bounds, !bounds.hold(Double(length)) else { continue }
      return "it asks for a \(name) of \(bounds.text) pixels, and the photo has \(length)"
    }
    if let alpha, alpha != photo.hasAlpha {
      return alpha
        ? "it asks for an alpha channel, and the photo has none"
        : "it asks for photos without an alpha channel, and this one has it"
    }
    if let view, !view.contains(photo.subject.view ?? "") {
      return Self.objection("view", view, photo.subject.view.map { "is \($0)" } ?? "has none")
    }
    return product.lazy.compactMap { $0.objection(to: photo.subject) }.first
  }

  private static func objection(_ name: String, _ allowed: [String], _ found: String) -> String {
    "it asks for \(name) \(Spelling.list(allowed, "or")), and the photo \(found)"
  }

  /// As a recipe writes it.
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
    return Value(.map(entries))
  }

  private static func value(_ words: [String]) -> Value {
    words.count == 1 ? Value(.text(words[0])) : Value(.list(words.map { Value(.text($0)) }))
  }
}

extension When {
  /// A question about a product.
  package struct Question: Hashable, Sendable {
    package var attribute: String
    package var test: Test
  }

  /// What an attribute has to be.
  package enum Test: Hashable, Sendable {
    /// Anything but missing.
    case present
    /// One of these, written so or the same number.
    case oneOf([String])
    case within(Bounds)
  }
}

extension When.Question {
  fileprivate func objection(to subject: PhotoSubject) -> String? {
    guard let found = subject.values[attribute], !found.text.isEmpty else {
      return "it asks for a product with \(attribute), and none is known"
    }
    // A value that can't be compared was refused before anything was asked.
    if (try? holds(for: found)) == true { return nil }
    let asked =
      switch test {
      case .present: ""
      case .oneOf(let texts): Spelling.list(texts, "or")
      case .within(let bounds): bounds.text
      }
    return "it asks for a product with \(attribute) \(asked), and it has \(found.text)"
  }

  /// Whether it holds for a value.
  ///
  /// - Throws: If the value can't be compared with the question's numbers.
  package func holds(for value: ProductValue) throws(NumberError) -> Bool {
    switch test {
    case .present: return true
    case .oneOf(let texts):
      if attribute.isNameOfProduct { return texts.contains { $0.nameFolded == value.text.nameFolded } }
      if texts.contains(value.text) { return true }
      // Numbers in YAML have a point; a text in quotes can have a comma.
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
  /// Whether an attribute is what products are called by, which is compared as names are.
  package var isNameOfProduct: Bool { ["sku", "name"].contains(self) }
}

extension When.Bounds {
  /// Whether a number is within the bounds, as their digits stand in the recipe.
  fileprivate func holdExactly(_ number: Decimal) -> Bool {
    let exact = { (bound: Double) in Decimal(string: bound.description) ?? .nan }
    return min.map { number >= exact($0) } ?? true && max.map { number <= exact($0) } ?? true
  }
}

extension When.Test {
  fileprivate var value: Value {
    switch self {
    case .present: "present"
    case .oneOf(let texts):
      texts.count == 1 && texts != ["present"] ? Value(.text(texts[0])) : Value(.list(texts.map { Value(.text($0)) }))
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

/// What a photo shows, as far as its name and what is known of its product tell.
package struct PhotoSubject: Hashable, Codable, Sendable {
  /// From which side.
  package var view: String?
  /// What the recipe asks about its product, as far as that is known, and what the groups of its `sku` pattern find.
  package var values: [String: ProductValue]

  package init(view: String? = nil, values: [String: ProductValue] = [:]) { (self.view, self.values) = (view, values) }
}

/// What ``When`` asks of a photo.
package struct PhotoFacts: Hashable, Sendable {
  /// Upright.
  package var size: PixelSize
  package var hasAlpha: Bool
  package var subject: PhotoSubject
  /// The sources that it has no picture of its own for.
  package var missing: Set<String> = []

  package init(size: PixelSize, hasAlpha: Bool, subject: PhotoSubject = PhotoSubject()) {
    (self.size, self.hasAlpha, self.subject) = (size, hasAlpha, subject)
  }

  package var orientation: When.Orientation {
    size.width == size.height ? .square : size.width < size.height ? .portrait : .landscape
  }
}

extension PhotoSubject {
  /// What is known of an attribute, as cache keys need it: all that decides how it is compared, named and drawn.
  package func answer(to attribute: String) -> String {
    guard let value = values[attribute] else { return "\(attribute) = none" }
    let places = value.places.map { ", \($0) places" } ?? ""
    return "\(attribute) = \(Value(.text(value.text)))\(places), decimal \(value.decimal?.rawValue ?? "undeclared"), "
      + "drawn with \(value.drawnDecimal.rawValue)"
  }
}
