import Foundation
import TestSupport
import Testing

@testable import Catalog
@testable import ObjectStore

/// CSV for spreadsheet programs.
@Suite struct SpreadsheetExportTests {
  private func export(_ catalog: Catalog, _ entity: String, _ style: CSVStyle) throws -> String {
    var text = ""
    try catalog.store.export(as: .csv, style: style, entities: [entity]) { text += $0 }
    return text
  }

  /// The cells as a spreadsheet program reads them.
  private func cells(_ text: String) throws -> [[String]] {
    let lines = text.replacing("\u{feff}", with: "").split(separator: "\n")
    return lines.map { $0.split(separator: ",", omittingEmptySubsequences: false).map(String.init) }
  }

  private static let dangerous = [
    "=1+1", "+49 30 1", "-2 for 1", "@SUM(A1)", "\t=1", "\r=1", "=HYPERLINK(\"http://x\")", "'=1", "''@a",
  ]

  @Test(arguments: dangerous, [CSVStyle.exact, .spreadsheet(), .spreadsheet(decimal: .comma)])
  func aTextLikeAFormulaIsEscapedAndReadBack(text: String, style: CSVStyle) throws {
    let catalog = try Catalog.inMemory()
    var mug = Catalog.Product(sku: "M-1", name: "Mug")
    mug.note = text
    try catalog.addProduct(mug, makers: ["=Ann"])
    let csv = try export(catalog, "Product", style)
    if style != .exact {
      // Quoted or not, a cell begins after its separator.
      for start in ["=", "+", "-", "@", "\t", "\r"] {
        for separator in [",", ";"] {
          #expect(!csv.contains(separator + start) && !csv.contains(separator + "\"" + start), "\(csv)")
        }
      }
    }
    let summary = try catalog.load(csv, .csv, "Product")
    #expect((summary.unchanged, summary.updated) == (1, 0))
    #expect(try catalog.product(matching: "M-1").note == text)
  }

  @Test func numbersStayNumbersWithAnOptionalDecimalComma() throws {
    let catalog = try Catalog.inMemory()
    var mug = Catalog.Product(sku: "M-1", name: "Mug")
    (mug.price, mug.rating) = (12.5, 4.5)
    try catalog.addProduct(mug, stock: 3)
    try catalog.adjustStock(of: mug.id, by: -2)
    #expect(try export(catalog, "Product", .spreadsheet()).contains(",M-1,Mug,12.50,EUR,1,4.5,false,"))
    #expect(
      try export(catalog, "Product", .spreadsheet(decimal: .comma)).contains(";M-1;Mug;\"12,50\";EUR;1;\"4,5\";false;"))
    // A movement of -2 is a number and isn't escaped.
    #expect(try export(catalog, "StockMovement", .spreadsheet()).contains(",-2,"))
  }

  @Test func aSpreadsheetFileBeginsWithAByteOrderMark() throws {
    let catalog = try Catalog.inMemory()
    let marked = try export(catalog, "Maker", .spreadsheet())
    #expect(Array(marked.utf8.prefix(5)) == [0xEF, 0xBB, 0xBF] + Array("id".utf8))
    #expect(try export(catalog, "Maker", .exact).hasPrefix("id,"))
  }

  @Test(arguments: [CSVStyle.spreadsheet(), .spreadsheet(decimal: .comma)], [1, 2, 3] as [UInt64])
  func aSpreadsheetExportOfAWholeCatalogIsImportedUnchanged(style: CSVStyle, seed: UInt64) throws {
    var generator = SeededGenerator(seed: seed)
    let original = try Catalog.inMemory()
    try original.fill(using: &generator)
    let folder = try TemporaryFolder()
    let count = try original.store.export(to: folder.path("out"), as: .csv, style: style)
    let copy = try Catalog.inMemory()
    let summary = try copy.store.import(ImportSource.sources(at: folder.path("out"), of: Catalog.model))
    #expect(summary.inserted == count)
    var (one, two) = ("", "")
    try original.store.export(as: .json) { one += $0 }
    try copy.store.export(as: .json) { two += $0 }
    #expect(one == two, "seed \(seed)")
  }

  /// The second of the two equal hours in autumn isn't read as the first.
  @Test(arguments: ["Europe/Berlin", "America/St_Johns", "Asia/Kolkata", "UTC"])
  func localTimesAreReadBackAsTheSameMoments(name: String) throws {
    let zone = try #require(TimeZone(identifier: name))
    // Half-hour steps around both clock changes of 2025 in Berlin and St. John's.
    for start in [1_741_478_400, 1_743_292_800, 1_761_436_800, 1_762_041_600] {
      for step in 0..<96 {
        let moment = Date(milliseconds: Int64(start + step * 1800) * 1000 + Int64(step % 3) * 125)
        let text = moment.localText(in: zone)
        #expect((Date(rfc3339: text) ?? Date(local: text, in: zone)) == moment, "\(text)")
        #expect(text.hasPrefix("2025-") && !text.contains("T") && !text.contains("Z"))
      }
    }
  }
}
