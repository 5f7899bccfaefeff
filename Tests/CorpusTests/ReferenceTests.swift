import Foundation
import PackshotKit
import PixelCore
import Testing

/// packshot compared with other programs, picture by picture.
@Suite(.enabled(if: Corpus.isAvailable, Corpus.reasonToSkip)) struct ReferenceTests {
  @Test(arguments: Reference.all)
  func matchesTheReferenceWithinItsBound(reference: Reference) throws {
    let differences = try reference.differences()
    print("\(reference.file): \(differences)")
    #expect(differences.largest <= reference.bound, "\(differences)")
    if reference.place == .edges { #expect(differences.largestOffEdges == 0, "\(differences)") }
  }

  /// Lines of `amount R G B R_out G_out B_out`, from the formula of W3C's Filter Effects, unrounded.
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

/// The guide's table of all reference pictures with their differences.
@Suite struct ReferenceTableTests {
  @Test func theTableHasAllPicturesWithTheirBounds() throws {
    let project = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
      .deletingLastPathComponent().deletingLastPathComponent()
    let article = try String(
      contentsOf: project.appendingPathComponent("Sources/PackshotKit/PackshotKit.docc/References.md"), encoding: .utf8)
    // | `file` | shows | made with | off by | why |
    var rows: [String: Int] = [:]
    for line in article.split(separator: "\n") where line.hasPrefix("| `") {
      let cells = line.split(separator: " | ")
      let file = String(cells[0].dropFirst(3).dropLast())
      if file.hasSuffix(".png") { rows[file] = cells.count == 5 ? Int(cells[3]) : nil }
    }
    #expect(rows == Dictionary(uniqueKeysWithValues: Reference.all.map { ($0.file, $0.bound) }))
  }
}
