import Files
import Foundation
import Recipes

/// A pattern of `--exclude` or `--include`: gitignore's rules, with alternatives in braces, and paths as packshot prints them.
///
/// - `mugs` and `*.png` match a file or folder of that name at any depth.
/// - `mugs/old` and `/mugs`, with a slash that is not at the end, begin at a folder that was named; or they are a path as
///   packshot prints it, from where it was started or from the root.
/// - `mugs/` matches folders alone.
/// - `!mugs` takes back what patterns before it matched.
struct PathPattern: Sendable {
  /// As it was given.
  let text: String
  let isNegated: Bool
  /// The path that it is as it stands, where it is one.
  private let literal: ArraySlice<UInt8>
  private let alternatives: [Alternative]

  fileprivate struct Alternative {
    let glob: Glob
    /// Whether it matches no files.
    let isOfFolders: Bool
    /// Whether it matches a whole path, and not the name at its end.
    let isOfPaths: Bool
    let isFromRoot: Bool
    /// Whether it may be a path as packshot prints it: that begins with a name. `*/a.png` is a path below a named folder alone.
    let beginsWithName: Bool
  }

  /// What is matched: a file or folder, by all of its names.
  struct Subject {
    /// Nil for a folder that a named file lies in.
    var name: [UInt8]?
    /// Its path below the folder that was named; nil for what was named itself.
    var below: [UInt8]?
    /// As it was named on the command line, with what lies below.
    var path: [UInt8]
    /// As packshot prints it: where a name is not UTF-8, this is another than the path.
    var printed: [UInt8]
    var isFolder: Bool
  }

  /// - Parameter setting: What it is a value of, for errors.
  init(_ text: String, of setting: SettingName) throws(PackshotError) {
    self.text = text
    let bytes = Array(text.utf8).precomposed[...]
    isNegated = bytes.first == UInt8(ascii: "!")
    literal = isNegated ? bytes.dropFirst() : bytes
    if literal.isEmpty {
      throw .refusedSetting(
        setting, found: text.isEmpty ? "empty" : text,
        allowed: .described("a pattern, such as mugs/old, *.png or mugs/"))
    }
    guard let alternatives = BraceAlternatives.of(literal) else {
      throw .refusedSetting(
        setting, found: text, allowed: .described("a pattern of \(BraceAlternatives.limit) alternatives at most"))
    }
    self.alternatives = alternatives.map(Alternative.init)
  }

  /// Whether it begins at a folder and matches nowhere else.
  var isAnchored: Bool { alternatives.allSatisfy(\.isOfPaths) }

  /// - Parameter subject: In normal form C: see ``Subject/precomposed``.
  func matches(_ subject: Subject) -> Bool {
    let path = literal.count > 1 && literal.last == slash && subject.isFolder ? literal.dropLast() : literal
    return subject.printed.elementsEqual(path) || alternatives.contains { $0.matches(subject) }
  }
}

extension PathPattern.Subject {
  /// The subject in Unicode's normal form C, as patterns are: a pattern means a file whatever the normal form of its name.
  var precomposed: Self {
    Self(
      name: name?.precomposed, below: below?.precomposed, path: path.precomposed, printed: printed.precomposed,
      isFolder: isFolder)
  }
}

extension [UInt8] {
  /// UTF-8 in Unicode's normal form C; bytes that aren't UTF-8 as they are.
  fileprivate var precomposed: [UInt8] {
    if allSatisfy({ $0 < 0x80 }) { return self }
    return String(validating: self, as: UTF8.self).map { Array($0.precomposedStringWithCanonicalMapping.utf8) } ?? self
  }
}

private let slash = UInt8(ascii: "/")

extension PathPattern.Alternative {
  init(_ pattern: [UInt8]) {
    var rest = pattern[...]
    isOfFolders = rest.last == slash
    if isOfFolders { rest = rest.dropLast() }
    isOfPaths = rest.contains(slash)
    isFromRoot = rest.first == slash
    if isFromRoot { rest = rest.dropFirst() }
    if rest.starts(with: "./".utf8) { rest = rest.dropFirst(2) }
    beginsWithName = !rest.prefix { $0 != slash }.contains { "*?[".utf8.contains($0) }
    glob = Glob(rest)
  }

  func matches(_ subject: PathPattern.Subject) -> Bool {
    if isOfFolders, !subject.isFolder { return false }
    guard isOfPaths else { return subject.name.map { glob.matches($0) } ?? false }
    if let below = subject.below, glob.matches(below) { return true }
    guard beginsWithName else { return false }
    guard isFromRoot else {
      return glob.matches(subject.path.starts(with: "./".utf8) ? subject.path.dropFirst(2) : subject.path[...])
    }
    return glob.matches(absolutePath(String(decoding: subject.path, as: UTF8.self)).utf8.dropFirst())
  }
}
