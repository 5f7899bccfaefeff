import ArgumentParser
import PackshotKit

/// The catalog to read.
struct CatalogOption: ParsableArguments {
  @Option(
    name: .customLong("catalog"),
    help: ArgumentHelp("The catalog (default: PACKSHOT_CATALOG, or catalog.sqlite here).", valueName: "file"),
    completion: .catalogs)
  var path: String?

  func open() throws -> Catalog { try Catalog(at: Environment.catalogPath(path), createIfMissing: false) }
}
