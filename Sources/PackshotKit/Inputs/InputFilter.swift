import Files
import Recipes

/// Which of the files and folders that a walk comes upon are wanted.
///
/// What an exclude pattern matches is left out, and an excluded folder is not looked into. Of the rest, if there are include
/// patterns, those files are taken that one of them matches, or that lie in a folder which one of them matches. Of several
/// patterns that match the last one decides, and for a file its own match before that of its folder.
struct InputFilter: Sendable {
  private var excluded: PatternList
  private var included: PatternList

  /// One that wants everything.
  init() { (excluded, included) = (PatternList(), PatternList()) }

  init(excluded: [String], included: [String] = []) throws(PackshotError) {
    self.excluded = try PatternList(excluded, of: "excluded", called: "exclude")
    self.included = try PatternList(included, of: "included", called: "include")
  }

  /// Whether there is nothing to ask.
  var isEmpty: Bool { excluded.isEmpty && included.isEmpty }

  /// What is known of a folder's files before they are matched themselves.
  enum Verdict { case excluded, notIncluded, included }

  /// - Parameter folder: The verdict on the folder that it lies in.
  mutating func verdict(on subject: PathPattern.Subject, in folder: Verdict) -> Verdict {
    let subject = subject.precomposed
    if folder == .excluded || excluded.matches(subject) == true { return .excluded }
    return switch included.matches(subject) {
    case true?: .included
    case false?: .notIncluded
    case nil: folder
    }
  }

  /// The verdict on a file or folder that was named on the command line, folder by folder.
  mutating func verdict(onNamed path: String, isFolder: Bool) -> Verdict {
    var verdict = initialVerdict
    let bytes = Array(path.utf8)
    for (place, byte) in bytes.enumerated() where byte == UInt8(ascii: "/") && place > 0 {
      let folder = Array(bytes[..<place])
      verdict = self.verdict(
        on: PathPattern.Subject(name: nil, below: nil, path: folder, printed: folder, isFolder: true), in: verdict)
    }
    let name = Array(path.splitPath.name.utf8)
    return self.verdict(
      on: PathPattern.Subject(name: name, below: nil, path: bytes, printed: bytes, isFolder: isFolder), in: verdict)
  }

  /// The verdict on what no pattern matches.
  var initialVerdict: Verdict { included.isEmpty ? .included : .notIncluded }

  /// What a person should know of patterns that have matched nothing.
  var notes: [Warning] { excluded.notes + included.notes }
}

/// The patterns of a setting, in the order in which they were given.
private struct PatternList: Sendable {
  /// What kind of pattern they are.
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

  /// What the last pattern that matches says: true, or false where it is negated; nil if none matches.
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
        ? "; with a slash it is matched from an input folder, and with **/ before it at any depth" : ""
      return Warning("the \(kind) pattern \(pattern.text) matches nothing\(place)")
    }
  }
}
