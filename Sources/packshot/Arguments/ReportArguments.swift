import ArgumentParser
import PackshotKit
import Synchronization

/// What a check of a golden suite writes besides what it prints.
struct ReportArguments: ParsableArguments {
  @Option(help: ArgumentHelp("Write an HTML report to open in a browser.", valueName: "file"), completion: .file())
  var report: String?
  @Option(help: ArgumentHelp("Write JUnit XML, for build servers.", valueName: "file"), completion: .file())
  var junit: String?
  @Option(help: ArgumentHelp("Write Markdown, for a pull request.", valueName: "file"), completion: .file())
  var markdown: String?
  @Option(
    name: .shortAndLong,
    help: ArgumentHelp(
      "A folder for the actual and difference pictures of failing cases; created if it does not exist.",
      valueName: "folder"),
    completion: .directory)
  var output: String?

  /// All that is written, in its order.
  var places: [String] { [output, report, junit, markdown].compactMap { $0 } }

  /// Looks whether all of it can be written, before work is done for it.
  ///
  /// - Parameter needed: Files that must not be replaced, with what they are.
  func checkPlaces(sparing needed: @autoclosure () -> [(path: String, role: String)]) throws {
    var names: [String: String] = [:]
    for (name, path) in [("--output", output), ("--report", report), ("--junit", junit), ("--markdown", markdown)] {
      guard let path else { continue }
      if let other = names.updateValue(name, forKey: path) {
        throw PackshotError.option(
          name: name, found: "\(path), and so is \(other)", allowed: "a path that no other option names")
      }
      if name == "--output" {
        try OutputPlace.check(folder: path)
      } else {
        try OutputPlace.check(file: path, sparing: needed())
      }
    }
  }

  /// Writes all of it. What cannot be written keeps nothing else from being.
  ///
  /// - Parameter unwritten: Is told what is done.
  /// - Returns: What went wrong.
  func write(
    _ check: GoldenCheck, _ outcomes: [GoldenOutcome], _ summary: GoldenSummary, unwritten: Unwritten
  ) -> [any Error] {
    var errors: [any Error] = []
    func attempt(_ place: String?, _ write: (String) throws -> Void) {
      guard let place else { return }
      do {
        try write(place)
        unwritten.remove(place)
      } catch {
        errors.append(error)
      }
    }
    attempt(output) { folder in
      for outcome in outcomes { try check.writePictures(of: outcome, to: folder) }
    }
    // A folder that has not all pictures is not what the page can be made of.
    let found = check.report(outcomes, summary, pictures: errors.isEmpty ? output : nil, page: report)
    attempt(report) { try found.writePage(to: $0) }
    attempt(junit) { try found.junit().write(toFile: $0) }
    attempt(markdown) { try found.markdown().write(toFile: $0) }
    return errors
  }
}

/// What is still to be written, for a signal that comes in between.
final class Unwritten: Sendable {
  /// How many of them are named.
  private static let listedCount = 8
  private let places: Mutex<[String]>

  init(_ places: [String]) { self.places = Mutex(places) }

  func remove(_ place: String) { places.withLock { $0.removeAll { $0 == place } } }

  /// What a person is told where it stays so.
  var message: String {
    let places = places.withLock { $0 }
    if places.isEmpty { return "" }
    let listed = places.prefix(Self.listedCount).map(Console.printable).joined(separator: ", ")
    let rest = places.count > Self.listedCount ? " and \(places.count - Self.listedCount) more" : ""
    return "stopped; not written, or only in part: \(listed)\(rest)"
  }
}
