import Foundation
import TestSupport
import Testing

@testable import Studio

@Suite struct StudioFolderTests {
  let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  private func write(_ name: String, _ text: String = "packshot: 1\n") throws {
    let path = folder.path(name)
    try FileManager.default.createDirectory(
      atPath: (path as NSString).deletingLastPathComponent, withIntermediateDirectories: true)
    try Data(text.utf8).write(to: URL(fileURLWithPath: path))
  }

  private var studio: StudioFolder { StudioFolder(path: folder.path) }

  @Test func recipesAndSuitesAreFound() throws {
    try write("shop.yaml", "# a shop\npackshot: 1\n")
    try write("recipes/old.yml")
    try write("docker-compose.yaml", "services: {}\n")
    try write(".hidden/secret.yaml")
    try write("goldens/mugs/white/expected.png")
    try write("mugs/recipe.yaml")
    try write("goldens/tie/case.yaml", "why: it\n")
    try write("other/red/case.yaml", "")
    let found = studio.contents()
    #expect(found.recipes == ["mugs/recipe.yaml", "recipes/old.yml", "shop.yaml"])
    #expect(found.suites == ["goldens", "other"])
  }

  @Test func photosAreCountedByTheirFolders() throws {
    for name in [
      "a.jpg", "photos/mugs/b.JPG", "photos/c.png", "new/d.tiff", "new/notes.txt", "goldens/mug/expected.png",
      ".trash/e.jpg",
    ] {
      try write(name)
    }
    #expect(studio.contents().photos == [".": 1, "photos": 2, "new": 1])
    #expect(studio.contents().photoFolders == ".")
    try FileManager.default.removeItem(atPath: folder.path("a.jpg"))
    #expect(studio.contents().photoFolders == "new, photos")
  }

  @Test func linksAreNotFollowed() throws {
    let elsewhere = try TemporaryFolder()
    try Data("packshot: 1\n".utf8).write(to: URL(fileURLWithPath: elsewhere.path("far.yaml")))
    try FileManager.default.createSymbolicLink(atPath: folder.path("link"), withDestinationPath: elsewhere.path)
    try FileManager.default.createSymbolicLink(
      atPath: folder.path("link.yaml"), withDestinationPath: elsewhere.path("far.yaml"))
    #expect(studio.contents().recipes.isEmpty)
    #expect(throws: OutsideFolder.self) { try studio.absolutePath(of: "link/far.yaml") }
    #expect(throws: OutsideFolder.self) { try studio.absolutePath(of: "link.yaml") }
    // A combining mark makes one character of the slash and itself.
    #expect(throws: OutsideFolder.self) { try studio.absolutePath(of: "link/\u{301}far.yaml") }
  }

  @Test(arguments: [
    "", "/etc/passwd", "..", "../a", "a/../b", "a//b", "a/", ".a", "a/.b/c", "a\0b", "./a", "a/.\u{301}b", "/\u{301}a",
  ])
  func pathsThatLeadElsewhereAreRefused(path: String) {
    #expect(throws: OutsideFolder.self) { try studio.absolutePath(of: path) }
  }

  @Test func pathsBelowTheFolderAreTaken() throws {
    let place = try studio.absolutePath(of: "photos/mugs/a b.jpg")
    #expect(place == studio.path + "/photos/mugs/a b.jpg")
    #expect(studio.relative(place) == "photos/mugs/a b.jpg")
    #expect(studio.relative("/elsewhere/a") == "/elsewhere/a")
    #expect(try studio.relative(studio.absolutePath(of: ".")) == ".")
  }
}
