import Foundation
import TestSupport
import Testing

@testable import Catalog
@testable import ObjectStore

/// Whether `verify` knows the shop's files from what is on record.
@Suite struct PhotoFilesTests {
  private let folder: TemporaryFolder
  private let catalog: Catalog

  /// `mug.jpg` holds “abc”, whose hash is in FIPS 180-2, appendix B.1.
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

  @Test func `A photo whose file is as it was is no problem`() throws { #expect(try messages == []) }

  @Test func `A photo whose file was deleted, cut or written over is found`() throws {
    let id = try catalog.photos()[0].id.text
    try write("ab")
    #expect(try messages == ["Photo “mug.jpg” (\(id)): /mug.jpg: it has 2 bytes, but 3 are on record"])
    try write("abd")
    #expect(try messages == ["Photo “mug.jpg” (\(id)): /mug.jpg: its content has changed"])
    try FileManager.default.removeItem(atPath: folder.path("mug.jpg"))
    #expect(try messages == ["Photo “mug.jpg” (\(id)): /mug.jpg: it no longer exists"])
    #expect(try catalog.verify() == [])
  }
}
