import Foundation
import TestSupport
import Testing

@testable import PackshotKit

@Suite struct OrderedReporterTests {
  private final class Told { var photos: [String] = [] }

  private func reporter() -> (OrderedReporter, Told) {
    let told = Told()
    let reporter = OrderedReporter(summary: BatchSummary()) { event in
      if case .photo(let report) = event { told.photos.append(report.input) }
    }
    return (reporter, told)
  }

  private func report(_ input: String, _ status: PhotoReport.Status = .rendered) -> PhotoReport {
    PhotoReport(input: input, status: status, outputs: [], failure: nil, warnings: [])
  }

  @Test func aPhotoIsReportedOnceAllEarlierPhotosAre() {
    var (reporter, told) = reporter()
    let first = reporter.reserve()
    reporter.add(report("b", .unchanged))
    let third = reporter.reserve()
    reporter.fill(third, with: report("c"))
    #expect(told.photos.isEmpty)
    // Counted at once, like the run's record.
    #expect(reporter.summary.rendered == 1 && reporter.summary.unchanged == 1)
    reporter.fill(first, with: report("a", .failed))
    #expect(told.photos == ["a", "b", "c"])
    reporter.add(report("d"))
    #expect(told.photos == ["a", "b", "c", "d"])
    let summary = reporter.finish()
    #expect([summary.rendered, summary.unchanged, summary.failed] == [2, 1, 1] && told.photos.count == 4)
  }

  @Test func photosAfterUnstartedOnesAreReportedAtTheEnd() {
    var (reporter, told) = reporter()
    let places = (0..<4).map { _ in reporter.reserve() }
    reporter.fill(places[3], with: report("d"))
    reporter.fill(places[1], with: report("b"))
    let summary = reporter.finish()
    #expect(told.photos == ["b", "d"] && summary.rendered == 2)
  }

  @Test(arguments: 1...20) func photosAreReportedInWalkOrder(seed: Int) {
    var random = SeededGenerator(seed: UInt64(seed))
    var (reporter, told) = reporter()
    let names = (0..<50).map { "photo \($0)" }
    let places = names.map { _ in reporter.reserve() }
    for index in names.indices.shuffled(using: &random) { reporter.fill(places[index], with: report(names[index])) }
    #expect(told.photos == names)
    #expect(reporter.finish().rendered == 50 && told.photos == names)
  }
}
