import Errors
import Foundation
import PixelCore
import Text

extension SuiteReport {
  /// Returns the report as one JSON object with a line for each case. ``init(json:picture:)`` reads it on any machine.
  ///
  /// Pictures are stored as paths. A picture without a path is omitted.
  public func json() -> String {
    let head = StoredHead(
      form: StoredHead.currentForm, packshot: version, name: name, suite: suite, seconds: seconds, shard: shard)
    let lines = cases.map { JSONValue(encoding: StoredCase($0)).description }
    return JSONValue(encoding: head).description.dropLast() + ",\"cases\":[\n" + lines.joined(separator: ",\n")
      + "\n]}\n"
  }

  /// Reads a report written by ``json()``.
  ///
  /// - Parameter picture: Returns the picture at a path from the report.
  /// - Throws: ``NotAReport`` if the data isn't a report, or was written by a newer version.
  public init(json: [UInt8], picture: (String) -> Picture) throws(NotAReport) {
    let data = Data(json)
    let stored: StoredCases
    let head: StoredHead
    do {
      head = try JSONDecoder().decode(StoredHead.self, from: data)
      guard head.form <= StoredHead.currentForm else { throw NotAReport.reportOfNewerVersion(version: head.packshot) }
      stored = try JSONDecoder().decode(StoredCases.self, from: data)
    } catch {
      throw error as? NotAReport ?? .notAReport
    }
    self.init(
      name: head.name, suite: head.suite, seconds: head.seconds, version: head.packshot,
      cases: stored.cases.map { $0.restored(picture) })
    shard = head.shard
  }

  /// The reason why data is not a report. The message is part of a sentence.
  public enum NotAReport: DescribedError, Equatable {
    /// The data isn't a report.
    case notAReport
    /// A newer version of packshot wrote the report.
    case reportOfNewerVersion(version: String)

    public var descriptor: ErrorDescriptor {
      switch self {
      case .notAReport: .init(.unreadable, "it has no results of a check of golden pictures", remedy: .writeResults)
      case .reportOfNewerVersion(let version):
        .init(.unreadable, "packshot \(version) has written it in a form that this version does not know")
      }
    }
  }
}

extension Remedy {
  /// Let a check write its results.
  public static var writeResults: Remedy { .init("write it with a check that runs to its end") }
}

/// A stored report without its cases.
private struct StoredHead: Codable {
  static let currentForm = 1

  /// Version of the format. It rises when an older reader would misunderstand the report.
  let form: Int
  let packshot, name, suite: String
  let seconds: Double
  let shard: SuiteReport.Shard?
}

private struct StoredCases: Decodable {
  let cases: [StoredCase]
}

/// A stored case. Empty and default values are omitted, because thousands of cases pass and need none of them.
private struct StoredCase: Codable {
  let name: String
  let state: SuiteReport.State
  var headline, why: String?
  var flaky: Bool?
  var seconds: Double?
  var measured: SuiteReport.Measured?
  var facts: [SuiteReport.Fact]?
  var objections: [String]?
  /// Each is x, y, width, height, pixels, largest.
  var damage: [[Int]]?
  var recipe: [SuiteReport.RecipeLine]?
  /// Each is width, height.
  var expectedSize, actualSize: [Int]?
  /// Paths of the pictures.
  var expected, actual, difference: String?
  /// The measure that the difference's colours show in multiples. Nil if they show levels.
  var scale: StoredMeasure?
  var approve: String?

  init(_ item: SuiteReport.Case) {
    func filled<Element>(_ list: [Element]) -> [Element]? { list.isEmpty ? nil : list }
    (name, state) = (item.name, item.state)
    headline = item.headline.isEmpty ? nil : item.headline
    why = item.why.isEmpty ? nil : item.why
    flaky = item.isFlaky ? true : nil
    seconds = item.seconds.map { ($0 * 1000).rounded() / 1000 }
    measured = item.measured
    (facts, objections, recipe) = (filled(item.facts), filled(item.objections), filled(item.recipe))
    damage = filled(
      item.damage.map { damage in
        let (origin, size) = (damage.place.origin, damage.place.size)
        return [origin.x, origin.y, size.width, size.height, damage.pixels, damage.largest]
      })
    expectedSize = item.expectedSize.map { [$0.width, $0.height] }
    actualSize = item.actualSize.map { [$0.width, $0.height] }
    (expected, actual, difference) = (item.expected?.path, item.actual?.path, item.difference?.path)
    scale = item.difference == nil ? nil : StoredMeasure(item.scale)
    approve = item.approveArgument
  }

  func restored(_ picture: (String) -> SuiteReport.Picture) -> SuiteReport.Case {
    func size(_ numbers: [Int]?) -> PixelSize? {
      guard let numbers, numbers.count == 2 else { return nil }
      return PixelSize(width: numbers[0], height: numbers[1])
    }
    var item = SuiteReport.Case(name: name, state: state, headline: headline ?? "")
    item.why = why ?? ""
    item.isFlaky = flaky ?? false
    (item.seconds, item.measured, item.approveArgument) = (seconds, measured, approve)
    (item.facts, item.objections, item.recipe) = (facts ?? [], objections ?? [], recipe ?? [])
    item.damage = (damage ?? []).filter { $0.count == 6 }.map { numbers in
      SuiteReport.Damage(
        PixelRect(
          origin: PixelPoint(x: numbers[0], y: numbers[1]), size: PixelSize(width: numbers[2], height: numbers[3])),
        pixels: numbers[4], largest: numbers[5])
    }
    if let measure = scale?.measure { item.scale = DifferenceScale(measure) }
    (item.expectedSize, item.actualSize) = (size(expectedSize), size(actualSize))
    (item.expected, item.actual, item.difference) = (
      expected.map(picture), actual.map(picture), difference.map(picture)
    )
    return item
  }
}

/// A measure with its limit, under the key used in `case.yaml`.
private struct StoredMeasure: Codable {
  var channels, perceptual, ssim: Double?

  /// Returns nil for levels.
  init?(_ scale: DifferenceScale) {
    guard case .multiples(let measure) = scale else { return nil }
    switch measure {
    case .exact: return nil
    case .channels(let levels): channels = levels
    case .perceptual(let distance): perceptual = distance
    case .structure(let similarity): ssim = similarity
    }
  }

  var measure: Measure? {
    channels.map(Measure.channels) ?? perceptual.map(Measure.perceptual) ?? ssim.map(Measure.structure)
  }
}
