import Files
import Foundation
import Golden
import ImageCodecs
import PixelCore
import Recipes
import Synchronization

extension GoldenCheck {
  /// Returns the report of a check, which can be written as an HTML page, as XML for a build server and as Markdown for
  /// a pull request.
  ///
  /// - Parameters:
  ///   - outcomes: The outcomes that ``run(stop:report:)`` reported.
  ///   - pictures: A folder that contains the pictures of all outcomes, written by ``writePictures(of:to:)``. The page
  ///     embeds them, and links to pictures that are too large to embed. If nil, the cases are rendered again for the
  ///     page.
  ///   - page: Path of the page, which links to pictures are relative to.
  public func report(
    _ outcomes: [GoldenOutcome], _ summary: GoldenSummary, pictures: String? = nil, page: String? = nil
  ) -> SuiteReport {
    let byName = Dictionary(cases.map { ($0.name, $0) }) { first, _ in first }
    let places = PicturePlaces(folder: pictures, page: page)
    var report = SuiteReport(
      name: suite.folder.pathNames.last.map(String.init) ?? suite.folder, suite: suite.folder,
      seconds: summary.seconds, version: Version.packshot,
      cases: outcomes.map { outcome in
        var item = SuiteReport.Case(outcome)
        item.seconds = outcome.seconds
        if let goldenCase = byName[outcome.name], outcome.state != .passed {
          describe(goldenCase, outcome, places, in: &item)
        } else if outcome.state == .obsolete {
          item.expected = expectedPicture(of: outcome.name, places)
        }
        return item
      })
    report.shard = shard
    return report
  }

  /// Writes the results into a folder, for later reports on any machine (``GoldenResults``): the pictures of all cases
  /// that didn't pass, and `results.json`. Removes pictures that an earlier check wrote for cases that pass now, unless
  /// they were modified since.
  public func writeResults(_ outcomes: [GoldenOutcome], _ summary: GoldenSummary, to folder: String) throws {
    let file = folder + "/" + GoldenResults.fileName
    // An old file of results must not remain beside the pictures of this check.
    try? FileManager.default.removeItem(atPath: file)
    var pictures = ResultPictures(in: folder)
    for outcome in outcomes { pictures.update(outcome.name, written: try writePictures(of: outcome, to: folder)) }
    try pictures.save()
    try report(outcomes, summary, pictures: folder, page: file).json().write(toFile: file)
  }

  /// Throws if the pictures of a results folder would replace the suite's own files, for example because it is the
  /// suite's folder.
  package func checkPlaces(ofResults folder: String) throws(PackshotError) {
    let needed = Dictionary(
      neededFiles.compactMap { file in FileStatus(path: file.path).map { ($0.identity, file.role) } },
      uniquingKeysWith: { first, _ in first })
    for goldenCase in cases {
      for picture in PicturePlaces.all {
        let path = "\(folder)/\(goldenCase.name)/\(picture)"
        if let role = FileStatus(path: path).flatMap({ needed[$0.identity] }) {
          throw .replacesInput(path: path, role: role)
        }
      }
    }
  }

  /// Writes the pictures of a case that didn't pass into a subfolder of `folder`: the expected picture, the rendered
  /// one and their difference, as `expected.png`, `actual.png` and `difference.png`. So the folder contains everything
  /// that a report shows, even without the suite.
  ///
  /// - Returns: SHA-256 of the pictures, by path relative to `folder`.
  @discardableResult
  public func writePictures(of outcome: GoldenOutcome, to folder: String) throws -> [String: String] {
    guard outcome.state != .passed else { return [:] }
    let place = folder + "/" + outcome.name
    let expected =
      FileStatus(path: expectedFile(outcome.name)) == nil ? nil : Self.bytes(of: expectedFile(outcome.name))
    let goldenCase =
      [.failed, .missing].contains(outcome.state) ? cases.first { $0.name == outcome.name } : nil
    if expected == nil, goldenCase == nil { return [:] }
    do {
      try FileManager.default.createDirectory(atPath: place, withIntermediateDirectories: true)
    } catch {
      throw PackshotError.cannotWrite(path: place, why: systemError())
    }
    var written: [String: String] = [:]
    func write(_ picture: [UInt8]?, as name: String) throws {
      try picture?.withUnsafeBytes {
        try TemporaryFile.write($0, to: "\(place)/\(name)")
        written["\(outcome.name)/\(name)"] = SHA256.hex(of: $0)
      }
    }
    try write(expected, as: PicturePlaces.expected)
    guard let goldenCase else { return written }
    let pictures = try pictures(of: outcome, goldenCase)
    try write(pictures.actual, as: PicturePlaces.actual)
    try write(pictures.difference, as: PicturePlaces.difference)
    return written
  }

