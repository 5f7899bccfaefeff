import Foundation
import Testing

/// The table of the guide “The catalog's promises”.
@Suite struct PromisesTableTests {
  private static let project = URL(fileURLWithPath: #filePath)
    .deletingLastPathComponent().appendingPathComponent("../../..").standardizedFileURL

  /// The link texts and paths in the table.
  private static func links() throws -> [(name: String, path: String)] {
    let guide = project.appendingPathComponent("Sources/PackshotKit/PackshotKit.docc/Promises.md")
    let table = try String(contentsOf: guide, encoding: .utf8).split(separator: "\n").filter { $0.hasPrefix("|") }
    return table.flatMap { line in
      line.matches(of: /\[(\w+)\]\((?:\.\.\/){3}([^)]+)\)/).map { (String($0.1), String($0.2)) }
    }
  }

  @Test func everyLinkedTestFileHasTheNamedSuite() throws {
    let links = try Self.links()
    #expect(links.count > 10)
    for link in links {
      let text = try? String(contentsOf: Self.project.appendingPathComponent(link.path), encoding: .utf8)
      #expect(text?.contains("struct \(link.name) ") == true, "\(link.path)")
    }
  }

  @Test func theTableListsEveryTestFileOfAPromise() throws {
    let folder = Self.project.appendingPathComponent("Tests/CatalogTests/Promises").path
    let files = try FileManager.default.contentsOfDirectory(atPath: folder).map { "Tests/CatalogTests/Promises/\($0)" }
    let own = "Tests/CatalogTests/Promises/PromisesTableTests.swift"
    #expect(Set(files).subtracting(try Self.links().map(\.path)) == [own])
  }
}
