import Foundation
import PackshotKit
import Testing

/// packshot beside other programs, picture by picture.
@Suite(.enabled(if: Corpus.isThere)) struct ReferenceTests {
  @Test(arguments: Reference.all)
  func makesWhatOthersMake(reference: Reference) throws {
    let differences = try reference.differences()
    print("\(reference.file): \(differences)")
    #expect(differences.largest <= reference.bound, "\(differences)")
    if reference.place == .edges { #expect(differences.largestOffEdges == 0, "\(differences)") }
  }

  /// `amount R G B R_out G_out B_out` in a line, from the formula of W3C's Filter Effects, not rounded.
  @Test func cssSepiaIsTheFormulaRounded() throws {
    let table = try String(
      contentsOfFile: Corpus.path("references/made-here/sepia-filter-effects-expected.tsv"), encoding: .utf8)
    let rows = table.split(separator: "\n").filter { !$0.hasPrefix("#") }
      .map { $0.split(separator: "\t").compactMap { Double($0) } }
    try #require(!rows.isEmpty && rows.allSatisfy { $0.count == 7 })
    for row in rows {
      let color = Color(red: UInt8(row[1]), green: UInt8(row[2]), blue: UInt8(row[3]))
      let result = try Photo(color, 1, 1).applying(SepiaTone(intensity: row[0], model: .css)).image().channels
      for (channel, exact) in zip(result, row[4...]) { #expect(abs(Double(channel) - exact) <= 0.5) }
    }
  }
}
