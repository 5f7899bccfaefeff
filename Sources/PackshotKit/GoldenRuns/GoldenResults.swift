import Files
import Foundation
import Golden
import ImageCodecs
import Text

/// Reads the results that checks of a golden suite wrote (``GoldenCheck/writeResults(_:_:to:)``) on any machine, and
/// merges the results of a suite's shards into one report.
public enum GoldenResults {
  /// Name of the results file in a folder that a check wrote.
  public static let fileName = "results.json"

  /// Returns the report of one check.
  ///
  /// - Parameters:
  ///   - path: The folder that the check wrote to, or its results file.
  ///   - page: Path of the file that the report is for, which links to pictures are relative to.
  /// - Throws: ``PackshotError`` if there are no results.
  public static func report(at path: String, seenFrom page: String) throws(PackshotError) -> SuiteReport {
    guard let status = FileStatus(path: path) else { throw .missing(path: path) }
    let file = status.kind == .folder ? path.withoutTrailingSlashes + "/" + fileName : path
    guard FileStatus(path: file) != nil else {
      throw .noResults(path: path, file: fileName)
    }
    guard let bytes = GoldenCheck.bytes(of: file) else { throw .unreadable(path: file, why: systemError()) }
    let folder = String(absolutePath(file).splitPath.folder ?? "")
    do throws(SuiteReport.NotAReport) {
      return try SuiteReport(json: bytes) { picture in
        let place = picture.isFromRoot ? picture : folder + "/" + picture
        return .embedded(orBeside: relativePath(of: place, fromFolderOf: page)) { GoldenCheck.bytes(of: place) }
      }
    } catch {
      throw .notResults(path: file, error)
    }
  }

  /// Returns the report of all shards together, with its cases sorted by name, as if a single check had made it.
  ///
  /// A missing shard becomes a broken case of the report, because unchecked cases must not pass.
  ///
  /// - Parameter paths: At least one results file or folder.
  /// - Throws: ``PackshotError`` if the results belong to different suites, packshot versions or numbers of shards, or
  ///   if a case appears twice.
  public static func merged(_ paths: [String], seenFrom page: String) throws(PackshotError) -> SuiteReport {
    var reports: [SuiteReport] = []
    for path in paths { reports.append(try report(at: path, seenFrom: page)) }
    var merged = reports[0]
    for (path, report) in zip(paths, reports).dropFirst() {
      if let reason = difference(of: report, from: merged) {
        throw .unreadable(path: path, why: "its results are \(reason) of \(paths[0])")
      }
    }
    var sources: [String: String] = [:]
    for (path, report) in zip(paths, reports) {
      for item in report.cases {
        if let other = sources.updateValue(path, forKey: item.name) {
          throw .unreadable(
            path: path, why: "it has the case \(item.name), which \(other) has too; leave out one of them")
        }
      }
    }
    merged.cases = reports.flatMap(\.cases)
    if let shard = merged.shard {
      let given = Set(reports.compactMap { $0.shard?.index })
      merged.cases += (1...shard.count).filter { !given.contains($0) }.map { missingShard($0, of: shard.count) }
      merged.shard = nil
    }
    merged.cases.sort { $0.name < $1.name }
    // Shards run in parallel, so the longest duration counts.
    merged.seconds = reports.map(\.seconds).max() ?? 0
    return merged
  }

  /// Returns why two reports can't be merged, worded for the middle of a sentence, or nil if they can.
  private static func difference(of report: SuiteReport, from first: SuiteReport) -> String? {
    if report.name != first.name { return "of the suite \(report.name), and not \(first.name) as those" }
    if report.version != first.version { return "by packshot \(report.version), and not \(first.version) as those" }
    if report.shard?.count != first.shard?.count {
      func parts(_ report: SuiteReport) -> String {
        report.shard.map { "a shard of \($0.count)" } ?? "a whole check"
      }
      return "of \(parts(report)), and not of \(parts(first)) as those"
    }
    if let cases = report.shard?.suiteCases, let others = first.shard?.suiteCases, cases != others {
      return "of a suite of \(cases) cases, and not of \(others) as those"
    }
    return nil
  }

  private static func missingShard(_ index: Int, of count: Int) -> SuiteReport.Case {
    SuiteReport.Case(
      name: "shard \(index)/\(count)", state: .broken,
      headline: "its results were not given, so this report does not include its cases")
  }
}
