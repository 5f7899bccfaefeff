import Catalog
import Files
import Filters
import Foundation
import Golden
import ImageCodecs
import ObjectStore
import Recipes
import Rendering
import Text

/// Creates a case of a golden suite from a recipe, which it refers to, and a photo, which it copies.
public struct NewGoldenCase: Sendable {
  private let suite: String
  private let name: String
  private let recipe: String
  private let input: String
  /// Index of the recipe's output to compare, from 0.
  public var output = 0
  /// Limits on the size of the photo and on the resources to render it.
  public var limits = PhotoLimits()
  /// The worker processes that decode the photo.
  public var workers = WorkerPool.none
  /// The filters that the recipe can use.
  public var filters = FilterList.standard
  /// A note for people about the reason for the case.
  public var why: String?
  /// File name for the copy of the photo, if the recipe uses the photo's name. If nil, the copy is called `input` with
  /// the format's extension.
  var keptName: String?
  /// A picture that the case must render. If it doesn't, the case isn't created.
  var recorded: RecordedOutput?
  /// Data shared by cases that are created together.
  var context: GoldenContext?

  /// - Parameters:
  ///   - suite: Path of the suite, which is created if it doesn't exist.
  ///   - name: The case's name: a path relative to the suite.
  ///   - recipe: Path of the recipe. It is not copied, so that the case detects its changes.
  ///   - input: Path of the photo.
  /// - Throws: ``PackshotError`` for a name that leads out of the suite or already exists.
  public init(suite: String, name: String, recipe: String, input: String) throws(PackshotError) {
    guard GoldenCase.isName(name), !name.utf8.contains(UInt8(ascii: "@")), name.utf8.count <= 1000
    else {
      throw .refusedValue(
        of: "the case's name", found: "\"\(name)\"",
        allowed: "a path such as mugs/antique, without @ or a part that begins with a dot")
    }
    (self.suite, self.name, self.recipe, self.input) = (suite, name, recipe, input)
    guard FileStatus(path: folder) == nil else { throw .caseExists(path: folder) }
  }

  private var folder: String { suite + "/" + name }

  /// Whether the case was started but has no expected picture yet.
  public var isBegun: Bool {
    FileStatus(path: folder) != nil && FileStatus(path: folder + "/" + GoldenCase.expectedName) == nil
  }

  /// Creates the case with the picture that it renders now as the expected picture. Returns its outcome, which is that
  /// it passes. If it can't be rendered, everything is removed again.
  public func make() throws -> GoldenOutcome {
    try limits.check()
    let outputs = try Recipe(contentsOf: recipe, filters: filters).outputs
    guard outputs.indices.contains(output) else {
      throw PackshotError.refusedSetting(
        "outputIndex", found: "\(output)", allowed: .described("0 to \(outputs.count - 1) with this recipe"))
    }
    let file = try OpenFile(named: input, limits: limits)
    let photo = try file.content()
    let format = try UnreadablePicture.naming(input) {
      try workers.read(file, limits: limits) { info, _ in info.format }
    }
    var topmost = folder
    while let parent = topmost.splitPath.folder.map(String.init), !parent.isEmpty, FileStatus(path: parent) == nil {
      topmost = parent
    }
    do {
      try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
    } catch {
      throw PackshotError.cannotWrite(path: folder, why: systemError())
    }
    do {
      let copyName = keptName ?? "input.\(format.fileExtension)"
      let copy = "\(folder)/\(copyName)"
      try photo.withBytes { try TemporaryFile.write($0, to: copy) }
      let settings = Array(self.settings.utf8)
      try settings.withUnsafeBytes { try TemporaryFile.write($0, to: "\(folder)/\(GoldenCase.settingsName)") }
      var options = GoldenCheck.Options()
      (options.names, options.limits, options.workers, options.jobs) = ([name], limits, workers, 1)
      options.filters = filters
      let made = GoldenCase(name: name, folder: folder, files: [copyName, GoldenCase.settingsName])
      let check = try GoldenCheck(
        GoldenSuite(folder: suite, only: made), options: options,
        context: context ?? GoldenContext(limits, workers, filters))
      var outcome: GoldenOutcome?
      _ = check.run { outcome = $0 }
      guard let outcome, outcome.state == .missing else {
        // The error names the copy, which is removed again, so this names the original instead.
        if let message = outcome?.message, message.hasPrefix(copy + ": ") {
          throw PackshotError.unreadable(path: input, why: String(message.dropFirst(copy.count + 2)))
        }
        throw PackshotError.unreadable(path: folder, why: outcome?.message ?? "it is not a case")
      }
      try check.expectedPicture(outcome, ifLike: recorded)?.finish()
      return outcome
    } catch {
      try? FileManager.default.removeItem(atPath: topmost)
      throw error
    }
  }

  private var settings: String {
    var lines: [String] = []
    if let why { lines.append("why: \(quoted(why))") }
    lines.append("recipe: \(quoted(relativePath(of: recipe, fromFolderOf: folder + "/" + GoldenCase.settingsName)))")
    if let keptName { lines.append("input: \(quoted(keptName))") }
    if output != 0 { lines.append("output: \(output)") }
    return lines.map { $0 + "\n" }.joined()
  }

  private func quoted(_ text: String) -> String { JSONValue.string(text).description }
}
