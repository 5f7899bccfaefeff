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
    let (path, files) = (folder.path(name), ReplacedFiles(beside: folder.path(name)))
    if let former = sha256(ofFile: path) { try files.archive(former) }
    let bytes = try write(shade, to: name)
    let photo = try OriginalPhoto(contentsOf: path)
    try files.noteMade(photo.sha256)
    try catalog.edit("Put \(name)") { try photo.save(as: nil, in: $0, paths: catalog.paths) }
    return bytes
  }

  /// Writes a picture as another program does, and returns its bytes.
  @discardableResult
  private func write(_ shade: Int, to name: String) throws -> Data {
    let new = folder.path("new.png")
    try TestPicture.write(to: new, width: 8, height: 8, Color(red: UInt8(shade), green: 90, blue: 60))
    #expect(UnfinishedFile.rename(new, over: folder.path(name)))
    return try Data(contentsOf: URL(filePath: folder.path(name)))
  }

  private func bytes(_ name: String) -> Data? { FileManager.default.contents(atPath: folder.path(name)) }

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
    for name in try FileManager.default.contentsOfDirectory(atPath: folder.path(".replaced")) where name != "made" {
      try FileManager.default.removeItem(atPath: folder.path(".replaced/" + name))
    }
    let lost = PackshotError.formerFileLost(path: "mug.png")
    #expect(throws: lost) { try catalog.undo() }
    #expect(try photos() == ["mug.png": second])
    // The owner puts it back.
    try first.write(to: URL(filePath: folder.path("mug.png")))
    try catalog.undo()
    #expect(try photos() == ["mug.png": first])
  }

  /// A file that was recorded where it lay is its owner's, also if the studio replaced it meanwhile.
  @Test func undoKeepsAFileThatWasOnlyRecorded() throws {
    let own = try write(1, to: "mug.png")
    let photo = try OriginalPhoto(contentsOf: folder.path("mug.png"))
    try catalog.edit("Add") { try photo.save(as: nil, in: $0, paths: catalog.paths) }
    _ = try put(2, at: "mug.png")
    try catalog.undo()
    #expect(bytes("mug.png") == own)
    try catalog.undo()
    #expect(try catalog.photos().isEmpty)
    #expect(bytes("mug.png") == own)
  }

  /// Removing records never touches files, so neither does undoing or redoing that.
  @Test func stepsOverRemovalsLeaveFilesAlone() throws {
    let added = try put(1, at: "mug.png")
    let id = try #require(try catalog.photos().first).id
    try catalog.remove(Catalog.Photo.self, id)
    try catalog.undo()
    try catalog.redo()
    #expect(bytes("mug.png") == added)
    let edited = try write(2, to: "mug.png")
    try catalog.undo()
    #expect(bytes("mug.png") == edited)
    #expect(try catalog.photos().count == 1)
  }

  /// A photo that was changed by another program since stays as it is.
  @Test func undoLeavesAFileThatItsOwnerHasChanged() throws {
    _ = try put(1, at: "mug.png")
    _ = try put(2, at: "mug.png")
    let edited = try write(3, to: "mug.png")
    try catalog.undo()
    try catalog.undo()
    #expect(bytes("mug.png") == edited)
    #expect(try catalog.photos().isEmpty)
  }

  @Test func aRefusedRedoLeavesOtherEditsAlone() throws {
    _ = try put(1, at: "mug.png")
    _ = try put(2, at: "mug.png")
    let replacing = try #require(try catalog.store.history().first).id
    try catalog.edit("Add maker") { edit in
      var maker = Catalog.Maker()
      maker.name = "Kiln"
      try edit.save(maker)
    }
    try catalog.undo(replacing)
    try FileManager.default.removeItem(atPath: folder.path(".replaced"))
    _ = try? catalog.redo()
    #expect(try catalog.read { try $0.fetch(Fetch<Catalog.Maker>()) }.map(\.name) == ["Kiln"])
  }
}
