import ArgumentParser

struct CatalogCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "catalog",
    abstract: "The catalog itself: what was done in it, and its care.",
    discussion: """
      EXAMPLE
        packshot catalog undo
        packshot catalog verify --catalog shop/catalog.sqlite
      """,
    subcommands: [
      ListHistory.self, Undo.self, Redo.self, Verify.self, Backup.self, Export.self, Import.self,
      Migrate.self, CollectGarbage.self,
    ])
}
