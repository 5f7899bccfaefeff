import Foundation
import Testing

/// The table “The catalog's promises” of the README.
@Suite struct PromisesTableTests {
  private static let project = URL(fileURLWithPath: #filePath)
    .deletingLastPathComponent().appendingPathComponent("../../..").standardizedFileURL

  /// The link texts and paths in the table.
  private static func links() throws -> [(name: String, path: String)] {
    let readme = try String(contentsOf: project.appendingPathComponent("README.md"), encoding: .utf8)
    let section = try #require(readme.components(separatedBy: "## The catalog's promises\n").last)
    let table = section.components(separatedBy: "\n## ")[0].split(separator: "\n").filter { $0.hasPrefix("|") }
    return table.flatMap { line in
      line.matches(of: /\[(\w+)\]\(([^)]+)\)/).map { (String($0.1), String($0.2)) }
    }
  }

  @Test func `Every test that it names is there, under its name`() throws {
    let links = try Self.links()
    #expect(links.count > 10)
    for link in links {
      let text = try? String(contentsOf: Self.project.appendingPathComponent(link.path), encoding: .utf8)
      #expect(text?.contains("struct \(link.name) ") == true, "\(link.path)")
    }
  }

  @Test func `It names every test of a promise`() throws {
    let folder = Self.project.appendingPathComponent("Tests/CatalogTests/Promises").path
    let files = try FileManager.default.contentsOfDirectory(atPath: folder).map { "Tests/CatalogTests/Promises/\($0)" }
    let own = "Tests/CatalogTests/Promises/PromisesTableTests.swift"
    #expect(Set(files).subtracting(try Self.links().map(\.path)) == [own])
  }
}
