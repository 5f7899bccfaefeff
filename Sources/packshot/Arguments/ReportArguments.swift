import ArgumentParser
import PackshotKit
import Synchronization

/// The report files of a golden suite.
struct ReportFileArguments: ParsableArguments {
  @Option(help: ArgumentHelp("Write an HTML report to open in a browser.", valueName: "file"), completion: .file())
  var report: String?
  @Option(help: ArgumentHelp("Write JUnit XML, for build servers.", valueName: "file"), completion: .file())
  var junit: String?
  @Option(help: ArgumentHelp("Write Markdown, for a pull request.", valueName: "file"), completion: .file())
  var markdown: String?

  func validate() throws { try LocalPath.check(places) }

  /// The files to write, in order, with the options that name them.
  fileprivate var named: [(option: String, path: String)] {
    [("--report", report), ("--junit", junit), ("--markdown", markdown)].compactMap { option, path in
      path.map { (option, $0) }
    }
  }

  var places: [String] { named.map(\.path) }

  /// Throws if a file can't be written. Must be called before the results are computed.
  ///
  /// - Parameters:
  ///   - needed: Files that must not be replaced, with their roles.
  ///   - taken: Paths that other options write to, with those options.
  func checkPlaces(
    sparing needed: @autoclosure () -> [(path: String, role: String)], besides taken: [String: String] = [:]
  ) throws {
    var names = taken
    for (name, path) in named {
      if let other = names.updateValue(name, forKey: path) {
        throw ArgumentError.refusedArgument(
          argument: name, found: "\(path), and so is \(other)", allowed: "a path that no other option names")
      }
      try OutputPreflight.check(file: path, sparing: needed())
    }
  }

  /// Writes all files. An error in one doesn't prevent the others.
  ///
  /// - Parameters:
  ///   - unwritten: Keeps track of the files that aren't written yet.
  ///   - found: Makes the report. Called only if there is something to write.
  /// - Returns: The errors.
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

/// The files that a check of a golden suite writes in addition to its output.
struct ReportArguments: ParsableArguments {
  @OptionGroup var files: ReportFileArguments
  @Option(
    name: .shortAndLong,
    help: ArgumentHelp(
      "A folder for \(GoldenResults.fileName) and the expected, actual and difference pictures of failing cases; "
        + "created if it does not exist.",
      valueName: "folder"),
    completion: .directory)
  var output: String?

  func validate() throws { try LocalPath.check(output) }

  /// The paths to write, in order.
  var places: [String] { [output].compactMap { $0 } + files.places }

  /// Throws if a file can't be written. Must be called before the results are computed.
  ///
  /// - Parameter needed: Files that must not be replaced, with their roles.
  func checkPlaces(sparing needed: @autoclosure () -> [(path: String, role: String)]) throws {
    if let output { try OutputPreflight.check(folder: output) }
    try files.checkPlaces(sparing: needed(), besides: output.map { [$0: "--output"] } ?? [:])
  }

  /// Writes all files. An error in one doesn't prevent the others.
  ///
  /// - Parameter unwritten: Keeps track of the files that aren't written yet.
  /// - Returns: The errors.
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
    // An incomplete folder can't be used for the HTML report.
    let pictures = errors.isEmpty ? output : nil
    errors += files.write(
      { check.report(outcomes, summary, pictures: pictures, page: files.report) }, unwritten: unwritten)
    return errors
  }
}

/// The files that aren't written yet, for the message when a signal interrupts writing.
final class Unwritten: Sendable {
  /// Maximum number of files that the message names.
  private static let listedCount = 8
  private let places: Mutex<[String]>

  init(_ places: [String]) { self.places = Mutex(places) }

  func remove(_ place: String) { places.withLock { $0.removeAll { $0 == place } } }

  /// The message if writing is interrupted.
  var message: String {
    let places = places.withLock { $0 }
    if places.isEmpty { return "" }
    let listed = places.prefix(Self.listedCount).map(Console.printable).joined(separator: ", ")
    let rest = places.count > Self.listedCount ? " and \(places.count - Self.listedCount) more" : ""
    return "stopped; not written, or only in part: \(listed)\(rest)"
  }
}
