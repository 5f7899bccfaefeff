import Foundation
import TestSupport
import Testing

/// Commands on photos in ZIP archives.
@Suite struct ArchiveVerbsTests {
  private let packshot: Packshot
  private static let names = ["MUG-1_front.jpg", "MUG-1_side.jpg", "vases/VASE-2.png"]

  /// A shop whose photos are in one archive, `photos/supplier.zip`.
  init() throws {
    packshot = try Packshot.shop()
    let entries = try Self.names.map { name in
      var entry = ZIPBuilder.Entry(Array(name.utf8), Array(try packshot.read("photos/" + name)))
      entry.method = name.hasSuffix("png") ? 0 : 8
      return entry
    }
    _ = try packshot.shell("mv photos unpacked && mkdir photos")
    try pack(entries)
  }

  private func pack(_ entries: [ZIPBuilder.Entry], to name: String = "photos/supplier.zip") throws {
    try packshot.write(Data(ZIPBuilder(entries).bytes), to: name)
  }

  private func run(_ options: String...) throws -> Packshot.Result {
    try packshot.run(["run", "recipe.yaml", "photos", "--output", "out"] + options)
  }

  private func succeed(_ arguments: String...) throws -> String {
    let result = try packshot.run(arguments)
    #expect(result.status == 0, "\(arguments): \(result.errors)")
    return result.output + result.errors
  }

