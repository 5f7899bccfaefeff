import Errors
import Foundation
import Parameters

/// A pattern that finds the product and its view in a photo's path: a regular expression with a group named `sku` and
/// optionally one named `view`. It must match the whole of `{relative}/{stem}`.
package struct SKUPattern: Sendable {
  /// The pattern as written.
  package let text: String
  private let expression: NSRegularExpression
  /// Whether the pattern has a group named `view`.
  package let namesView: Bool
  /// Names of the pattern's groups besides `sku` and `view`.
  package let groupNames: [String]

  /// The result of a match.
  package struct Match: Hashable, Sendable {
    package var sku: String
    package var view: String?

    package init(sku: String, view: String?) { (self.sku, self.view) = (sku, view) }
  }

  package typealias Refusal = PatternRefusal

  package init(_ text: String) throws(Refusal) {
    self.text = text
    guard let expression = try? NSRegularExpression(pattern: "\\A(?:\(text))\\z") else {
      throw .notARegularExpression(pattern: text, mistake: Self.mistake(in: text))
    }
    guard text.contains("(?<sku>") else {
      throw .noSKUGroup(pattern: text)
    }
    self.expression = expression
    namesView = text.contains("(?<view>")
    let names = text.matches(of: /\(\?<([A-Za-z][A-Za-z0-9]*)>/).map { String($0.1) }
    groupNames = names.filter { !["sku", "view"].contains($0) }.withoutRepetitions
  }

  /// Returns a description of the error in an expression, if known. Foundation provides none, but Swift's regex parser,
  /// which reads nearly the same language, often can.
  private static func mistake(in text: String) -> String? {
    do {
      _ = try Regex(text)
      return nil
    } catch {
      return "\(error)"
    }
  }

  /// Matches `path`, a photo's `{relative}/{stem}`. Returns nil if the pattern doesn't match.
  package func match(_ path: String) -> Match? {
    let whole = NSRange(path.startIndex..., in: path)
    guard let result = expression.firstMatch(in: path, range: whole) else { return nil }
    let group = { (name: String) -> String? in
      Range(result.range(withName: name), in: path).map { String(path[$0]) }
    }
    guard let sku = group("sku"), !sku.isEmpty else { return nil }
    return Match(sku: sku, view: namesView ? group("view") : nil)
  }

  /// Returns the values of ``groupNames`` in a path, without empty ones. Empty if the pattern doesn't match.
  package func groups(_ path: String) -> [String: String] {
    if groupNames.isEmpty { return [:] }
    let whole = NSRange(path.startIndex..., in: path)
    guard let result = expression.firstMatch(in: path, range: whole) else { return [:] }
    var groups: [String: String] = [:]
    for name in groupNames {
      guard let range = Range(result.range(withName: name), in: path), !range.isEmpty else { continue }
      groups[name] = String(path[range])
    }
    return groups
  }

  /// Returns advice on how to make the pattern match a path, worded as the end of a sentence. Returns nil if there is
  /// none.
  ///
  /// - Parameter isQuoted: Whether to quote the part that matches. Defaults to true.
  package func advice(on path: String, isQuoted: Bool = true) -> String? {
    let matches = { (pattern: String) in (try? SKUPattern(pattern))?.match(path) != nil }
    if matches("(?:.*/)?(?:\(text))") { return "begin the pattern with (.*/)? to allow folders" }
    if matches("(?i:\(text))") { return "it matches except for upper and lower case; begin the pattern with (?i)" }
    guard let part = try? NSRegularExpression(pattern: text),
      let found = part.firstMatch(in: path, range: NSRange(path.startIndex..., in: path)),
      let range = Range(found.range, in: path), !range.isEmpty, range != path.startIndex..<path.endIndex
    else { return nil }
    return "it matches only \(isQuoted ? "\"\(path[range])\"" : "a part") of it, but must match all of it"
  }
}

/// The reason why a pattern that finds products isn't valid.
public enum PatternRefusal: DescribedError, Equatable {
  /// The pattern isn't a regular expression. `mistake` describes the error, if known.
  case notARegularExpression(pattern: String, mistake: String?)
  /// The pattern has no group named `sku`.
  case noSKUGroup(pattern: String)

  public var descriptor: ErrorDescriptor { described(calling: "`sku`") }

  /// Returns the error's description with another name for the pattern.
  public func described(calling name: String) -> ErrorDescriptor {
    switch self {
    case .notARegularExpression(let pattern, let mistake):
      .init(.recipe, "\(name) is '\(pattern)', which is not a regular expression" + (mistake.map { ": \($0)" } ?? ""))
    case .noSKUGroup(let pattern):
      .init(
        .recipe, "\(name) is '\(pattern)'; it needs a group named sku, such as (?<sku>[A-Za-z0-9-]+)",
        ["group": "sku"])
    }
  }
}
