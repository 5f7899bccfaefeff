import ArgumentParser
import PackshotKit

/// The `catalog restore` command.
struct RestoreBackup: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "restore",
    abstract: "Replace the catalog with a backup.",
    discussion: """
      EXAMPLE
        packshot catalog restore monday.sqlite

      First checks that the backup is an undamaged packshot catalog in a supported version. Keeps the old catalog \
      beside the new one, as catalog.sqlite.before-restore. Also copies the large data in the folder beside the \
      backup. Fails if another process has the catalog open.
      """)

  @OptionGroup var catalog: CatalogOption
  @Flag(help: "Print the result as one JSON object.") var json = false
  @Argument(help: "A backup made by `packshot catalog backup`.", completion: .catalogs) var backup: String

  func validate() throws {
    if Environment.catalogPath(catalog.path) == Store.memory {
      throw ValidationError("a catalog in memory cannot be restored; --catalog names the file to replace")
    }
  }

  func run() throws {
    let path = Environment.catalogPath(catalog.path)
    let kept = try Catalog.restore(backup, to: path)
    if json { return print(RestoreResult(path: path, kept: kept).json) }
    print(
      Console.printable("Restored \(path) from \(backup)" + (kept.map { "; the old catalog is kept as \($0)" } ?? ""))
    )
  }
}
