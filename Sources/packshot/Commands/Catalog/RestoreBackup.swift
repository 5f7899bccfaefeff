import ArgumentParser
import PackshotKit

/// The `catalog restore` command.
struct RestoreBackup: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "restore",
    abstract: "Replaces the catalog with a backup.",
    discussion: """
      The backup is checked first: whether it is a packshot catalog, of a version
      that this packshot reads, and undamaged. The old catalog stays beside the new
      one, as catalog.sqlite.before-restore. Large data in the folder beside the
      backup is copied too. Nothing is replaced while another process has the
      catalog open.

      EXAMPLE
        packshot catalog restore monday.sqlite
      """)

  @OptionGroup var catalog: CatalogOption
  @Flag(help: "Print what was restored as one JSON object.") var json = false
  @Argument(help: "The backup, as `packshot catalog backup` made it.", completion: .catalogs) var backup: String

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
