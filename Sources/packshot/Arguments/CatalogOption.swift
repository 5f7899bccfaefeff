import ArgumentParser
import PackshotKit

/// The catalog to work on.
struct CatalogOption: ParsableArguments {
  @Option(
    name: .customLong("catalog"),
    help: ArgumentHelp("The catalog (default: PACKSHOT_CATALOG, or catalog.sqlite here).", valueName: "file"),
    completion: .catalogs)
  var path: String?

  func validate() throws { try Self.check(path) }

  /// Throws where a file is named without a name.
  static func check(_ path: String?) throws {
    if path == "" { throw ValidationError("--catalog is empty; it must be the name of a file") }
    try LocalPath.check(path)
  }

  /// Opens the catalog, which must be there: looking something up or changing it makes none.
  func open() throws -> Catalog { try Catalog(at: Environment.catalogPath(path), createIfMissing: false) }

  /// Opens the catalog; where there is none, an empty one in memory, to see what would become of something.
  func openToTry() throws -> Catalog {
    do { return try open() } catch StoreError.missing { return try Catalog.inMemory() }
  }

  /// Opens the catalog, or makes it where there is none.
  func openToAdd() throws -> Catalog {
    let catalog = try Catalog(at: Environment.catalogPath(path), createIfMissing: true)
    if catalog.store.versionFound == 0, catalog.path != Store.memory {
      Console.note("new catalog: \(Console.printable(catalog.path))")
    }
    return catalog
  }
}
