import ArgumentParser

struct CatalogCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "catalog",
    abstract: "The catalog itself: what was done and is done in it, its care, and ways in and out.",
    discussion: """
      EXAMPLE
        packshot catalog undo
        packshot catalog verify --catalog shop/catalog.sqlite
      """,
    subcommands: [
      ListHistory.self, Undo.self, Redo.self, WatchList.self, Verify.self, Backup.self, Migrate.self,
      CollectGarbage.self, ExportCatalog.self, ImportCatalog.self, SampleCatalog.self,
    ])
}
