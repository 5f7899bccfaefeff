import Files
import Foundation

/// The path of the journal of runs into an output folder: the folder's lock file, or a file beside the catalog if the
/// catalog is elsewhere, so that the folder contains only pictures.
///
/// Beside a catalog there is one journal for each output folder. Its name contains a hash of the relative path from the
/// catalog to the folder, so it is found again after both were moved together.
struct JournalLocation {
  /// Path of the journal.
  let path: String
  /// Whether the journal is beside a catalog outside the output folder.
  let isElsewhere: Bool

  /// - Parameters:
  ///   - folder: Absolute path of the output folder, without symbolic links.
  ///   - catalog: Path of the catalog. Nil for a catalog in the output folder.
  ///   - shard: The run's shard. Journals of shards are always in the output folder, where other machines see them.
  init(outputFolder folder: String, catalog: String?, shard: Shard?) {
    let lock = folder + "/" + (shard?.lockName ?? OutputTree.lockName)
    // If the catalog's folder is missing, creating the catalog reports the error later.
    guard shard == nil, let catalog = catalog.map({ absolutePath($0) }),
      let place = realPath(String(catalog.splitPath.folder ?? "/")), !place.isPath(in: folder)
    else {
      (path, isElsewhere) = (lock, false)
      return
    }
    let file = (place == "/" ? "" : place) + "/" + catalog.splitPath.name
    let way = relativePath(of: folder, fromFolderOf: file)
    (path, isElsewhere) = (file + Self.mark + SHA256.hex(of: way).prefix(12), true)
  }

  /// What follows the catalog's file name in a journal's name.
  private static let mark = "-run-"

  /// Whether a journal of a run is beside a catalog. Runs remove theirs when they end, unless they are killed.
  static func hasJournals(besideCatalog path: String) -> Bool {
    let file = absolutePath(path).splitPath
    let listing = FolderListing(file.folder.map { $0.isEmpty ? "/" : String($0) } ?? "/")
    return listing?.entries.contains { $0.name.hasPrefix(file.name + mark) } ?? false
  }

  /// The folder that contains the journal.
  var folder: String { String(path.splitPath.folder ?? "/") }
}
