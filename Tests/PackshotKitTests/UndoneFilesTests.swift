import Files
import Foundation
import PixelCore
import TestSupport
import Testing

@testable import PackshotKit

/// Undo and redo of edits that added or replaced photos.
@Suite struct UndoneFilesTests {
  private let folder: TemporaryFolder
  private let catalog: Catalog

  init() throws {
    folder = try TemporaryFolder()
    catalog = try Catalog(at: folder.path("catalog.sqlite"), createIfMissing: true)
  }

  /// Puts a picture in a photo's place as the studio does, and returns its bytes.
  private func put(_ shade: Int, at name: String) throws -> Data {
    let path = folder.path(name)
    if FileStatus.isAnything(at: path) { _ = try ReplacedFiles(beside: path).keep(path) }
    let new = folder.path("new.png")
    try TestPicture.write(to: new, width: 8, height: 8, Color(red: UInt8(shade), green: 90, blue: 60))
    #expect(UnfinishedFile.rename(new, over: path))
    _ = try ReplacedFiles(beside: path).keep(path)
    let photo = try OriginalPhoto(contentsOf: path)
    try catalog.edit("Put \(name)") { try photo.save(as: nil, in: $0, paths: catalog.paths) }
    return try Data(contentsOf: URL(filePath: path))
  }

  /// The photos on record, with the bytes of their files. Each record has the hash of its file.
  private func photos() throws -> [String: Data] {
    var found: [String: Data] = [:]
    for photo in try catalog.photos() {
      let bytes = try Data(contentsOf: URL(filePath: catalog.paths.resolvedPath(photo.path)))
      #expect(bytes.withUnsafeBytes { SHA256.hex(of: $0) } == photo.sha256)
      found[photo.path] = bytes
    }
    let files = try FileManager.default.contentsOfDirectory(atPath: folder.path).filter { $0.hasSuffix(".png") }
    #expect(Set(files) == Set(found.keys))
    return found
  }

  @Test(arguments: 1...6) func aRandomSequenceOfStepsLeavesTheFilesThatTheModelHas(seed: Int) throws {
    var random = SeededGenerator(seed: UInt64(seed))
    var (states, now, shade): ([[String: Data]], Int, Int) = ([[:]], 0, 0)
    for _ in 1...60 {
      switch Int.random(in: 0..<4, using: &random) {
      case 0 where now > 0:
        try catalog.undo()
        now -= 1
      case 1 where now + 1 < states.count:
        try catalog.redo()
        now += 1
      case 2, 3:
        let name = "photo-\(Int.random(in: 1...3, using: &random)).png"
        shade += 1
        var state = states[now]
        state[name] = try put(shade, at: name)
        states = states.prefix(now + 1) + [state]
        now += 1
      default: continue
      }
      #expect(try photos() == states[now])
    }
  }

  @Test func withoutTheFormerFileUndoIsRefused() throws {
    let first = try put(1, at: "mug.png")
    let second = try put(2, at: "mug.png")
    try FileManager.default.removeItem(atPath: folder.path(".replaced"))
    let lost = PackshotError.formerFileLost(path: "mug.png")
    #expect(throws: lost) { try catalog.undo() }
    #expect(try photos() == ["mug.png": second])
    try first.write(to: URL(filePath: folder.path("mug.png")))
    try catalog.undo()
    #expect(try photos() == ["mug.png": first])
  }

  /// A file that was recorded where it lay is its owner's.
  @Test func undoKeepsAFileThatWasOnlyRecorded() throws {
    let path = folder.path("mug.png")
    try TestPicture.write(to: path, width: 8, height: 8, .white)
    let photo = try OriginalPhoto(contentsOf: path)
    try catalog.edit("Add") { try photo.save(as: nil, in: $0, paths: catalog.paths) }
    try catalog.undo()
    #expect(try catalog.photos().isEmpty)
    #expect(FileStatus.isAnything(at: path))
  }
}
