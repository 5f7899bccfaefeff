import ArgumentParser
import PackshotKit

/// The `catalog backup` command.
struct Backup: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "backup",
    abstract: "Copy the catalog, even while it is in use.",
    discussion: """
      EXAMPLE
        packshot catalog backup monday.sqlite

      Also copies the large data in the folder beside the catalog, to a folder beside the copy. Pictures are not \
      copied. The folder of the copy must exist, so that an unmounted backup disk is noticed.
      """)

  @OptionGroup var catalog: CatalogOption
  @Flag(help: "Replace an existing file.") var overwrite = false
  @Flag(help: "Print the copy's path as one JSON object.") var json = false
  @Argument(help: "The file to write the copy to.", completion: .catalogs) var file: String

  func validate() throws { try LocalPath.check(file) }

  func run() throws {
    try catalog.openToRead().store.backup(to: file, replacing: overwrite)
    if json { return print(BackupResult(path: file).json) }
    print("Copied to \(Console.printable(file))")
  }
}

/// The `catalog migrate` command.
struct Migrate: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "migrate",
    abstract: "Upgrade a catalog made by an older packshot.",
    discussion: """
      EXAMPLE
        packshot catalog migrate

      Every command that opens an older catalog to write does this. A copy of the old file is kept beside the \
      catalog.
      """)

  @OptionGroup var catalog: CatalogOption
  @Flag(help: "Print the version as one JSON object.") var json = false

  func run() throws {
    let store = try catalog.open().store
    let was = store.versionFound
    if store.isReadOnly, was < store.version { try store.checkWritable() }
    if json { return print(MigrationResult(store).json) }
    print(
      [0, store.version].contains(was)
        ? "The catalog is at version \(store.version), the newest"
        : Console.printable(
          "Upgraded the catalog to version \(store.version); the old one is \(store.path).before-v\(store.version)"))
  }
}

/// The `catalog gc` command.
struct CollectGarbage: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "gc",
    abstract: "Remove stored data that no record or undo needs.",
    discussion: """
      EXAMPLE
        packshot catalog gc
      """)

  @OptionGroup var catalog: CatalogOption
  @Flag(help: "Print the result as one JSON object.") var json = false

  func run() throws {
    let garbage = try catalog.open().store.collectGarbage()
    if json {
      print(GarbageResult(garbage).json)
    } else {
      print("Removed \(garbage.fileCount) file\(garbage.fileCount == 1 ? "" : "s"), \(garbage.byteCount) bytes")
    }
  }
}