  @Test func aRunRendersAnArchivesPhotosLikeAFolders() throws {
    #expect(try run().errors.contains("3 rendered"))
    _ = try succeed("run", "recipe.yaml", "unpacked", "--output", "plain")
    for name in ["MUG-1_front.png", "vases/VASE-2.png"] {
      #expect(try packshot.read("out/supplier.zip/" + name) == packshot.read("plain/" + name))
    }
    #expect(try run().errors.contains("3 unchanged"))
    // An archive with another time is read again, and its photos are the same by their content.
    _ = try packshot.shell("touch -d 2001-01-01 photos/supplier.zip")
    #expect(try run().errors.contains("3 unchanged"))
    #expect(try succeed("catalog", "verify", "--files", "--catalog", "out/catalog.sqlite").contains("no problems"))
    let list = try succeed("photos", "export", "-", "--where", "kind=original", "--catalog", "out/catalog.sqlite")
    #expect(
      list.contains("photos/supplier.zip/vases/VASE-2.png") && list.components(separatedBy: ",present,").count == 4)
  }

  @Test func unpackedPhotosKeepTheirRecordsAndPictures() throws {
    #expect(try run().status == 0)
    _ = try packshot.shell("rm photos/supplier.zip && mv unpacked photos/supplier.zip")
    #expect(try run().errors.contains("3 unchanged"))
    _ = try packshot.shell("mv photos/supplier.zip photos/new")
    let moved = try run()
    #expect(moved.errors.contains("renamed") && !moved.errors.contains("3 rendered"), "\(moved.errors)")
  }

  @Test func photosAreRelinkedIntoAnArchive() throws {
    _ = try succeed("run", "recipe.yaml", "unpacked", "--output", "out")
    _ = try packshot.shell("rm -r unpacked")
    _ = try succeed("photos", "relink", "unpacked", "photos/supplier.zip", "--catalog", "out/catalog.sqlite")
    #expect(try succeed("catalog", "verify", "--files", "--catalog", "out/catalog.sqlite").contains("no problems"))
    let again = try packshot.run("run", "recipe.yaml", "photos/supplier.zip", "--output", "out")
    #expect(again.errors.contains("3 unchanged"), "\(again.errors)")
  }

  @Test func aPathIntoAnArchiveNamesAPhoto() throws {
    let photo = "photos/supplier.zip/MUG-1_front.jpg"
    _ = try succeed("render", "--step", "flip: horizontal", photo, "one.png")
    _ = try succeed("render", "--step", "flip: horizontal", photo, "other.png", "--no-sandbox")
    #expect(try packshot.read("one.png") == packshot.read("other.png"))
    _ = try succeed("thumb", photo, "--width", "20", "--output", "thumbs")
    _ = try succeed("sheet", "photos", "--output", "sheet.png")
    _ = try succeed("photos", "add", photo, "--catalog", "new.sqlite")
    let missing = try packshot.run("render", "recipe.yaml", "photos/supplier.zip/none.jpg", "two.png")
    #expect(missing.status == 66 && missing.errors.contains("no such file"), "\(missing.errors)")
  }

  @Test func aBadEntryAndABrokenArchiveStopNoOtherPhoto() throws {
    let photo = Array(try packshot.read("unpacked/MUG-1_front.jpg"))
    var encrypted = ZIPBuilder.Entry(Array("a.jpg".utf8), photo)
    encrypted.flags = 1
    var damaged = ZIPBuilder.Entry(Array("b.jpg".utf8), photo)
    damaged.crc = 1
    try pack([encrypted, damaged, .init(Array("c.jpg".utf8), photo), .init(Array("../d.jpg".utf8), photo)])
    try packshot.write("<!DOCTYPE html>", to: "photos/broken.zip")
    let run = try run("--json")
    #expect(run.status == 1)
    let reasons = run.events.filter { $0["event"] as? String == "photo" }.reduce(into: [String: String]()) {
      $0[$1["input"] as? String ?? ""] = ($1["error"] as? [String: Any])?["reason"] as? String ?? ""
    }
    #expect(
      reasons == [
        "photos/broken.zip": "broken-archive", "photos/supplier.zip/a.jpg": "encrypted-entry",
        "photos/supplier.zip/b.jpg": "damaged-entry", "photos/supplier.zip/c.jpg": "",
        "photos/supplier.zip/../d.jpg": "unsafe-entry-name",
      ])
    let large = try self.run("--max-file-size", "100", "--force")
    #expect(large.errors.contains("the limit is"), "\(large.errors)")
  }

  @Test func nothingIsPrunedWhileAnArchiveIsBroken() throws {
    #expect(try run().status == 0)
    try packshot.write("cut", to: "photos/supplier.zip")
    let broken = try run("--prune", "--yes")
    #expect(broken.errors.contains("nothing is pruned"), "\(broken.errors)")
    #expect(try packshot.names(in: "out/supplier.zip").contains("MUG-1_front.png"))
    try pack([.init(Array("vases/VASE-2.png".utf8), Array(try packshot.read("unpacked/vases/VASE-2.png")))])
    #expect(try run("--prune", "--yes").status == 0)
    #expect(try !packshot.names(in: "out/supplier.zip").contains("MUG-1_front.png"))
  }

  @Test func aWatchReportsABrokenArchiveOnceAndReadsItOnceFixed() throws {
    try packshot.write("cut", to: "photos/broken.zip")
    let running = try packshot.start([
      "run", "recipe.yaml", "photos", "--output", "out", "--watch", "--json",
    ])
    func inputs(until last: String) throws -> [String: String] {
      var told: [String: String] = [:]
      while true {
        let event = try running.event()
        if let input = event["input"] as? String { told[input] = event["status"] as? String }
        if event["event"] as? String == last { return told }
      }
    }
    let first = try inputs(until: "watching")
    #expect(first["photos/broken.zip"] == "failed" && first.count == 4, "\(first)")
    let move = { (name: String) in
      try #require(rename(packshot.folder + "/" + name, packshot.folder + "/photos/" + name) == 0)
    }
    try packshot.write(packshot.read("unpacked/MUG-1_front.jpg"), to: "CUP-1.jpg")
    try move("CUP-1.jpg")
    #expect(try inputs(until: "summary") == ["photos/CUP-1.jpg": "rendered"])
    try pack([.init(Array("CUP-2.jpg".utf8), Array(try packshot.read("unpacked/MUG-1_side.jpg")))], to: "broken.zip")
    try move("broken.zip")
    #expect(try inputs(until: "summary") == ["photos/broken.zip/CUP-2.jpg": "rendered"])
    running.signal(SIGINT)
    #expect(running.status() == 130)
  }
}
