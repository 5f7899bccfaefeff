import Foundation
import ImageCodecs
import PackshotKit
import PixelCore
import TestSupport
import Testing

/// `photoData` of the bow ties in Core Data by Tutorials, binary data that “allows external storage”: photos whose bytes are in
/// the catalog.
@Suite struct StoredPhotosTests {
  private let packshot: Packshot
  private let small: Data
  private let large: Data

  /// Stores a small and a large photo, and deletes their files.
  init() throws {
    packshot = try Packshot()
    try packshot.writePhoto("ties/small.png")
    var random = SeededGenerator(seed: 1)
    let noise = try MadePicture.file(PixelSize(width: 120, height: 120), .png()) { _, _ in
      Color(red: .random(in: 0...255, using: &random), green: .random(in: 0...255, using: &random), blue: 9)
    }
    try packshot.write(noise, to: "ties/large.png")
    (small, large) = (try packshot.read("ties/small.png"), noise)
    try #require(small.count < 32_768 && large.count > 32_768)
    try packshot.succeed("photos", "add", "ties/small.png", "ties/large.png", "--store")
    try packshot.remove("ties")
  }

  /// Returns the files that `photos export --files` writes, by path.
  private func stored(in catalog: String = "catalog.sqlite") throws -> [String: Data] {
    let folder = "out-\(UUID().uuidString)"
    try packshot.succeed("photos", "export", "--files", folder, "--catalog", catalog)
    return FileManager.default.fileExists(atPath: packshot.folder + "/" + folder)
      ? try packshot.pictures(in: folder) : [:]
  }

  private var both: [String: Data] { ["ties/small.png": small, "ties/large.png": large] }

  /// Returns the path of the only file in external storage.
  private func externalFile() throws -> String {
    let names = try FileManager.default.subpathsOfDirectory(atPath: packshot.folder + "/catalog.data")
    let files = names.filter { $0.contains("/") }
    try #require(files.count == 1)
    return "catalog.data/" + files[0]
  }

  @Test func `A small photo is in its row and a large one in external storage, and both are written out byte for byte`()
    throws
  {
    #expect(try packshot.read(externalFile()) == large)
    #expect(try stored() == both)
    #expect(try packshot.succeed("photos", "show", "small.png").contains("stored       in the catalog"))
    let lines = try packshot.succeed("photos", "export", "-").split(whereSeparator: \.isNewline)
    #expect(lines.count == 3 && lines.dropFirst().allSatisfy { $0.contains(",stored,") }, "\(lines)")
  }

  @Test func `Undo removes stored photos, and redo restores their bytes`() throws {
    try packshot.succeed("catalog", "undo")
    #expect(try stored() == [:])
    try packshot.succeed("catalog", "redo")
    #expect(try stored() == both)
    try packshot.succeed("photos", "remove", "small.png", "large.png", "--yes")
    try packshot.succeed("catalog", "undo")
    #expect(try stored() == both)
  }

  @Test(arguments: ["all.json", "all"]) func `Stored photos are exported and imported`(
    path: String
  ) throws {
    try packshot.succeed("catalog", "export", path)
    try packshot.succeed("catalog", "import", path, "--catalog", "other.sqlite")
    try packshot.remove("catalog.data")
    #expect(try stored(in: "other.sqlite") == both)
    #expect(try packshot.run("catalog", "verify", "--files", "--catalog", "other.sqlite").status == 0)
  }

  @Test func `A backup contains stored photos`() throws {
    try packshot.succeed("catalog", "backup", "backup.sqlite")
    try packshot.remove("catalog.data")
    #expect(try stored(in: "backup.sqlite") == both)
    #expect(try packshot.run("catalog", "verify").status == 1)
    try packshot.succeed("catalog", "restore", "backup.sqlite")
    #expect(try stored() == both)
  }

  @Test func `A stored photo that is damaged is found, and the others are written out`() throws {
    var bytes = large
    bytes[1000] ^= 1
    try packshot.write(bytes, to: externalFile())
    #expect(try packshot.run("catalog", "verify").status == 1)
    let export = try packshot.run("photos", "export", "--files", "out")
    #expect(export.status == 1 && export.output == "Wrote 1 photo to out\n")
    #expect(export.errors.contains("ties/large.png"), "\(export.errors)")
    #expect(try packshot.pictures(in: "out") == ["ties/small.png": small])
  }

  @Test func `Existing files are kept unless overwriting is allowed`() throws {
    try packshot.write("mine", to: "out/ties/small.png")
    let refused = try packshot.run("photos", "export", "--files", "out")
    #expect(refused.status == 1 && refused.output == "Wrote 1 photo to out\n", "\(refused.errors)")
    #expect(try packshot.read("out/ties/small.png") == Data("mine".utf8))
    try packshot.succeed("photos", "export", "--files", "out", "--overwrite")
    #expect(try packshot.pictures(in: "out") == both)
    for wrong in [["--files"], ["--files", "-"], ["--files", "out", "--format", "csv"]] {
      #expect(try packshot.run(["photos", "export"] + wrong).status == 64)
    }
  }

  @Test func `A condition selects the photos that are written out`() throws {
    try packshot.succeed("photos", "export", "out", "--files", "--where", "bytes<32768")
    #expect(try packshot.pictures(in: "out") == ["ties/small.png": small])
  }

  @Test func `A file that is not a picture is not stored`() throws {
    try packshot.write("a letter", to: "letter.png")
    let refused = try packshot.run("photos", "add", "letter.png", "--store")
    #expect(refused.status == 66 && refused.errors.contains("letter.png: this is text"), "\(refused.errors)")
    #expect(try stored() == both)
  }

  @Test func `A photo stays stored when it is added or rendered again, with the bytes of its file`() throws {
    try packshot.write(small, to: "ties/small.png")
    try packshot.succeed("photos", "add", "ties/small.png")
    #expect(try stored() == both)
    try packshot.writePhoto("ties/small.png", shade: 7)
    let changed = try packshot.read("ties/small.png")
    try packshot.succeed("photos", "add", "ties/small.png")
    #expect(try stored() == ["ties/small.png": changed, "ties/large.png": large])

    try packshot.write("packshot: 1\noutputs: [ { file: \"{stem}.png\" } ]\n", to: "recipe.yaml")
    let run = { try packshot.succeed("run", "recipe.yaml", "ties", "--output", "shop", "--catalog", "catalog.sqlite") }
    _ = try run()
    #expect(try stored() == ["ties/small.png": changed, "ties/large.png": large])
    // A run that finds another photo at the path removes the old photo's bytes from the record.
    try packshot.writePhoto("ties/small.png", shade: 99)
    _ = try run()
    #expect(try stored() == ["ties/large.png": large])
    #expect(try packshot.run("catalog", "verify", "--files").status == 0)
  }

  @Test func `A recorded path cannot lead out of the folder`() throws {
    try packshot.succeed("catalog", "export", "all.json")
    let text = String(decoding: try packshot.read("all.json"), as: UTF8.self)
    try packshot.write(text.replacing("ties/small.png", with: "../../ties/../up.png"), to: "all.json")
    try packshot.succeed("catalog", "import", "all.json", "--catalog", "other.sqlite")
    try packshot.succeed("photos", "export", "--files", "a/out", "--catalog", "other.sqlite")
    #expect(try packshot.pictures(in: "a") == ["out/ties/up.png": small, "out/ties/large.png": large])
  }
}
