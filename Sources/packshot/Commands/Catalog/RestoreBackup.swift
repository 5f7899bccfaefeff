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
      backup, and exits with 1 if some of it is missing. Fails if another process has the catalog open.
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
    let restored = try Catalog.restore(backup, to: path)
    if json {
      print(RestoreResult(path: path, restored).json)
    } else {
      let kept = restored.kept.map { "; the old catalog is kept as \($0)" } ?? ""
      print(Console.printable("Restored \(path) from \(backup)\(kept)"))
      for problem in restored.lost { Console.warning(problem.message) }
      if let folder = restored.dataFolder, !restored.lost.isEmpty {
        let advice = "copy them to \(folder), from that folder beside the original backup, and restore again"
        Console.note(Console.printable("The backup lacks these bytes; \(advice)"))
      }
    }
    if !restored.lost.isEmpty { throw ExitCode(ExitStatus.someFailed) }
  }
}
