import Foundation
import TestSupport
import Testing

@testable import Catalog
@testable import ObjectStore

@Suite struct ExportFileTests {
  private let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  @Test func anExportOverwritesNoForeignFileAndFollowsNoLink() throws {
    let catalog = try Catalog(at: folder.path("catalog.sqlite"), createIfMissing: true)
    let letter = folder.path("letter")
    try Data("a letter".utf8).write(to: URL(fileURLWithPath: letter))
    try FileManager.default.createSymbolicLink(atPath: folder.path("shop.json.part"), withDestinationPath: letter)
    try catalog.store.export(to: folder.path("shop.json"), as: .json)
    #expect(try String(contentsOfFile: letter, encoding: .utf8) == "a letter")
    #expect(try String(contentsOfFile: folder.path("shop.json.part"), encoding: .utf8) == "a letter")
    #expect(throws: ExchangeError.self) { try catalog.store.export(to: folder.path("nowhere/shop.json"), as: .json) }
    #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path).allSatisfy { !$0.hasPrefix(".packshot-") })
  }
}
