import Foundation
import TestSupport
import Testing

@testable import PackshotKit

@Suite struct PathPatternTests {
  /// A folder `photos` with empty files, of which a walk reads only the names.
  private struct Tree {
    let folder: TemporaryFolder
    let photos: String

    init(_ files: [String]) throws {
      folder = try TemporaryFolder()
      photos = try folder.folder("photos")
      for file in files {
        _ = try folder.folder(("photos/" + file as NSString).deletingLastPathComponent)
        try folder.write("", to: "photos/" + file)
      }
    }

    /// The selected files, relative to the folder.
    func walk(excluding excluded: [String] = [], including included: [String] = []) throws -> (
      taken: [String], notes: [String]
    ) {
      var walk = InputWalk(outputFolder: nil, filter: try InputFilter(excluded: excluded, included: included))
      try walk.add([photos])
      return (walk.photos.map { String($0.path.dropFirst(photos.count + 1)) }, walk.notes.map(\.message))
    }
  }

  private static let files = [
    "a.png", "é.png", "mugs/a.png", "mugs/b.jpg", "mugs/old/a.png", "old/mugs/c.png", "x[1].png",
  ]

  @Test(arguments: [
    (["mugs"], ["a.png", "é.png", "x[1].png"]),
    (["/mugs"], ["a.png", "é.png", "old/mugs/c.png", "x[1].png"]),
    (["mugs/old"], ["a.png", "é.png", "mugs/a.png", "mugs/b.jpg", "old/mugs/c.png", "x[1].png"]),
    (["mugs/*"], ["a.png", "é.png", "old/mugs/c.png", "x[1].png"]),
    (["**/old"], ["a.png", "é.png", "mugs/a.png", "mugs/b.jpg", "x[1].png"]),
    (["old/"], ["a.png", "é.png", "mugs/a.png", "mugs/b.jpg", "x[1].png"]),
    (["a.png/"], files),
    (["*.{jpg,png}"], []),
    (["{mugs/*,?}.png", "old"], ["é.png", "mugs/b.jpg", "x[1].png"]),
    (["*.png", "!a.png"], ["a.png", "mugs/a.png", "mugs/b.jpg", "mugs/old/a.png"]),
    // A file in an excluded folder can't be included again.
    (["mugs", "!mugs/a.png"], ["a.png", "é.png", "x[1].png"]),
    (["x\\[1\\].png"], Array(files.dropLast())),
    (["x[1].png"], files),
    (["x[[:punct:]]*"], Array(files.dropLast())),
    // A letter of two bytes.
    (["??.png"], ["a.png", "mugs/a.png", "mugs/b.jpg", "mugs/old/a.png", "old/mugs/c.png", "x[1].png"]),
    (["[a"], files),
  ])
  func excludePatternsLeaveOutMatches(patterns: [String], taken: [String]) throws {
    #expect(Set(try Tree(Self.files).walk(excluding: patterns).taken) == Set(taken), "\(patterns)")
  }

  @Test(arguments: [
    (["mugs/"], ["mugs/a.png", "mugs/b.jpg", "mugs/old/a.png", "old/mugs/c.png"]),
    (["*.jpg"], ["mugs/b.jpg"]),
    (["mugs", "!old"], ["mugs/a.png", "mugs/b.jpg", "old/mugs/c.png"]),
    (["a.png", "old/mugs"], ["a.png", "mugs/a.png", "mugs/old/a.png", "old/mugs/c.png"]),
  ])
  func includePatternsSelectMatches(patterns: [String], taken: [String]) throws {
    #expect(Set(try Tree(Self.files).walk(including: patterns).taken) == Set(taken), "\(patterns)")
  }

  @Test func exclusionOverridesInclusion() throws {
    #expect(try Tree(Self.files).walk(excluding: ["old"], including: ["a.png"]).taken == ["a.png", "mugs/a.png"])
  }

