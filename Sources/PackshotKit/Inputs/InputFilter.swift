import Files
import Recipes

/// Selects files and folders by patterns.
///
/// A file or folder that matches an exclude pattern is excluded, and an excluded folder is not searched. If there are
/// include patterns, the remaining files are selected only if they, or a folder that contains them, match one. If
/// several patterns match, the last one decides. A match of the file itself takes precedence over a match of its
/// folder.
struct InputFilter: Sendable {
  private var excluded: PatternList
  private var included: PatternList

  /// Creates a filter that selects everything.
  init() { (excluded, included) = (PatternList(), PatternList()) }

  init(excluded: [String], included: [String] = []) throws(PackshotError) {
    self.excluded = try PatternList(excluded, of: "excluded", called: "exclude")
    self.included = try PatternList(included, of: "included", called: "include")
  }

  /// Whether there are no patterns.
  var isEmpty: Bool { excluded.isEmpty && included.isEmpty }

  /// The decision on a file or folder. A folder's decision applies to its files unless they match a pattern themselves.
  enum Decision { case excluded, notIncluded, included }

  /// - Parameter folder: The decision on the folder that contains the file or folder.
  mutating func decision(on subject: PathPattern.Subject, in folder: Decision) -> Decision {
    let subject = subject.precomposed
    if folder == .excluded || excluded.matches(subject) == true { return .excluded }
    return switch included.matches(subject) {
    case true?: .included
    case false?: .notIncluded
    case nil: folder
    }
  }

  /// Returns the decision on a file or folder named on the command line, checking each folder of its path.
  mutating func decision(onNamed path: String, isFolder: Bool) -> Decision {
    var decision = initialDecision
    let bytes = Array(path.utf8)
    for (place, byte) in bytes.enumerated() where byte == UInt8(ascii: "/") && place > 0 {
      let folder = Array(bytes[..<place])
      decision = self.decision(
        on: PathPattern.Subject(name: nil, below: nil, path: folder, printed: folder, isFolder: true), in: decision)
    }
    let name = Array(path.splitPath.name.utf8)
    return self.decision(
      on: PathPattern.Subject(name: name, below: nil, path: bytes, printed: bytes, isFolder: isFolder), in: decision)
  }

  /// The decision if no pattern matches.
  var initialDecision: Decision { included.isEmpty ? .included : .notIncluded }

  /// Warnings about patterns that matched nothing.
  var notes: [Warning] { excluded.notes + included.notes }
}

/// The patterns of a setting, in the order in which they were given.
private struct PatternList: Sendable {
  /// The kind of pattern, for messages.
  private let kind: String
  private let patterns: [PathPattern]
  private var hasMatched: [Bool]

  init() { (kind, patterns, hasMatched) = ("", [], []) }

  init(_ texts: [String], of setting: SettingName, called kind: String) throws(PackshotError) {
    self.kind = kind
    patterns = try texts.map { text throws(PackshotError) in try PathPattern(text, of: setting) }
    hasMatched = texts.map { _ in false }
  }

  var isEmpty: Bool { patterns.isEmpty }

  /// Returns the result of the last pattern that matches: true, or false if it is negated. Returns nil if none matches.
  mutating func matches(_ subject: PathPattern.Subject) -> Bool? {
    var answer: Bool?
    for index in patterns.indices.reversed() where answer == nil || !hasMatched[index] {
      guard patterns[index].matches(subject) else { continue }
      hasMatched[index] = true
      answer = answer ?? !patterns[index].isNegated
    }
    return answer
  }

  var notes: [Warning] {
    zip(patterns, hasMatched).filter { !$1 }.map { pattern, _ in
      let place =
        pattern.isAnchored
        ? "; a pattern with a slash matches from an input folder, so begin it with **/ to match at any depth" : ""
      return Warning("the \(kind) pattern \(pattern.text) matches nothing\(place)")
    }
  }
}
