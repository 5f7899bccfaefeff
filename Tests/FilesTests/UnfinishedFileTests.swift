import Foundation
import TestSupport
import Testing

@testable import Files

/// Temporary files: other programs' files are never touched, and no temporary file is left behind.
@Suite struct UnfinishedFileTests {
  private let folder: TemporaryFolder
  private let abandoned: String

  init() throws {
    folder = try TemporaryFolder()
    abandoned = folder.path(UnfinishedFile.prefix + "0123456789abc")
  }

  private func write(_ text: String, to path: String) throws {
    try Data(text.utf8).write(to: URL(fileURLWithPath: path))
  }

  private func names() throws -> [String] { try FileManager.default.contentsOfDirectory(atPath: folder.path).sorted() }

  @Test func aFileIsPublishedAtomicallyOrRemoved() throws {
    let file = try UnfinishedFile(for: folder.path("a.png"))
    #expect(try names() == [URL(fileURLWithPath: file.path).lastPathComponent])
    try file.moveIntoPlace()
    #expect(try names() == ["a.png"])
    _ = try UnfinishedFile(for: folder.path("b.png"))
    #expect(try names() == ["a.png"])
  }

  @Test func aFileThatMayNotOverwriteThrowsAndIsRemoved() throws {
    try write("a letter", to: folder.path("a.png"))
    do {
      let file = try UnfinishedFile(for: folder.path("a.png"))
      #expect(throws: SystemFailure(EEXIST)) { try file.moveIntoPlace(replacing: false) }
    }
    #expect(try String(contentsOfFile: folder.path("a.png"), encoding: .utf8) == "a letter")
    try UnfinishedFile(for: folder.path("b.png")).moveIntoPlace(replacing: false)
    #expect(try names() == ["a.png", "b.png"])
  }

  @Test func theNextWriterRemovesFilesOfAKilledProgram() throws {
    for suffix in ["", "-journal"] { try write("half", to: abandoned + suffix) }
    try UnfinishedFile(for: folder.path("a.png")).moveIntoPlace()
    #expect(try names() == ["a.png"])
  }

  @Test func aFileWithALiveWriterIsKept() throws {
    try write("half", to: abandoned)
    let descriptor = open(abandoned, O_RDWR)
    defer { close(descriptor) }
    #expect(flock(descriptor, LOCK_EX | LOCK_NB) == 0)
    try UnfinishedFile(for: folder.path("a.png")).moveIntoPlace()
    #expect(try String(contentsOfFile: abandoned, encoding: .utf8) == "half")
  }

  @Test(.timeLimit(.minutes(1))) func filesWithOtherNamesAreKept() throws {
    let others = ["notes", "0123456789ABC", "0123456789abcd", "run-0123456789abc"].map { UnfinishedFile.prefix + $0 }
    for name in others { try write("a letter", to: folder.path(name)) }
    try FileManager.default.createSymbolicLink(atPath: abandoned, withDestinationPath: others[0])
    #expect(mkfifo(folder.path(UnfinishedFile.prefix + "abcdefghijklm"), 0o666) == 0)
    try UnfinishedFile(for: folder.path("a.png")).moveIntoPlace()
    #expect(try names().count == others.count + 3)
    for name in others { #expect(try String(contentsOfFile: folder.path(name), encoding: .utf8) == "a letter") }
  }
}

@Suite struct SynchronizeFolderTests {
  @Test func synchronizingAMissingFolderThrows() throws {
    let folder = try TemporaryFolder()
    try synchronizeFolder(folder.path)
    try Data().write(to: URL(fileURLWithPath: folder.path("a")))
    #expect(throws: SystemFailure(ENOTDIR)) { try synchronizeFolder(folder.path("a")) }
    #expect(throws: SystemFailure(ENOENT)) { try synchronizeFolder(folder.path("nowhere")) }
  }
}
