import Files
import Foundation
import Parameters
import Recipes
import Text

/// A folder of golden cases: pictures that recipes must render, now and after every change.
///
/// A case is a folder with `case.yaml` or `recipe.yaml`, a photo such as `input.jpg`, and the expected picture
/// `expected.png`. Cases can be in folders at any depth. A case's name is the path of its folder relative to the suite.
public struct GoldenSuite: Sendable {
  /// Path of the suite, as given.
  public let folder: String
  /// All cases, sorted by name.
  public let cases: [GoldenCase]
  /// Folders that contain an `expected.png` but are no longer a case.
  public let obsolete: [String]

  /// Finds the cases of a suite. Errors in a case are found later, when it is checked.
  ///
  /// - Throws: ``PackshotError`` if the folder doesn't exist, can't be read, or contains no case.
  public init(folder: String) throws(PackshotError) {
    guard let status = FileStatus(path: folder) else {
      throw .missingSuite(path: folder)
    }
    guard status.kind == .folder else { throw .unreadable(path: folder, why: "it is not a folder") }
    self.folder = folder
    var found: (cases: [GoldenCase], obsolete: [String]) = ([], [])
    try Self.walk(folder, name: "", above: [status], into: &found)
    guard !found.cases.isEmpty else {
      throw Self.withoutCase(folder)
    }
    cases = found.cases
    obsolete = found.obsolete
  }

  /// Creates a suite with a single case.
  init(folder: String, only goldenCase: GoldenCase) {
    (self.folder, cases, obsolete) = (folder, [goldenCase], [])
  }

  /// Returns the error for a folder that isn't a suite.
  private static func withoutCase(_ folder: String) -> PackshotError {
    let isCase = [GoldenCase.settingsName, GoldenCase.recipeName].contains {
      FileStatus(path: "\(folder)/\($0)") != nil
    }
    guard isCase else { return .noSuite(path: folder) }
    let path = absolutePath(folder)
    let suite = folder.withoutTrailingSlashes.splitPath.folder.map(String.init) ?? "."
    return .caseForSuite(path: folder, suite: suite.isEmpty ? "/" : suite, name: String(path.splitPath.name))
  }

  private static func walk(
    _ folder: String, name: String, above: [FileStatus], into found: inout (cases: [GoldenCase], obsolete: [String])
  ) throws(PackshotError) {
    let names: [String]
    do {
      names = try FileManager.default.contentsOfDirectory(atPath: folder).sorted()
    } catch {
      throw .unreadable(path: folder, why: systemError())
    }
    let files = Set(names)
    if !name.isEmpty {
      if files.contains(GoldenCase.settingsName) || files.contains(GoldenCase.recipeName) {
        found.cases.append(GoldenCase(name: name, folder: folder, files: names))
      } else if files.contains(GoldenCase.expectedName) {
        found.obsolete.append(name)
      }
    }
    for child in names where child.utf8.first != UInt8(ascii: ".") {
      let path = folder + "/" + child
      // Following a link to a folder above the link would never end.
      guard let status = FileStatus(path: path), status.kind == .folder, !above.contains(where: status.isSameFile)
      else {
        continue
      }
      try walk(
        path, name: name.isEmpty ? child : name + "/" + child, above: above + [status], into: &found)
    }
  }

  /// Returns the cases with these names, or below them. Returns all cases if there are no names.
  ///
  /// - Parameter exact: Names that match only the case itself, not cases below it.
  /// - Throws: ``PackshotError`` for a name that matches nothing.
  public func cases(named names: [String], exactly exact: Set<String> = []) throws(PackshotError) -> [GoldenCase] {
    if names.isEmpty { return cases }
    var chosen: Set<String> = []
    for name in names {
      let name = name.withoutTrailingSlashes
      let some = cases.map(\.name).filter { $0 == name || !exact.contains(name) && $0.isPath(inAnyFormOf: name) }
      guard !some.isEmpty else { throw .noGoldenCase(name: name, suite: folder, hint(for: name)) }
      chosen.formUnion(some)
    }
    return cases.filter { chosen.contains($0.name) }
  }

  /// Returns a suggestion for a name that matches no case.
  private func hint(for name: String) -> Remedy? {
    func isKnown(_ name: String) -> Bool { cases.contains { $0.name.isPath(in: name) } }
    if obsolete.contains(name) {
      return .deleteOrGiveRecipe(folder: "\(folder)/\(name)", expected: GoldenCase.expectedName)
    }
    if let at = name.lastIndex(of: "@"), isKnown(String(name[..<at])) {
      let digits = name[name.index(after: at)...]
      return GoldenApproval.isDigest(digits) ? .leaveOutDigits : .useDigits
    }
    let (path, suite) = (absolutePath(name), absolutePath(folder))
    if path.isPath(in: suite) {
      let rest = relativePath(of: path, fromFolderOf: suite + "/\(GoldenCase.settingsName)")
      if rest != name, isKnown(rest) { return .nameWithoutFolder(rest) }
    }
    return Spelling.nearest(to: name, among: cases.map(\.name)).map(Remedy.takeNearest)
  }
}

extension String {
  /// Whether a case's name is a folder's name or below it, regardless of Unicode normal forms.
  fileprivate func isPath(inAnyFormOf folder: String) -> Bool {
    precomposedStringWithCanonicalMapping.isPath(in: folder.precomposedStringWithCanonicalMapping)
  }
}

/// One of several parts of a suite: every `count`th case, so that several machines can share the work.
public struct GoldenShard: Sendable, Equatable, CustomStringConvertible {
  /// Index of the part, from 1.
  public let index: Int
  /// Number of parts.
  public let count: Int

  /// Returns nil unless `index` is between 1 and `count`.
  public init?(index: Int, of count: Int) {
    guard count >= 1, 1...count ~= index else { return nil }
    (self.index, self.count) = (index, count)
  }

  /// The shard as text, such as `1/4`.
  public var description: String { "\(index)/\(count)" }

  /// Returns the cases of this part.
  func part(of cases: [GoldenCase]) -> [GoldenCase] {
    cases.enumerated().filter { $0.offset % count == index - 1 }.map(\.element)
  }
}
