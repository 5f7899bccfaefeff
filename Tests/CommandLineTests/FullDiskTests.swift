import Foundation
import Testing

/// A command that writes to a full disk exits with 74, reports “disk full”, and leaves the catalog unchanged.
@Suite(.enabled(if: Disk.canBeMounted, "mounting a disk needs root"), .serialized)
struct FullDiskTests {
  private let packshot: Packshot
  private let disk: Disk

  init() throws {
    packshot = try .catalog()
    disk = try #require(Disk(at: packshot.folder + "/disk", kilobytes: 16384))
    try packshot.write(
      "packshot: 1\nsteps: [ { resize: { width: 50 } } ]\noutputs: [ { file: \"{stem}.png\" } ]\n", to: "recipe.yaml")
    for number in 1...3 { try packshot.writePhoto("photos/MUG-\(number).jpg", shade: UInt8(number * 50)) }
    #expect(try packshot.shell("cp catalog.sqlite disk && cp catalog.sqlite backup.sqlite").status == 0)
  }

  private func expectFull(_ command: String, _ why: String = "") throws {
    let result = try packshot.shell("'\(Packshot.executable.path)' \(command)")
    #expect(
      result.status == 74 && result.errors.contains("disk full"),
      "\(command), \(why): \(result.status) \(result.errors)")
  }

  private func expectSound(_ count: Int = 2) throws {
    disk.empty()
    let verify = try packshot.run("catalog", "verify", "--catalog", "disk/catalog.sqlite")
    #expect(verify.status == 0, "\(verify.output)\(verify.errors)")
    #expect(try packshot.run("products", "list", "--json", "--catalog", "disk/catalog.sqlite").events.count == count)
  }

  @Test(arguments: [
    "products add CUP-1 --catalog disk/catalog.sqlite", "products edit MUG-1 note=new --catalog disk/catalog.sqlite",
    "products sell MUG-1 --catalog disk/catalog.sqlite", "catalog undo --catalog disk/catalog.sqlite",
    "customers remove Ben --yes --catalog disk/catalog.sqlite",
    "customers remove Ben --forget --yes --catalog disk/catalog.sqlite", "products add CUP-1 --catalog disk/new.sqlite",
    "catalog sample --catalog disk/new.sqlite", "catalog backup disk/copy.sqlite", "catalog export disk/all.json",
    "catalog export disk/all", "photos export disk/photos.csv",
    "catalog restore backup.sqlite --catalog disk/catalog.sqlite",
    "catalog restore backup.sqlite --catalog disk/new.sqlite", "run recipe.yaml photos --output disk/out",
    "run recipe.yaml photos --output out --catalog disk/catalog.sqlite", "thumb photos --width 9 --output disk",
    "render recipe.yaml photos/MUG-1.jpg disk/a.png", "sheet photos --output disk/sheet.png",
  ])
  func aWritingCommandReportsAFullDisk(command: String) throws {
    disk.fill()
    try expectFull(command)
    try expectSound()
  }

  /// The disk fills up during an import: in the trial, with parts in the catalog, or while it is recorded.
  @Test func anImportThatFillsTheDiskReportsIt() throws {
    let rows = (0..<6000).map { "CUP-\($0),Cup number \($0) of a long series,\($0 % 90).50" }
    try packshot.write("sku,name,price\n" + rows.joined(separator: "\n") + "\n", to: "products.csv")
    for room in [0, 40, 400, 1000, 1700] {
      disk.fill()
      truncate(disk.path + "/filling", max(0, off_t((try packshot.read("disk/filling").count >> 10) - room)) << 10)
      try expectFull("catalog import products.csv --catalog disk/catalog.sqlite", "\(room) KB")
      disk.empty()
      // The next writer rolls the rest of the import back.
      try packshot.succeed("products", "edit", "MUG-1", "note=\(room)", "--catalog", "disk/catalog.sqlite")
      try expectSound()
    }
  }

  @Test func standardOutputOnAFullDiskIsReported() throws {
    let full = try packshot.runOnFullDisk("products", "list")
    #expect(full.status == 74 && full.errors.contains("disk full"), "\(full.errors)")
    // More than a buffer.
    let manual = try packshot.runOnFullDisk("manual")
    #expect(manual.status == 74 && manual.errors.contains("disk full"), "\(manual.errors)")
  }
}
