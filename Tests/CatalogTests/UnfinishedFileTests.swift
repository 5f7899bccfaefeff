import Foundation
import Testing

@testable import Catalog

/// Files under way: nobody else's is touched, and none stays.
@Suite struct UnfinishedFileTests {
  private let folder: TemporaryFolder
  private let abandoned: String

  init() throws {
    folder = try TemporaryFolder()
    abandoned = folder.file(UnfinishedFile.prefix + "0123456789abc")
  }

  private func write(_ text: String, to path: String) throws {
    try Data(text.utf8).write(to: URL(fileURLWithPath: path))
  }

  private func names() throws -> [String] { try FileManager.default.contentsOfDirectory(atPath: folder.path).sorted() }

  @Test func `A file takes its place in one step, or leaves nothing`() throws {
    let file = try UnfinishedFile(for: folder.file("a.png"))
    #expect(try names() == [URL(fileURLWithPath: file.path).lastPathComponent])
    try file.moveIntoPlace()
    #expect(try names() == ["a.png"])
    _ = try UnfinishedFile(for: folder.file("b.png"))
    #expect(try names() == ["a.png"])
  }

  @Test func `A file that may not replace another says so, and goes`() throws {
    try write("a letter", to: folder.file("a.png"))
    do {
      let file = try UnfinishedFile(for: folder.file("a.png"))
      #expect(throws: SystemFailure(EEXIST)) { try file.moveIntoPlace(replacing: false) }
    }
    #expect(try String(contentsOfFile: folder.file("a.png"), encoding: .utf8) == "a letter")
    try UnfinishedFile(for: folder.file("b.png")).moveIntoPlace(replacing: false)
    #expect(try names() == ["a.png", "b.png"])
  }

  @Test func `What a killed program left is removed by the next that writes there`() throws {
    for suffix in ["", "-journal"] { try write("half", to: abandoned + suffix) }
    try UnfinishedFile(for: folder.file("a.png")).moveIntoPlace()
    #expect(try names() == ["a.png"])
  }

  @Test func `A file whose writer is at work stays`() throws {
    try write("half", to: abandoned)
    let descriptor = open(abandoned, O_RDWR)
    defer { close(descriptor) }
    #expect(flock(descriptor, LOCK_EX | LOCK_NB) == 0)
    try UnfinishedFile(for: folder.file("a.png")).moveIntoPlace()
    #expect(try String(contentsOfFile: abandoned, encoding: .utf8) == "half")
  }

  @Test(.timeLimit(.minutes(1))) func `What is not a file of ours stays`() throws {
    let others = ["notes", "0123456789ABC", "0123456789abcd", "run-0123456789abc"].map { UnfinishedFile.prefix + $0 }
    for name in others { try write("a letter", to: folder.file(name)) }
    try FileManager.default.createSymbolicLink(atPath: abandoned, withDestinationPath: others[0])
    #expect(mkfifo(folder.file(UnfinishedFile.prefix + "abcdefghijklm"), 0o666) == 0)
    try UnfinishedFile(for: folder.file("a.png")).moveIntoPlace()
    #expect(try names().count == others.count + 3)
    for name in others { #expect(try String(contentsOfFile: folder.file(name), encoding: .utf8) == "a letter") }
  }

  @Test func `An export writes over no file of a person's, nor behind a link`() throws {
    let catalog = try Catalog(at: folder.file("catalog.sqlite"), createIfMissing: true)
    let letter = folder.file("letter")
    try write("a letter", to: letter)
    try FileManager.default.createSymbolicLink(atPath: folder.file("shop.json.part"), withDestinationPath: letter)
    try catalog.store.export(to: folder.file("shop.json"), as: .json)
    #expect(try String(contentsOfFile: letter, encoding: .utf8) == "a letter")
    #expect(try String(contentsOfFile: folder.file("shop.json.part"), encoding: .utf8) == "a letter")
    #expect(throws: ExchangeError.self) { try catalog.store.export(to: folder.file("nowhere/shop.json"), as: .json) }
    #expect(try names().allSatisfy { !$0.hasPrefix(UnfinishedFile.prefix) })
  }
}

@Suite struct SynchronizeFolderTests {
  @Test func `Names are synchronized where there is a folder, and it is said where there is none`() throws {
    let folder = try TemporaryFolder()
    try synchronizeFolder(folder.path)
    try Data().write(to: URL(fileURLWithPath: folder.file("a")))
    #expect(throws: SystemFailure(ENOTDIR)) { try synchronizeFolder(folder.file("a")) }
    #expect(throws: SystemFailure(ENOENT)) { try synchronizeFolder(folder.file("nowhere")) }
  }
}
