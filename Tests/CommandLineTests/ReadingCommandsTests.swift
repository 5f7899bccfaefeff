import Foundation
import PackshotKit
import Testing

/// Commands that only read the catalog: they change no byte and wait for no lock.
@Suite struct ReadingCommandsTests {
  private let packshot: Packshot

  init() throws {
    packshot = try .catalog()
    try packshot.succeed("sales", "record", "Ben", "MUG-1", "2")
    try packshot.write(
      "packshot: 1\nsteps: [ { resize: { width: 10 } } ]\noutputs: [ { file: \"{stem}.png\" } ]\n", to: "recipe.yaml")
    try packshot.writePhoto("photos/MUG-1.jpg")
    try packshot.write("sku,name\nCUP-1,Cup\n", to: "products.csv")
  }

  private static let commands = [
    "products list", "products list --where 'price>10' --json", "products show MUG-1", "products search sea",
    "sales list", "customers list", "makers list", "runs list", "photos list", "photos export -", "manifest",
    "catalog history --changes", "catalog verify", "catalog export - --format json",
    "catalog import products.csv --dry-run", "run recipe.yaml photos --output out --catalog catalog.sqlite --dry-run",
    "catalog verify --repair --dry-run",
  ]

  private func shell(_ command: String) throws -> Packshot.Result {
    try packshot.shell("'\(Packshot.executable.path)' \(command)")
  }

  /// The hashes of the catalog and the files beside it, computed by another process: closing an SQLite file would drop this
  /// process's locks. The index is left out, because readers write their marks into it.
  private func fingerprint(_ folder: String = ".") throws -> String {
    try packshot.shell("cd \(folder) && ls -A | grep catalog; sha256sum catalog.sqlite $(ls catalog.sqlite-wal)").output
  }

  private func expectAllWork(_ why: String) throws {
    let before = try fingerprint()
    for command in Self.commands {
      let result = try shell(command)
      #expect(result.status == 0, "\(why), \(command): \(result.errors)")
      #expect(try fingerprint() == before, "\(why), \(command)")
    }
    let copy = try shell("catalog backup copy.sqlite --overwrite")
    #expect(copy.status == 0, "\(why): \(copy.errors)")
    #expect(try fingerprint() == before, "\(why), backup")
  }

  @Test func readingLeavesNoTraceInAnUnusedCatalog() throws { try expectAllWork("alone") }

  @Test func readingSeesTheLastCommitAndDoesNotWaitForAWriter() throws {
    let writer = try Catalog(at: packshot.folder + "/catalog.sqlite", createIfMissing: false)
    let mug = try writer.product(matching: "MUG-1").id
    try writer.edit("Rename") { edit in try edit.update(Catalog.Product.self, mug) { $0.name = "Lake mug" } }
    try writer.edit("Hold the lock") { edit in
      try edit.update(Catalog.Product.self, mug) { $0.name = "Unseen mug" }
      try expectAllWork("beside a writer")
      #expect(try shell("products show MUG-1 --attribute name").output == "Lake mug\n")
    }
  }

  @Test(.enabled(if: Packshot.finds("sqlite3"), "it takes sqlite3 to write as another program"))
  func readingDoesNotWaitForATransactionWithAnEmptyLog() throws {
    // The transaction lasts until all commands are done, because sqlite3 runs their shell.
    let list = Self.commands.map { "'\(Packshot.executable.path)' \($0) >/dev/null || echo failed: \($0)" }
    try packshot.write("#!/bin/sh\n" + list.joined(separator: "\n") + "\n", to: "all")
    let result = try packshot.shell(
      """
      chmod +x all
      sqlite3 catalog.sqlite 'PRAGMA journal_mode = WAL' 'PRAGMA wal_checkpoint(TRUNCATE)' >/dev/null
      before=$(sha256sum < catalog.sqlite)
      printf '.bail on\\nBEGIN IMMEDIATE;\\n.shell ./all\\nROLLBACK;\\n' | sqlite3 catalog.sqlite
      [ "$before" = "$(sha256sum < catalog.sqlite)" ] || echo changed
      """)
    #expect(result.status == 0, "\(result.errors)")
    #expect(!result.output.contains("failed") && !result.output.contains("changed"), "\(result.output)")
  }