  @Test func aPrintedPathMatchesItsFile() throws {
    let tree = try Tree(Self.files)
    for file in ["mugs/old/a.png", "x[1].png"] {
      let taken = try tree.walk(excluding: [tree.photos + "/" + file]).taken
      #expect(Set(taken) == Set(Self.files).subtracting([file]))
    }
    #expect(
      try tree.walk(excluding: [tree.photos + "/mugs/"]).taken == ["a.png", "old/mugs/c.png", "x[1].png", "é.png"])
  }

  @Test func aPatternWithoutMatchesIsNoted() throws {
    let walk = try Tree(Self.files).walk(excluding: ["mug", "mugs/", "*.png", "!b.jpg", "old/a.png"])
    #expect(walk.notes.count == 3)
    #expect(walk.notes[0] == "the exclude pattern mug matches nothing")
    #expect(walk.notes[1] == "the exclude pattern !b.jpg matches nothing")
    #expect(walk.notes[2].hasPrefix("the exclude pattern old/a.png matches nothing; a pattern with a slash "))
  }

  @Test(arguments: ["", "!", "{a,b}{a,b}{a,b}{a,b}{a,b}{a,b}{a,b}{a,b}{a,b}{a,b}"])
  func anInvalidPatternIsRefused(text: String) throws {
    #expect(throws: PackshotError.self) { try InputFilter(excluded: [text]) }
  }

  @Test(arguments: [
    ("a{b,c}d", ["abd", "acd"]), ("{a,b{c,d}}", ["a", "bc", "bd"]), ("{a,}b", ["ab", "b"]), ("{a}", ["{a}"]),
    ("{}", ["{}"]), ("{a,b", ["{a,b"]), ("\\{a,b}", ["\\{a,b}"]), ("[{]a,b}", ["[{]a,b}"]),
    ("{a,b}{c,d}", ["ac", "ad", "bc", "bd"]),
    ("{{a,b}}", ["{a}", "{b}"]), ("{a,{b}", ["{a,{b}"]),
  ])
  func bracesAreAlternativesAsInBash(pattern: String, alternatives: [String]) throws {
    let found = try #require(BraceAlternatives.of(Array(pattern.utf8)[...]))
    #expect(found.map { String(decoding: $0, as: UTF8.self) } == alternatives)
  }

  /// No pattern may take exponential time, whatever the name.
  @Test func manyStarsAreMatchedQuickly() {
    let glob = Glob(Array((String(repeating: "*a", count: 60) + "b").utf8)[...])
    #expect(!glob.matches([UInt8](repeating: 0x61, count: 250)))
  }

  // MARK: Git as the reference

  private static let hasGit = FileManager.default.isExecutableFile(atPath: "/usr/bin/git")

  /// Random patterns over random trees: the excluded files are those that Git ignores.
  @Test(.enabled(if: hasGit, "git is not in PATH"), arguments: 0..<8)
  func excludedFilesAreThoseThatGitIgnores(seed: Int) throws {
    var random = SeededGenerator(seed: UInt64(seed) &* 0x9e37_79b9_7f4a_7c15 &+ 1)
    let files = Set((0..<24).map { _ in Self.path(&random) }).sorted()
    let folders = Set(files.flatMap { file in file.indices.filter { file[$0] == "/" }.map { String(file[..<$0]) } })
    // A name is either a folder's or a file's.
    let tree = try Tree(files.filter { !folders.contains($0) })
    let all = try tree.walk().taken
    for _ in 0..<30 {
      let patterns = (0..<Int.random(in: 1...3, using: &random)).map { _ in Self.pattern(&random) }
      let ignored = try Self.ignored(all, by: patterns, in: tree)
      let taken = try tree.walk(excluding: patterns).taken
      #expect(Set(taken) == Set(all).subtracting(ignored), "seed \(seed): \(patterns) of \(all)")
    }
  }

  private static func path(_ random: inout SeededGenerator) -> String {
    let folders = (0..<Int.random(in: 0...3, using: &random)).map { _ in
      ["a", "b", "ab", "c.d", "[1]", "é"].randomElement(using: &random)!
    }
    let file = ["a", "b", "ab", "a-b", "A", "é", "1", "x y", "]", "\\"].randomElement(using: &random)!
    return (folders + [file + ".png"]).joined(separator: "/")
  }

  private static func pattern(_ random: inout SeededGenerator) -> String {
    let pieces = [
      "a", "b", "c.d", "é", "1", "*", "?", "[ab]", "[!a]", "[^b]", "[a-c]", "[]-]", "[a\\]]", "[[:alpha:]]",
      "[[:digit:]-b]",
      "\\[", "\\a", "[b-a]", "[", "x y", "\\\\",
    ]
    let parts = (0..<Int.random(in: 1...3, using: &random)).map { _ in
      if Int.random(in: 0..<4, using: &random) == 0 { return "**" }
      return (0..<Int.random(in: 1...2, using: &random)).map { _ in pieces.randomElement(using: &random)! }.joined()
    }
    let ends = ["", "", "", "/", ".png", "*.png"]
    let starts = ["", "", "", "/", "!", "!/"]
    return starts.randomElement(using: &random)! + parts.joined(separator: "/") + ends.randomElement(using: &random)!
  }

  private static func ignored(_ files: [String], by patterns: [String], in tree: Tree) throws -> Set<String> {
    let git = tree.photos + "/.git"
    if !FileManager.default.fileExists(atPath: git) { _ = try run(["init", "--quiet"], in: tree, input: "") }
    try FileManager.default.createDirectory(atPath: git + "/info", withIntermediateDirectories: true)
    try (patterns.joined(separator: "\n") + "\n").write(
      toFile: git + "/info/exclude", atomically: true, encoding: .utf8)
    let output = try run(
      ["check-ignore", "--no-index", "--stdin", "-z"], in: tree, input: files.joined(separator: "\0"))
    return Set(output.split(separator: "\0").map { String($0) })
  }

  private static func run(_ arguments: [String], in tree: Tree, input: String) throws -> String {
    try tree.folder.write(input, to: "input")
    let process = Process()
    process.executableURL = URL(fileURLWithPath: "/usr/bin/git")
    process.arguments = arguments
    process.currentDirectoryURL = URL(fileURLWithPath: tree.photos)
    process.environment = ["GIT_CONFIG_GLOBAL": "/dev/null", "GIT_CONFIG_NOSYSTEM": "1", "HOME": tree.photos]
    let output = Pipe()
    process.standardInput = try FileHandle(forReadingFrom: URL(fileURLWithPath: tree.folder.path("input")))
    process.standardOutput = output
    try process.run()
    let bytes = try output.fileHandleForReading.readToEnd() ?? Data()
    process.waitUntilExit()
    return String(decoding: bytes, as: UTF8.self)
  }
}
