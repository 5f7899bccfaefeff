import Foundation
import TestSupport
import Testing

@testable import PackshotKit

@Suite struct DirectPathTests {
  private let folder: TemporaryFolder

  init() throws {
    folder = try TemporaryFolder()
    _ = try folder.folder("suite/mug")
    _ = try folder.folder("elsewhere/deep")
    try FileManager.default.createSymbolicLink(
      atPath: folder.path("suite/link"), withDestinationPath: folder.path("elsewhere/deep"))
  }

  /// Whether the file is there or not.
  @Test(arguments: [
    ("suite/mug/../../shop.yaml", "shop.yaml"), ("suite/./mug/../shop.yaml", "suite/shop.yaml"),
    ("suite/mug/../mug/../mug/input.jpg", "suite/mug/input.jpg"), ("suite//mug/input.jpg", "suite/mug/input.jpg"),
  ])
  func detoursAreLeftOut(path: String, direct: String) {
    #expect(directPath(folder.path(path)) == folder.path(direct))
  }

  /// `link/..` is where the link leads, and one folder up from there.
  @Test(arguments: ["suite/link/../shop.yaml", "nowhere/../shop.yaml"])
  func aPathThatLeadsElsewhereStaysAsItIs(path: String) {
    #expect(directPath(folder.path(path)) == folder.path(path))
  }

  @Test func pathsFromTheWorkingFolderStaySo() {
    #expect(directPath("../shop.yaml") == "../shop.yaml")
    #expect(directPath("./shop.yaml") == "shop.yaml")
    #expect(directPath("/../shop.yaml") == "/../shop.yaml")
  }
}
