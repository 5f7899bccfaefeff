import Foundation
import Testing

/// The table “What the tutorials' applications do” of the guide “From Core Data”.
@Suite struct TutorialTableTests {
  private static let project = URL(fileURLWithPath: #filePath)
    .deletingLastPathComponent().appendingPathComponent("../../..").standardizedFileURL

  /// The suite and the test in each row.
  private static func rows() throws -> [(suite: String, test: String)] {
    let article = project.appendingPathComponent("Sources/PackshotKit/PackshotKit.docc/FromCoreData.md")
    let text = try String(contentsOf: article, encoding: .utf8)
    let table = try #require(text.components(separatedBy: "## What the tutorials' applications do\n").last)
    return table.split(separator: "\n").filter { $0.hasPrefix("|") }.dropFirst(2).map { line in
      let cells = line.split(separator: "|").map { $0.trimmingCharacters(in: .whitespaces) }
      return (cells[2].trimmingCharacters(in: ["`"]), cells[3].trimmingCharacters(in: ["`"]))
    }
  }

  /// The text of each test file.
  private static func testFiles() throws -> [String] {
    let tests = project.appendingPathComponent("Tests")
    let paths = try FileManager.default.subpathsOfDirectory(atPath: tests.path).filter { $0.hasSuffix("Tests.swift") }
    return try paths.map { try String(contentsOf: tests.appendingPathComponent($0), encoding: .utf8) }
  }

  @Test func everyTestInTheTableExists() throws {
    let (rows, files) = (try Self.rows(), try Self.testFiles())
    #expect(rows.count > 10)
    for row in rows {
      let file = files.first { $0.contains("struct \(row.suite) ") }
      #expect(file?.contains("func \(row.test)(") == true, "\(row)")
    }
  }
}