  private func describe(
    _ goldenCase: GoldenCase, _ outcome: GoldenOutcome, _ places: PicturePlaces, in item: inout SuiteReport.Case
  ) {
    let settings = try? goldenCase.settings()
    item.why = settings?.why ?? ""
    if let result = outcome.result {
      item.objections = result.objections.map { $0.description }
      item.damage = result.damage.map { place in
        SuiteReport.Damage(place.bounds, pixels: place.pixels, largest: Int(place.largest.rounded(.up)))
      }
      (item.expectedSize, item.actualSize) = (result.expected, result.actual)
      item.facts = facts(result)
    }
    if !outcome.engineDifferences.isEmpty {
      item.facts.append(.init("Changed since", "only the engine: " + outcome.engineDifferences.joined(separator: ", ")))
    }
    if let settings { item.facts.append(.init("Compared", settings.tolerance.description)) }
    let pictures = CasePictures { try self.pictures(of: outcome, goldenCase) }
    if outcome.state == .failed || outcome.state == .missing {
      item.actual = picture(PicturePlaces.actual, of: outcome, places) { pictures.actual() }
      item.approveArgument = outcome.approval
    }
    if outcome.state == .missing { return }
    item.expected = expectedPicture(of: outcome.name, places)
    if outcome.result != nil {
      item.difference = picture(PicturePlaces.difference, of: outcome, places) { pictures.difference() }
      if let settings { item.scale = DifferenceScale(settings.tolerance.measure) }
    }
    if let settings { item.recipe = recipeChange(goldenCase, settings) }
  }

  private func expectedFile(_ name: String) -> String { "\(suite.folder)/\(name)/\(GoldenCase.expectedName)" }

  /// Returns a case's expected picture: the copy in the results folder, or else the file in the suite.
  private func expectedPicture(of name: String, _ places: PicturePlaces) -> SuiteReport.Picture {
    let file = places.file(name, PicturePlaces.expected) ?? expectedFile(name)
    return .embedded(orBeside: places.path(file)) { Self.bytes(of: file) }
  }

  private func facts(_ result: PictureDifferences) -> [SuiteReport.Fact] {
    let share = Double(result.different) / Double(max(result.seen, 1))
    var facts: [SuiteReport.Fact] = [
      .init("Pixels that differ", "\(result.different) of \(result.seen) (\((share * 100).short(2, of: 100)) %)")
    ]
    if result.changed > result.different {
      facts.append(.init("Pixels that differ at all", "\(result.changed)"))
    }
    if result.antialiased > 0 { facts.append(.init("Only by anti-aliasing", "\(result.antialiased)")) }
    facts.append(.init("Largest difference", "\(result.largest.short(2)) of 255 levels"))
    if let farthest = result.farthest {
      facts.append(.init("Largest distance", "\(farthest.short(2)) in OKLab"))
    }
    if let similarity = result.similarity {
      facts.append(.init("Lowest similarity", similarity.lowest.short(4, of: 1)))
    }
    if result.damageCount > result.damage.count {
      facts.append(.init("Places", "\(result.damageCount), of which \(result.damage.count) are listed"))
    }
    if let densest = result.densest {
      facts.append(
        .init(
          "Densest window", "\(densest.pixels) of \(densest.window.size.pixelCount) pixels at \(densest.window.origin)")
      )
    }
    return facts
  }

  /// Returns the changes of the recipe since the expected picture was made. Empty if there are none, or if the picture
  /// doesn't contain its recipe.
  private func recipeChange(_ goldenCase: GoldenCase, _ settings: GoldenSettings) -> [SuiteReport.RecipeLine] {
    guard let file = try? EncodedImage.contents(ofFile: goldenCase.expectedFile, limits: context.limits),
      let before = PNGText.text(keyword: GoldenCase.recipeKeyword, in: file),
      let now = try? goldenCase.recipeText(settings), before != now
    else { return [] }
    return SuiteReport.RecipeLine.change(from: before, to: now)
  }

  /// Returns a picture for the page: the file in the results folder, or a picture made when the page is written.
  private func picture(
    _ file: String, of outcome: GoldenOutcome, _ places: PicturePlaces, making: @escaping @Sendable () -> [UInt8]?
  ) -> SuiteReport.Picture {
    guard let written = places.file(outcome.name, file) else { return .embedded(reading: making) }
    return .embedded(orBeside: places.path(written)) { Self.bytes(of: written) }
  }

