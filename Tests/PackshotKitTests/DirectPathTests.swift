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

  /// The file need not exist.
  @Test(arguments: [
    ("suite/mug/../../shop.yaml", "shop.yaml"), ("suite/./mug/../shop.yaml", "suite/shop.yaml"),
    ("suite/mug/../mug/../mug/input.jpg", "suite/mug/input.jpg"), ("suite//mug/input.jpg", "suite/mug/input.jpg"),
  ])
  func dotSegmentsAreRemoved(path: String, direct: String) {
    #expect(directPath(folder.path(path)) == folder.path(direct))
  }

  /// `link/..` is the parent of the link's destination.
  @Test(arguments: ["suite/link/../shop.yaml", "nowhere/../shop.yaml"])
  func aPathThroughALinkOrAMissingFolderIsUnchanged(path: String) {
    #expect(directPath(folder.path(path)) == folder.path(path))
  }

  @Test func relativePathsStayRelative() {
    #expect(directPath("../shop.yaml") == "../shop.yaml")
    #expect(directPath("./shop.yaml") == "shop.yaml")
    #expect(directPath("/../shop.yaml") == "/../shop.yaml")
  }
}
