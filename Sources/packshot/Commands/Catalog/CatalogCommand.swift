import ArgumentParser

struct CatalogCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "catalog",
    abstract: "Undo edits, and check, back up or import catalogs.",
    discussion: """
      EXAMPLE
        packshot catalog undo
        packshot catalog verify --catalog shop/catalog.sqlite
      """,
    subcommands: [
      ListHistory.self, Undo.self, Redo.self, WatchList.self, Verify.self, Backup.self, RestoreBackup.self,
      MoveCatalog.self, Migrate.self,
      CollectGarbage.self, ExportCatalog.self, ImportCatalog.self, SampleCatalog.self,
    ])
}
