import Files
import Foundation
import TestSupport
import Testing

@testable import PackshotKit

/// Archives among the inputs.
@Suite struct ArchiveWalkTests {
  private typealias Entry = ZIPBuilder.Entry
  private let folder: TemporaryFolder

  init() throws {
    folder = try TemporaryFolder()
    _ = try folder.folder("in")
  }

  private func write(_ entries: [Entry], to name: String) throws {
    try Data(ZIPBuilder(entries).bytes).write(to: URL(filePath: folder.path(name)))
  }

  private func walk(
    _ named: [String], excluded: [String] = [], included: [String] = []
  ) throws -> (walk: InputWalk, paths: [String]) {
    var walk = InputWalk(outputFolder: nil, filter: try InputFilter(excluded: excluded, included: included))
    try walk.add(named.map { folder.path($0) })
    return (walk, walk.photos.map { below($0.path) })
  }

  private func below(_ path: String) -> String { String(path.dropFirst(folder.path.count + 1)) }

  @Test func anArchiveIsWalkedLikeAFolder() throws {
    try write([Entry("z.jpg"), Entry("front/mug.jpg"), Entry("front/a/b.png"), Entry("front.jpg")], to: "in/s.zip")
    try folder.write("", to: "in/t.jpg")
    let (walk, paths) = try walk(["in"])
    let inArchive = ["front/a/b.png", "front/mug.jpg", "front.jpg", "z.jpg"].map { "in/s.zip/" + $0 }
    #expect(paths == inArchive + ["in/t.jpg"])
    #expect(walk.photos.map(\.relative) == ["s.zip/front/a", "s.zip/front", "s.zip", "s.zip", ""])
    #expect(try self.walk(["in/s.zip"]).walk.photos.map(\.relative) == ["front/a", "front", "", ""])
    #expect(try self.walk(["in/s.zip/front"]).paths == Array(inArchive.prefix(2)))
    #expect(try self.walk(["in/s.zip/z.jpg", "in"]).paths.count == 5)
  }

  @Test func patternsMatchPathsInArchives() throws {
    try write([Entry("front/mug.jpg"), Entry("back/mug.jpg"), Entry("back/cup.jpg")], to: "in/s.zip")
    #expect(try walk(["in"], excluded: ["back/"]).paths == ["in/s.zip/front/mug.jpg"])
    #expect(try walk(["in"], excluded: ["*.zip"]).paths == [])
    #expect(try walk(["in"], excluded: ["s.zip/back/m*"]).paths.count == 2)
    #expect(try walk(["in"], included: ["cup.*"]).paths == ["in/s.zip/back/cup.jpg"])
    #expect(try walk(["in/s.zip"], included: ["front"]).paths == ["in/s.zip/front/mug.jpg"])
  }

  @Test func whatIsNoPhotoIsSkippedWithTheReason() throws {
    let png = Array("\u{89}PNG\r\n\u{1a}\n".unicodeScalars.map { UInt8($0.value) })
    try write(
      [
        Entry("__MACOSX/._a.jpg"), Entry(".DS_Store"), Entry("readme.txt", "hello"), Entry("inner.zip"),
        Entry("a.jp2"), Entry(Array("picture".utf8), png),
      ], to: "in/s.zip")
    try folder.write("Rar!", to: "in/more.rar")
    let (walk, paths) = try walk(["in"])
    #expect(paths == ["in/s.zip/picture"])
    let reasons = Dictionary(uniqueKeysWithValues: walk.skipped.map { (below($0.input), $0.reason) })
    #expect(
      reasons == [
        "in/s.zip/__MACOSX": .hidden, "in/s.zip/.DS_Store": .hidden, "in/s.zip/readme.txt": .notAPicture,
        "in/s.zip/inner.zip": .archive, "in/s.zip/a.jp2": .unsupportedFormat, "in/more.rar": .archive,
      ])
  }

  @Test func aBrokenArchiveIsOneFailureAndOthersAreWalked() throws {
    try folder.write("<!DOCTYPE html>", to: "in/broken.zip")
    try write([Entry("a.jpg"), Entry("../b.jpg"), Entry("../c.txt")], to: "in/s.zip")
    let (walk, paths) = try walk(["in"])
    #expect(paths == ["in/s.zip/a.jpg"])
    #expect(walk.failures.map { below($0.path) } == ["in/broken.zip", "in/s.zip/../b.jpg"])
    #expect(walk.failures.map(\.failure.code) == [.unreadable, .badName])
  }

  /// The catalog can't record a failure whose path contains a zero byte.
  @Test func aNameWithAZeroByteIsOneFailure() throws {
    try write([Entry("a\0b.jpg"), Entry("c.jpg")], to: "in/s.zip")
    let (walk, paths) = try walk(["in"])
    #expect(paths == ["in/s.zip/c.jpg"])
    #expect(walk.failures.map { below($0.path) } == ["in/s.zip/a\\u{0}b.jpg"])
    #expect(walk.failures.map(\.failure.code) == [.badName])
  }

  @Test func aGuessedEncodingIsOneWarning() throws {
    try write([Entry([0x81, 0x2e, 0x6a, 0x70, 0x67], []), Entry([0x84, 0x2e, 0x6a, 0x70, 0x67], [])], to: "in/s.zip")
    let (walk, paths) = try walk(["in"])
    #expect(paths == ["in/s.zip/ä.jpg", "in/s.zip/ü.jpg"])
    #expect(walk.notes.count == 1 && walk.notes[0].message.contains("2 names are not UTF-8; they were read as CP437"))
  }

  @Test func aPictureWithAnArchivesNameIsAPhoto() throws {
    try Data([0xff, 0xd8, 0xff, 0xe0]).write(to: URL(filePath: folder.path("in/photo.zip")))
    #expect(try walk(["in"]).paths == ["in/photo.zip"])
  }
}
