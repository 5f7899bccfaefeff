import Files
import Foundation
import Golden
import ImageCodecs
import PixelCore
import Recipes
import Synchronization

extension GoldenCheck {
  /// What was found, as the reports take it: a page, XML for a build server, Markdown for a pull request.
  ///
  /// - Parameters:
  ///   - outcomes: What ``run(stop:report:)`` has reported.
  ///   - pictures: A folder that has what ``writePictures(of:to:)`` wrote of all outcomes; the page takes pictures from
  ///     there, and shows from there those that it has no room for. Without it cases are rendered for the page.
  ///   - page: The page's file, from whose folder those pictures are seen.
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

  /// Writes what was found into a folder, for reports that are made later and elsewhere (``GoldenResults``): the pictures of
  /// all cases that do not pass, and `results.json`. Removes the pictures that an earlier check wrote there for cases that pass
  /// now, unless they were modified since.
  public func writeResults(_ outcomes: [GoldenOutcome], _ summary: GoldenSummary, to folder: String) throws {
    let file = folder + "/" + GoldenResults.fileName
    // A file of an earlier check is not to stand beside pictures of this one.
    try? FileManager.default.removeItem(atPath: file)
    var pictures = ResultPictures(in: folder)
    for outcome in outcomes { pictures.update(outcome.name, written: try writePictures(of: outcome, to: folder)) }
    try pictures.save()
    try report(outcomes, summary, pictures: folder, page: file).json().write(toFile: file)
  }

  /// Looks whether a folder of results would have pictures take the place of the suite's own files, as the suite's folder would.
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

  /// Writes the pictures of a case that does not pass into a folder of its own below `folder`: what is expected, what it
  /// renders, and where that differs, as `expected.png`, `actual.png` and `difference.png`. So the folder has all that a
  /// report shows, also where the suite is not.
  ///
  /// - Returns: SHA-256 of the pictures, by their paths below `folder`.
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

  /// A case's expected picture: the copy that was written, else the suite's own.
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

  /// How the recipe differs from the one that the expected picture was made by; empty where it does not, or the picture
  /// does not say.
  private func recipeChange(_ goldenCase: GoldenCase, _ settings: GoldenSettings) -> [SuiteReport.RecipeLine] {
    guard let file = try? EncodedImage.contents(ofFile: goldenCase.expectedFile, limits: context.limits),
      let before = PNGText.text(keyword: GoldenCase.recipeKeyword, in: file),
      let now = try? goldenCase.recipeText(settings), before != now
    else { return [] }
    return SuiteReport.RecipeLine.change(from: before, to: now)
  }

  /// A picture for the page: the file that was written, or what is made when the page is.
  private func picture(
    _ file: String, of outcome: GoldenOutcome, _ places: PicturePlaces, making: @escaping @Sendable () -> [UInt8]?
  ) -> SuiteReport.Picture {
    guard let written = places.file(outcome.name, file) else { return .embedded(reading: making) }
    return .embedded(orBeside: places.path(written)) { Self.bytes(of: written) }
  }

  /// What a case renders, and where that differs from what is expected, as PNG files; renders once for both.
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

/// The pictures of a case that a page asks for one after the other, and that are made together.
private final class CasePictures: Sendable {
  private let make: @Sendable () throws -> (actual: [UInt8], difference: [UInt8]?)
  /// The difference, made with the actual picture, until it is asked for.
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

/// Where pictures stand beside a page.
struct PicturePlaces {
  static let expected = "expected.png"
  static let actual = "actual.png"
  static let difference = "difference.png"
  static let all = [expected, actual, difference]

  /// The folder of what was rendered.
  let folder: String?
  /// The page's file.
  let page: String?

  /// A file as the page sees it; nil where the page is to hold it.
  func path(_ file: String) -> String? {
    guard folder != nil, let page else { return nil }
    return relativePath(of: file, fromFolderOf: page)
  }

  /// Where a picture of a case was written; nil where none was.
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
  /// The lines of two texts: those that only the first has, those that only the second has, and those of both.
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
  /// Writes the page; one that is there is replaced in one step.
  ///
  /// - Throws: ``PackshotError``.
  public func writePage(to path: String) throws {
    let file = try TemporaryFile(for: path)
    try writeHTML { try file.write($0) }
    try file.finish()
  }
}

extension String {
  /// Writes the text to a file; one that is there is replaced in one step.
  ///
  /// - Throws: ``PackshotError``.
  package func write(toFile path: String) throws {
    try Array(utf8).withUnsafeBytes { try TemporaryFile.write($0, to: path) }
  }
}
