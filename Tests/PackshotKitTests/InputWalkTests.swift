import Files
import Foundation
import TestSupport
import Testing

@testable import PackshotKit

@Suite struct InputWalkTests {
  /// A folder of empty files with these paths.
  private func folder(_ files: [String]) throws -> TemporaryFolder {
    let folder = try TemporaryFolder()
    for file in files {
      if let parent = file.splitPath.folder { _ = try folder.folder(String(parent)) }
      try folder.write("", to: file)
    }
    return folder
  }

  private func walk(_ folder: TemporaryFolder, _ named: [String], output: String? = nil) throws -> InputWalk {
    var walk = InputWalk(outputFolder: output.map { folder.path($0) })
    try walk.add(named.map { folder.path($0) })
    return walk
  }

  private func paths(_ walk: InputWalk, in folder: TemporaryFolder) -> [String] {
    walk.photos.map { String($0.path.dropFirst(folder.path.count + 1)) }
  }

  @Test func photosAreInArgumentOrderAndSortedWithinFolders() throws {
    let folder = try folder(["in/b.jpg", "in/B.png", "in/a/z.jpg", "in/a.jpg", "in/note.txt", "x.png"])
    let walk = try walk(folder, ["x.png", "in"])
    #expect(paths(walk, in: folder).first == "x.png")
    #expect(Set(paths(walk, in: folder)) == ["x.png", "in/B.png", "in/a/z.jpg", "in/a.jpg", "in/b.jpg"])
    // The same order again, whatever the file system's order.
    #expect(try paths(self.walk(folder, ["x.png", "in"]), in: folder) == paths(walk, in: folder))
    #expect(walk.photos.map(\.name).filter { $0.hasPrefix("a") }.sorted() == ["a", "a/z"])
    #expect(walk.skipped.map { String($0.input.dropFirst(folder.path.count + 1)) } == ["in/note.txt"])
  }

  @Test func theOutputFolderIsNotWalkedAndAFileIsReadOnce() throws {
    let folder = try folder(["in/a.jpg", "in/out/a.png"])
    #expect(try paths(walk(folder, ["in"], output: "in/out"), in: folder) == ["in/a.jpg"])
    #expect(try paths(walk(folder, ["in/a.jpg", "in", "in"], output: "in/out"), in: folder) == ["in/a.jpg"])
  }

  @Test func aFolderWithALinkBackToItIsWalkedOnce() throws {
    let folder = try folder(["in/a.jpg"])
    try FileManager.default.createSymbolicLink(atPath: folder.path("in/again"), withDestinationPath: folder.path("in"))
    let walk = try walk(folder, ["in"])
    #expect(paths(walk, in: folder) == ["in/a.jpg"] && walk.notes.count == 1)
  }

  @Test func aMissingInputIsAnErrorAndAnEmptyFolderIsNot() throws {
    let folder = try folder(["in/a.jpg", "empty/note.txt"])
    #expect(throws: PackshotError.missing(path: folder.path("nowhere"))) { try walk(folder, ["in", "nowhere"]) }
    let both = try walk(folder, ["empty", "in"])
    #expect(both.hasFound && both.empty == [folder.path("empty")])
    #expect(try !walk(folder, ["empty"]).hasFound)
  }

  /// As PowerShell writes a list, with and without a byte order mark.
  @Test(arguments: [String.Encoding.utf16LittleEndian, .utf16BigEndian], ["", "\u{FEFF}"])
  func aListInUTF16IsConverted(encoding: String.Encoding, mark: String) throws {
    let text = mark + "photos/MUG 1.png\r\nфото/Ж.png\r\n"
    let list = InputList(try #require(text.data(using: encoding)), name: "list")
    #expect(list.paths == ["photos/MUG 1.png", "фото/Ж.png"])
  }

  @Test func blankLinesOfAListAreSkipped() {
    let list = InputList(Data("A.png\n \n\t\r\n\nB.png".utf8), name: "list")
    #expect(list.paths == ["A.png", "B.png"] && list.entries.map(\.line) == [1, 5])
    #expect(InputList(Data("A.png\0 \0".utf8), name: "list").paths == ["A.png", " "])
  }
}
