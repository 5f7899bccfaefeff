import ArgumentParser
import PackshotKit
import Synchronization

/// The reports of a golden suite, each a file.
struct ReportFileArguments: ParsableArguments {
  @Option(help: ArgumentHelp("Write an HTML report to open in a browser.", valueName: "file"), completion: .file())
  var report: String?
  @Option(help: ArgumentHelp("Write JUnit XML, for build servers.", valueName: "file"), completion: .file())
  var junit: String?
  @Option(help: ArgumentHelp("Write Markdown, for a pull request.", valueName: "file"), completion: .file())
  var markdown: String?

  func validate() throws { try LocalPath.check(places) }

  /// All that is written, in its order, with the options that name it.
  fileprivate var named: [(option: String, path: String)] {
    [("--report", report), ("--junit", junit), ("--markdown", markdown)].compactMap { option, path in
      path.map { (option, $0) }
    }
  }

  var places: [String] { named.map(\.path) }

  /// Looks whether all of it can be written, before work is done for it.
  ///
  /// - Parameters:
  ///   - needed: Files that must not be replaced, with what they are.
  ///   - taken: Places that something else is written to, with the options that name them.
  func checkPlaces(
    sparing needed: @autoclosure () -> [(path: String, role: String)], besides taken: [String: String] = [:]
  ) throws {
    var names = taken
    for (name, path) in named {
      if let other = names.updateValue(name, forKey: path) {
        throw ArgumentError.refusedArgument(
          argument: name, found: "\(path), and so is \(other)", allowed: "a path that no other option names")
      }
      try OutputPlace.check(file: path, sparing: needed())
    }
  }

  /// Writes all of it. What cannot be written keeps nothing else from being.
  ///
  /// - Parameters:
  ///   - unwritten: Is told what is done.
  ///   - found: What was found; made when something is to be written.
  /// - Returns: What went wrong.
  func write(_ found: () throws -> SuiteReport, unwritten: Unwritten) -> [any Error] {
    if places.isEmpty { return [] }
    var errors: [any Error] = []
    do {
      let found = try found()
      let writers: [(String?, (String) throws -> Void)] = [
        (report, { try found.writePage(to: $0) }), (junit, { try found.junit().write(toFile: $0) }),
        (markdown, { try found.markdown().write(toFile: $0) }),
      ]
      for case (let place?, let write) in writers {
        do {
          try write(place)
          unwritten.remove(place)
        } catch {
          errors.append(error)
        }
      }
    } catch {
      errors.append(error)
    }
    return errors
  }
}

/// What a check of a golden suite writes besides what it prints.
struct ReportArguments: ParsableArguments {
  @OptionGroup var files: ReportFileArguments
  @Option(
    name: .shortAndLong,
    help: ArgumentHelp(
      "A folder for what was found: \(GoldenResults.fileName), and the expected, actual and difference pictures of failing "
        + "cases; created if it does not exist.",
      valueName: "folder"),
    completion: .directory)
  var output: String?

  func validate() throws { try LocalPath.check(output) }

  /// All that is written, in its order.
  var places: [String] { [output].compactMap { $0 } + files.places }

  /// Looks whether all of it can be written, before work is done for it.
  ///
  /// - Parameter needed: Files that must not be replaced, with what they are.
  func checkPlaces(sparing needed: @autoclosure () -> [(path: String, role: String)]) throws {
    if let output { try OutputPlace.check(folder: output) }
    try files.checkPlaces(sparing: needed(), besides: output.map { [$0: "--output"] } ?? [:])
  }

  /// Writes all of it. What cannot be written keeps nothing else from being.
  ///
  /// - Parameter unwritten: Is told what is done.
  /// - Returns: What went wrong.
  func write(
    _ check: GoldenCheck, _ outcomes: [GoldenOutcome], _ summary: GoldenSummary, unwritten: Unwritten
  ) -> [any Error] {
    var errors: [any Error] = []
    if let output {
      do {
        try check.writeResults(outcomes, summary, to: output)
        unwritten.remove(output)
      } catch {
        errors.append(error)
      }
    }
    // A folder that has not all pictures is not what the page can be made of.
    let pictures = errors.isEmpty ? output : nil
    errors += files.write(
      { check.report(outcomes, summary, pictures: pictures, page: files.report) }, unwritten: unwritten)
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
