import Files
import Foundation
import Recipes

/// A pattern of `--exclude` or `--include`. It follows gitignore's rules, can have alternatives in braces, and also
/// matches paths as packshot prints them.
///
/// - `mugs` and `*.png` match a file or folder of that name at any depth.
/// - `mugs/old` and `/mugs`, with a slash before the end, are relative to a named folder. They also match a path as
///   packshot prints it, relative to the working folder or absolute.
/// - `mugs/` matches only folders.
/// - `!mugs` cancels the match of earlier patterns.
struct PathPattern: Sendable {
  /// The pattern as given.
  let text: String
  let isNegated: Bool
  /// The pattern without `!`, which matches an equal path literally.
  private let literal: ArraySlice<UInt8>
  private let alternatives: [Alternative]

  fileprivate struct Alternative {
    let glob: Glob
    /// Whether the alternative matches only folders.
    let isOfFolders: Bool
    /// Whether the alternative matches a path instead of a name.
    let isOfPaths: Bool
    let isFromRoot: Bool
    /// Whether the alternative starts with a name, so that it can also match a path as packshot prints it. `*/a.png`
    /// matches only paths relative to a named folder.
    let beginsWithName: Bool
  }

  /// The names and paths of a file or folder to match.
  struct Subject {
    /// Name of the file or folder. Nil for a folder on the path of a named file.
    var name: [UInt8]?
    /// Path relative to the named folder. Nil for a named file or folder.
    var below: [UInt8]?
    /// Path as named on the command line, followed by the path below it.
    var path: [UInt8]
    /// Path as packshot prints it, which differs from `path` if a name is not UTF-8.
    var printed: [UInt8]
    var isFolder: Bool
  }

  /// - Parameter setting: The setting that the pattern belongs to, for errors.
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

  /// Whether the pattern is compared with paths only, as `mugs/old` is. `mugs` is compared with names at any depth.
  var isAnchored: Bool { alternatives.allSatisfy(\.isOfPaths) }

  /// - Parameter subject: The names and paths in Unicode normal form C; see ``Subject/precomposed``.
  func matches(_ subject: Subject) -> Bool {
    let path = literal.count > 1 && literal.last == slash && subject.isFolder ? literal.dropLast() : literal
    return subject.printed.elementsEqual(path) || alternatives.contains { $0.matches(subject) }
  }
}

extension PathPattern.Subject {
  /// The subject in Unicode normal form C, like patterns, so that a pattern matches a name in any normal form.
  var precomposed: Self {
    Self(
      name: name?.precomposed, below: below?.precomposed, path: path.precomposed, printed: printed.precomposed,
      isFolder: isFolder)
  }
}

extension [UInt8] {
  /// The bytes in Unicode normal form C. Bytes that are not UTF-8 are unchanged.
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
