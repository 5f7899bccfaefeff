import ArgumentParser
import PackshotKit

/// The catalog that a command uses.
struct CatalogOption: ParsableArguments {
  @Option(
    name: .customLong("catalog"),
    help: ArgumentHelp(
      "The catalog (default: PACKSHOT_CATALOG, or catalog.sqlite in the working folder).", valueName: "file"),
    completion: .catalogs)
  var path: String?

  func validate() throws { try Self.check(path) }

  /// Throws if the option is empty.
  static func check(_ path: String?) throws {
    if path == "" { throw ValidationError("--catalog is empty; it must be the name of a file") }
    try LocalPath.check(path)
  }

  /// Opens an existing catalog for writing.
  func open() throws -> Catalog {
    let catalog = try Catalog(at: Environment.catalogPath(path), createIfMissing: false)
    try Self.reportInterruption(catalog)
    return catalog
  }

  /// Opens an existing catalog for reading, without changing a byte of it or waiting for a writer.
  func openToRead() throws -> Catalog {
    let catalog = try Catalog(reading: Environment.catalogPath(path))
    try Self.reportInterruption(catalog)
    return catalog
  }

  /// Opens the catalog for a dry run. If there is none, returns an empty one in memory.
  func openToTry() throws -> Catalog {
    do { return try openToRead() } catch StoreError.missing { return try Catalog.inMemory() }
  }

  /// Opens the catalog, or creates it if there is none.
  func openToAdd() throws -> Catalog {
    let catalog = try Catalog(at: Environment.catalogPath(path), createIfMissing: true)
    if catalog.store.versionFound == 0, catalog.path != Store.memory {
      Console.note("new catalog: \(Console.printable(catalog.path))")
    }
    try Self.reportInterruption(catalog)
    return catalog
  }

  /// Reports an interrupted import: which of its rows were undone now, or that they are still visible.
  static func reportInterruption(_ catalog: Catalog) throws {
    for note in try catalog.store.interruptions { Console.note(Console.printable(note)) }
  }
}
