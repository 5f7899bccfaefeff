import Foundation
import Testing

@testable import Catalog

@Suite struct ExportFileTests {
  private let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  @Test func `An export writes over no file of a person's, nor behind a link`() throws {
    let catalog = try Catalog(at: folder.file("catalog.sqlite"), createIfMissing: true)
    let letter = folder.file("letter")
    try Data("a letter".utf8).write(to: URL(fileURLWithPath: letter))
    try FileManager.default.createSymbolicLink(atPath: folder.file("shop.json.part"), withDestinationPath: letter)
    try catalog.store.export(to: folder.file("shop.json"), as: .json)
    #expect(try String(contentsOfFile: letter, encoding: .utf8) == "a letter")
    #expect(try String(contentsOfFile: folder.file("shop.json.part"), encoding: .utf8) == "a letter")
    #expect(throws: ExchangeError.self) { try catalog.store.export(to: folder.file("nowhere/shop.json"), as: .json) }
    #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path).allSatisfy { !$0.hasPrefix(".packshot-") })
  }
}
