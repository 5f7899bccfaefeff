import Foundation
import TestSupport
import Testing

@testable import Files

@Suite struct FolderTests {
  private let temporary: TemporaryFolder
  private var folder: String { temporary.path }

  init() throws { temporary = try TemporaryFolder() }

  @Test func parentFoldersAreCreatedAndExistingFoldersKept() throws {
    try makeFolders(folder + "/one/two/three")
    try makeFolders(folder + "/one/two")
    #expect(FileStatus(path: folder + "/one/two/three")?.kind == .folder)
  }

  @Test func aFileInPlaceOfAFolderIsNamed() throws {
    FileManager.default.createFile(atPath: folder + "/file", contents: Data())
    let failure = #expect(throws: PathFailure.self) { try makeFolders(folder + "/file") }
    #expect(failure?.path == folder + "/file")
    #expect(failure?.reason == "it exists and is not a folder")
    #expect(throws: PathFailure.self) { try makeFolders(folder + "/file/below") }
  }

  @Test func aLockHasOneHolderAndCanRemoveItsFile() throws {
    let path = folder + "/lock"
    var lock: FileLock? = try FileLock(path, removing: true)
    let failure = #expect(throws: SystemFailure.self) { _ = try FileLock(path) }
    #expect(failure?.code == EWOULDBLOCK)
    #expect(FileStatus.isAnything(at: path))
    withExtendedLifetime(lock) {}
    lock = nil
    #expect(FileStatus.isNothing(at: path))
    _ = try FileLock(path)
    #expect(FileStatus.isAnything(at: path))
  }

  @Test func aLockReportsItsHolderAndWhetherItsFileIsNew() throws {
    let path = folder + "/lock"
    #expect(!FileLock.isHeld(path))
    do {
      let lock = try FileLock(path)
      #expect(lock.isNew)
      #expect(FileLock.isHeld(path))
      try FileLock.withFree(path) { Issue.record("somebody has it") }
    }
    #expect(!FileLock.isHeld(path))
    let lock = try FileLock(path)
    #expect(!lock.isNew)
    lock.remove()
    withExtendedLifetime(lock) {}
  }

  @Test func aSymbolicLinkInPlaceOfALockIsRefused() throws {
    try FileManager.default.createSymbolicLink(atPath: folder + "/link", withDestinationPath: folder + "/elsewhere")
    let failure = #expect(throws: SystemFailure.self) { _ = try FileLock(folder + "/link") }
    #expect(failure?.code == ELOOP)
    #expect(FileStatus.isNothing(at: folder + "/elsewhere"))
  }

  @Test func hashingInChunksEqualsHashingTheWholeFile() throws {
    let bytes = Data((0..<700_000).map { UInt8(truncatingIfNeeded: $0 &* 31 ^ $0 >> 7) })
    let path = folder + "/bytes"
    FileManager.default.createFile(atPath: path, contents: bytes)
    let whole = bytes.withUnsafeBytes { SHA256.hex(of: $0) }
    #expect(sha256(ofFile: path) == whole)
    #expect(sha256(ofFile: folder) == nil)
    let descriptor = try #require(openFile(path))
    defer { close(descriptor) }
    #expect(try Descriptor(descriptor).sha256().byteCount == bytes.count)
    #expect(try Descriptor(descriptor).sha256(limit: 10).byteCount < bytes.count)
  }
}