  /// Returns the rendered picture and the difference picture as PNG files, rendering the case once for both.
  private func pictures(
    of outcome: GoldenOutcome, _ goldenCase: GoldenCase
  ) throws -> (actual: [UInt8], difference: [UInt8]?) {
    let settings = try goldenCase.settings()
    let rendering = try GoldenRendering.render(goldenCase, settings, in: context)
    let actual = try rendering.png()
    if outcome.result == nil { return (actual, nil) }
    var bytes: [UInt8] = []
    let picture = DifferencePicture { bytes += $0 }
    _ = try compare(rendering, with: goldenCase, settings, picture: picture)
    return (actual, bytes)
  }

  static func bytes(of path: String) -> [UInt8]? {
    (try? EncodedImage.contents(ofFile: path))?.withBytes { Array($0) }
  }
}

/// The pictures of a case, which the page requests one after the other but which are made together.
private final class CasePictures: Sendable {
  private let make: @Sendable () throws -> (actual: [UInt8], difference: [UInt8]?)
  /// The difference picture, kept until it is requested.
  private let made = Mutex<[UInt8]?>(nil)

  init(_ make: @escaping @Sendable () throws -> (actual: [UInt8], difference: [UInt8]?)) { self.make = make }

  func actual() -> [UInt8]? {
    guard let made = try? make() else { return nil }
    self.made.withLock { $0 = made.difference }
    return made.actual
  }

  func difference() -> [UInt8]? {
    let kept = made.withLock { made in
      defer { made = nil }
      return made
    }
    return kept ?? (try? make())?.difference
  }
}

/// Paths of the pictures that belong to a page.
struct PicturePlaces {
  static let expected = "expected.png"
  static let actual = "actual.png"
  static let difference = "difference.png"
  static let all = [expected, actual, difference]

  /// The folder of pictures.
  let folder: String?
  /// Path of the page.
  let page: String?

  /// Returns a file's path relative to the page. Nil if the page has to embed the file.
  func path(_ file: String) -> String? {
    guard folder != nil, let page else { return nil }
    return relativePath(of: file, fromFolderOf: page)
  }

  /// Returns the path of a case's picture in the folder, or nil without a folder.
  func file(_ name: String, _ picture: String) -> String? { folder.map { "\($0)/\(name)/\(picture)" } }
}

extension SuiteReport.Case {
  fileprivate init(_ outcome: GoldenOutcome) {
    self.init(
      name: outcome.name, state: outcome.state, headline: outcome.messageWithFlakiness)
    isFlaky = outcome.isFlaky
    measured = outcome.result.flatMap { $0.changed + $0.unmatched > 0 ? SuiteReport.Measured($0) : nil }
  }
}

extension SuiteReport.Measured {
  fileprivate init(_ result: PictureDifferences) {
    self.init(
      seen: result.seen, changed: result.changed, different: result.different, largest: result.largest,
      distance: result.farthest, similarity: result.similarity?.lowest)
  }
}

extension SuiteReport.RecipeLine {
  /// Returns the lines of two texts, marked as removed, added or common.
  static func change(from before: String, to now: String) -> [Self] {
    let (old, new) = (before.lines, now.lines)
    let difference = new.difference(from: old)
    var removed: Set<Int> = []
    var added: Set<Int> = []
    for change in difference {
      switch change {
      case .remove(let offset, _, _): removed.insert(offset)
      case .insert(let offset, _, _): added.insert(offset)
      }
    }
    var lines: [Self] = []
    var (i, j) = (0, 0)
    while i < old.count || j < new.count {
      if i < old.count, removed.contains(i) {
        lines.append(Self(.removed, String(old[i])))
        i += 1
      } else if j < new.count, added.contains(j) {
        lines.append(Self(.added, String(new[j])))
        j += 1
      } else {
        lines.append(Self(.kept, String(new[j])))
        (i, j) = (i + 1, j + 1)
      }
    }
    return lines
  }
}

extension String {
  fileprivate var lines: [Substring] { split(separator: "\n", omittingEmptySubsequences: false) }
}

extension SuiteReport {
  /// Writes the page. An existing file is replaced atomically.
  ///
  /// - Throws: ``PackshotError``.
  public func writePage(to path: String) throws {
    let file = try TemporaryFile(for: path)
    try writeHTML { try file.write($0) }
    try file.finish()
  }
}

extension String {
  /// Writes the text to a file. An existing file is replaced atomically.
  ///
  /// - Throws: ``PackshotError``.
  package func write(toFile path: String) throws {
    try Array(utf8).withUnsafeBytes { try TemporaryFile.write($0, to: path) }
  }
}