  @Test func aKilledWritersLogIsReadAndKept() throws {
    let writer = try Catalog(at: packshot.folder + "/catalog.sqlite", createIfMissing: false)
    let mug = try writer.product(matching: "MUG-1").id
    try writer.edit("Rename") { edit in try edit.update(Catalog.Product.self, mug) { $0.name = "Lake mug" } }
    for leavingOut in ["", "-shm"] {
      #expect(try packshot.shell("rm -rf left && mkdir left && cp catalog.sqlite* left").status == 0)
      if !leavingOut.isEmpty { try packshot.remove("left/catalog.sqlite" + leavingOut) }
      let before = try fingerprint("left").split(separator: "\n").filter { !$0.hasSuffix("-shm") }
      let name = try shell("products show MUG-1 --attribute name --catalog left/catalog.sqlite")
      #expect(name.status == 0 && name.output == "Lake mug\n", "\(name.errors)")
      #expect(try fingerprint("left").split(separator: "\n").filter { !$0.hasSuffix("-shm") } == before)
    }
  }

  @Test func anotherProgramsExclusiveLockIsReported() throws {
    // SQLite's lock bytes: pending, reserved and shared.
    let file = open(packshot.folder + "/catalog.sqlite", O_RDWR)
    defer { close(file) }
    var lock = flock()
    (lock.l_type, lock.l_whence, lock.l_start, lock.l_len) = (Int16(F_WRLCK), Int16(SEEK_SET), 0x4000_0000, 512)
    try #require(fcntl(file, F_SETLK, &lock) == 0)
    for command in ["products list", "catalog verify", "catalog backup copy.sqlite"] {
      let refused = try shell(command)
      #expect(refused.status == 75, "\(command): \(refused.errors)")
      #expect(refused.errors.contains("(process \(getpid())) holds an exclusive lock on it"), "\(refused.errors)")
      #expect(refused.errors.contains(packshot.folder + "/catalog.sqlite is locked"), "\(refused.errors)")
    }
  }

  @Test(arguments: ["", "garbage that is longer than the header of a log would be"])
  func anUnreadableLogIsAnError(content: String) throws {
    if content.isEmpty {
      try FileManager.default.createDirectory(
        atPath: packshot.folder + "/catalog.sqlite-wal", withIntermediateDirectories: false)
    } else {
      try packshot.write(content, to: "catalog.sqlite-wal")
    }
    for command in ["products list", "catalog export -", "catalog backup copy.sqlite"] {
      let refused = try shell(command)
      #expect(refused.status == 74 && refused.errors.contains("catalog.sqlite-wal cannot be read"), "\(refused.errors)")
    }
    #expect(try !packshot.names(in: ".").contains("copy.sqlite"))
  }

  @Test func aLogWithOneWrongHeaderBitIsAnError() throws {
    let writer = try Catalog(at: packshot.folder + "/catalog.sqlite", createIfMissing: false)
    let mug = try writer.product(matching: "MUG-1").id
    try writer.edit("Rename") { edit in try edit.update(Catalog.Product.self, mug) { $0.name = "Lake mug" } }
    #expect(try packshot.shell("mkdir left && cp catalog.sqlite catalog.sqlite-wal left").status == 0)
    let sound = try packshot.read("left/catalog.sqlite-wal")
    for byte in [1, 9, 17, 22, 31] {
      var bytes = sound
      bytes[byte] ^= 4
      try packshot.write(bytes, to: "left/catalog.sqlite-wal")
      let refused = try shell("products list --catalog left/catalog.sqlite")
      #expect(refused.status == 74 && refused.errors.contains("-wal cannot be read"), "\(byte): \(refused.errors)")
    }
    try packshot.write(sound, to: "left/catalog.sqlite-wal")
    #expect(try shell("products list --catalog left/catalog.sqlite").output.contains("Lake mug"))
  }

  @Test func aKilledWritersRollbackJournalIsReported() throws {
    try packshot.succeed("catalog", "backup", "old.sqlite")
    // An SQLite rollback journal of a transaction that changed no page: “Database File Format”, section 3.
    let pages = UInt32(try packshot.read("old.sqlite").count / 4096)
    var journal = Data([0xd9, 0xd5, 0x05, 0xf9, 0x20, 0xa1, 0x63, 0xd7])
    for number in [0, 0, pages, 512, 4096] {
      journal += withUnsafeBytes(of: UInt32(number).bigEndian) { Data($0) }
    }
    try packshot.write(journal + Data(count: 512 - journal.count), to: "old.sqlite-journal")
    let refused = try shell("products list --catalog old.sqlite")
    #expect(refused.status == 74 && refused.errors.contains("old.sqlite-journal"), "\(refused.errors)")
    try packshot.succeed("catalog", "migrate", "--catalog", "old.sqlite")
    #expect(try shell("products list --catalog old.sqlite").status == 0)
  }

