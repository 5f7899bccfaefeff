import Foundation
import TestSupport
import Testing

@testable import Catalog
@testable import ObjectStore

/// `verify` compares photo files with what the catalog recorded.
@Suite struct PhotoFilesTests {
  private let folder: TemporaryFolder
  private let catalog: Catalog

  /// `mug.jpg` contains “abc”, whose hash is in FIPS 180-2, appendix B.1.
  init() throws {
    folder = try TemporaryFolder()
    catalog = try Catalog(at: folder.path("catalog.sqlite"), createIfMissing: true)
    try write("abc")
    var photo = Catalog.Photo(kind: .original, .sample(folder.path("mug.jpg")), in: catalog.paths)
    photo.sha256 = "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad"
    photo.bytes = 3
    try catalog.save(photo)
  }

  private func write(_ text: String) throws {
    try Data(text.utf8).write(to: URL(fileURLWithPath: folder.path("mug.jpg")))
  }

  private var messages: [String] {
    get throws { try catalog.verify(checkingFiles: true).map { $0.message.replacing(folder.path, with: "") } }
  }

  @Test func anUnchangedPhotoFileIsNoProblem() throws { #expect(try messages == []) }

  @Test func aDeletedTruncatedOrOverwrittenPhotoFileIsReported() throws {
    let id = try catalog.photos()[0].id.text
    try write("ab")
    #expect(try messages == ["Photo “mug.jpg” (\(id)): /mug.jpg: it has 2 bytes, but the catalog records 3"])
    try write("abd")
    #expect(try messages == ["Photo “mug.jpg” (\(id)): /mug.jpg: its content has changed"])
    try FileManager.default.removeItem(atPath: folder.path("mug.jpg"))
    #expect(try messages == ["Photo “mug.jpg” (\(id)): /mug.jpg: it no longer exists"])
    #expect(try catalog.verify() == [])
  }

  /// Small values are in the row, large values in external storage. The hashes are in FIPS 180-2, appendices B.1 and B.3.
  @Test(arguments: [
    (Data("abc".utf8), "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad"),
    (Data(repeating: 0x61, count: 1_000_000), "cdc76e5c9914fb9281a1c7e284d73e67f1809a48a497200e046d39ccc7112cd0"),
  ])
  func storedBytesWithAnotherHashAreReportedAndForgettingRemovesTheHash(
    bytes: Data, hash: String
  ) throws {
    var photo = try catalog.photos()[0]
    photo.data = StoredData(bytes)
    photo.sha256 = String(repeating: "0", count: 64)
    try catalog.save(photo)
    #expect(
      try messages == [
        "Photo “mug.jpg” (\(photo.id.text)): the bytes of data in /catalog.sqlite are lost: its content has changed"
      ])
    photo = try catalog.photos()[0]
    photo.sha256 = hash
    try catalog.save(photo)
    #expect(try messages == [])

    try catalog.store.forget(Catalog.Photo.self, photo.id)
    for name in try FileManager.default.subpathsOfDirectory(atPath: folder.path) where name.hasPrefix("catalog") {
      let content = FileManager.default.contents(atPath: folder.path(name)) ?? Data()
      #expect(!name.contains(hash) && content.range(of: Data(hash.utf8)) == nil, "\(name)")
    }
  }
}
