import ArgumentParser
import PackshotKit

/// The catalog to work on.
struct CatalogOption: ParsableArguments {
  @Option(
    name: .customLong("catalog"),
    help: ArgumentHelp("The catalog (default: PACKSHOT_CATALOG, or catalog.sqlite here).", valueName: "file"),
    completion: .catalogs)
  var path: String?

  /// Opens the catalog, which must be there: looking something up or changing it makes none.
  func open() throws -> Catalog { try Catalog(at: Environment.catalogPath(path), createIfMissing: false) }

  /// Opens the catalog, or makes it where there is none.
  func openToAdd() throws -> Catalog {
    let catalog = try Catalog(at: Environment.catalogPath(path), createIfMissing: true)
    if catalog.store.versionFound == 0, catalog.path != Store.memory { Console.note("new catalog: \(catalog.path)") }
    return catalog
  }
}
