import Testing

@testable import Files

/// Paths are bytes. `/` followed by U+0301 is one `Character`, but the kernel sees a slash.
@Suite struct PathTests {
  static let mark = "\u{301}"

  @Test func componentsEndAtEverySlash() {
    let names: [String] = "/a//\(Self.mark)b/".pathNames.map { String($0) }
    #expect(names == ["a", "\(Self.mark)b"])
    #expect("../\(Self.mark)b".pathNames.first == "..")
    #expect("".pathNames.isEmpty && "//".pathNames.isEmpty)
  }

  @Test func aPathIsSplitAtItsLastSlash() {
    let (folder, name) = "mugs/\(Self.mark)x.jpg".splitPath
    #expect(folder == "mugs" && name.utf8.elementsEqual("\(Self.mark)x.jpg".utf8))
    #expect("x.jpg".splitPath.folder == nil && "/x".splitPath.folder == "")
  }

  @Test func aFileNameIsSplitAtItsLastDot() {
    let (stem, pathExtension) = "a.b.\(Self.mark)jpg".splitFileName
    #expect(stem == "a.b" && pathExtension?.utf8.elementsEqual("\(Self.mark)jpg".utf8) == true)
    #expect(".hidden".splitFileName.stem == ".hidden" && ".hidden".splitFileName.pathExtension == nil)
    #expect("a.".splitFileName.stem == "a" && "a.".splitFileName.pathExtension == "")
  }

  @Test func containmentInAFolderIsComparedByBytes() {
    #expect("/out/\(Self.mark)x".isPath(in: "/out") && "/out".isPath(in: "/out") && "/x".isPath(in: "/"))
    #expect(!"/outside".isPath(in: "/out") && !"/".isPath(in: "/out"))
    #expect(!"/cafe\(Self.mark)/x".isPath(in: "/caf\u{e9}"), "equal-looking names of two folders")
  }

  @Test func anEmptyPathContainsOnlyItself() {
    #expect("".isPath(in: "") && "/x".isPath(in: "") && !"x".isPath(in: "") && !"".isPath(in: "/out"))
  }

  @Test func namesAreOrderedByBytes() {
    let names = ["", "a", "ab", "b", "z\u{301}", "\u{e9}", "\u{1f600}"]
    for (place, name) in names.enumerated() {
      for (other, text) in names.enumerated() { #expect(name.precedesInBytes(text) == (place < other)) }
    }
  }

  @Test func slashesBeforeACombiningMarkAreRecognized() {
    #expect("/\(Self.mark)x".isFromRoot && !"\(Self.mark)/".isFromRoot)
    #expect("a/".hasTrailingSlash && !"a/\(Self.mark)".hasTrailingSlash)
    #expect(
      "a//".withoutTrailingSlashes == "a" && "//".withoutTrailingSlashes == "/" && "".withoutTrailingSlashes == "")
  }
}