  @Test func aKilledRunIsListedAsStoppedWithoutChangingTheCatalog() throws {
    try packshot.succeed("run", "recipe.yaml", "photos", "--output", "out", "--catalog", "catalog.sqlite")
    let catalog = try Catalog(at: packshot.folder + "/catalog.sqlite", createIfMissing: false)
    let output = try #require(realpath(packshot.folder + "/out", nil).map { String(cString: $0) })
    _ = try catalog.beginRun(
      host: ProcessInfo.processInfo.hostName, options: #"{"output":"\#(output)"}"#, engineVersion: "1")
    let before = try fingerprint()
    let states = try shell("runs list --json").output
    #expect(states.contains(#""status":"stopped""#) && !states.contains(#""status":"running""#), "\(states)")
    #expect(try shell("runs list --json --where status=running").output.isEmpty)
    #expect(try fingerprint() == before)
  }

  @Test func aCatalogIsWatchedWithoutWriting() throws {
    let watch = try packshot.start("catalog", "watch")
    #expect(try watch.event()["records"] as? Int == 2)
    try packshot.succeed("products", "add", "CUP-3")
    #expect(try watch.event()["event"] as? String == "inserted")
  }
}

/// Reading commands on full and read-only disks.
@Suite(.enabled(if: Disk.canBeMounted, "mounting a disk needs root"), .serialized)
struct ReadingFromDisksTests {
  private let packshot: Packshot
  private let disk: Disk

  /// A catalog on a separate disk, with its last change in the log.
  init() throws {
    packshot = try .catalog()
    disk = try #require(Disk(at: packshot.folder + "/disk"))
    let writer = try Catalog(at: packshot.folder + "/catalog.sqlite", createIfMissing: false)
    let mug = try writer.product(matching: "MUG-1").id
    try writer.edit("Rename") { edit in try edit.update(Catalog.Product.self, mug) { $0.name = "Lake mug" } }
    #expect(try packshot.shell("cp catalog.sqlite* disk").status == 0)
    withExtendedLifetime(writer) {}
  }

  private func shell(_ command: String) throws -> Packshot.Result {
    try packshot.shell("'\(Packshot.executable.path)' \(command) --catalog disk/catalog.sqlite")
  }

  /// The files left beside a catalog when its disk becomes full or read-only.
  enum LeftoverFiles: String, CaseIterable {
    case logAndIndex, log, emptyLog, nothing

    func arrange(in folder: String) throws {
      let (log, index) = (folder + "/catalog.sqlite-wal", folder + "/catalog.sqlite-shm")
      if self != .logAndIndex { unlink(index) }
      if self == .emptyLog { truncate(log, 0) }
      if self == .nothing { unlink(log) }
    }

    /// The mug's name: only the log has the latest one.
    var name: String { [.logAndIndex, .log].contains(self) ? "Lake mug\n" : "Sea mug\n" }
  }

  private func expectReading(_ leftovers: LeftoverFiles, _ why: String) throws {
    let names = try packshot.names(in: "disk")
    for command in ["products list", "products search mug", "catalog verify", "catalog history", "catalog export -"] {
      let result = try shell(command)
      #expect(result.status == 0, "\(why), \(leftovers), \(command): \(result.errors)")
    }
    #expect(try shell("products show MUG-1 --attribute name").output == leftovers.name, "\(why), \(leftovers)")
    let copy = try shell("catalog backup copy.sqlite --overwrite")
    #expect(copy.status == 0, "\(why), \(leftovers): \(copy.errors)")
    let copied = try packshot.succeed("products", "show", "MUG-1", "--attribute", "name", "--catalog", "copy.sqlite")
    #expect(copied == leftovers.name)
    #expect(try packshot.names(in: "disk") == names, "\(why), \(leftovers)")
  }

  @Test(arguments: LeftoverFiles.allCases)
  func readingWorksOnAFullDisk(leftovers: LeftoverFiles) throws {
    try leftovers.arrange(in: disk.path)
    disk.fill()
    try expectReading(leftovers, "full disk")
  }

  @Test(arguments: LeftoverFiles.allCases)
  func readingWorksOnAReadOnlyDisk(leftovers: LeftoverFiles) throws {
    try leftovers.arrange(in: disk.path)
    try #require(disk.makeReadOnly())
    try expectReading(leftovers, "read-only disk")
  }
}
