import ArgumentParser
import PackshotKit

/// The catalog to read.
struct CatalogOption: ParsableArguments {
  @Option(
    name: .customLong("catalog"), help: "The catalog (default: PACKSHOT_CATALOG, or catalog.sqlite here).",
    completion: .catalogs)
  var path: String?

  func open() throws -> Catalog { try Catalog(at: Environment.catalogPath(path), createIfMissing: false) }
}
