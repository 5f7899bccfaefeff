import Catalog
import ObjectStore

extension Catalog {
  /// Moves the catalog in the file at `path` to another file, with its large data and its history. The recorded paths
  /// lead to the same files as before, so the next run finds everything unchanged.
  ///
  /// - Parameter new: The new file. Its folder must exist.
  /// - Throws: ``PackshotError/unfinishedRun(catalog:)`` if a journal of a killed run is beside the catalog;
  ///   ``StoreError`` if a process has the catalog open, or `new` exists or can't be written.
  public static func move(_ path: String, to new: String) throws {
    if JournalLocation.hasJournals(besideCatalog: path) { throw PackshotError.unfinishedRun(catalog: path) }
    try moveFile(path, to: new)
  }
}
