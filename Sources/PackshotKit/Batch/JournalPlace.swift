import Files
import Foundation

/// Where the journal of runs into an output folder is: in the folder's lock file; or, where the catalog stands elsewhere, beside
/// that, so that the folder holds nothing but pictures.
///
/// Beside a catalog there is one for each output folder, called by a hash of the way from the one to the other: so it is found
/// again where both are moved together.
struct JournalPlace {
  /// The journal's file.
  let path: String
  /// Whether it is beside a catalog that stands elsewhere.
  let isElsewhere: Bool

  /// - Parameters:
  ///   - folder: The output folder, from the root and without links.
  ///   - catalog: The catalog's file; nil for one in the output folder.
  ///   - shard: Whose run it is for. Those of shards are in the output folder, where machines see each other's.
  init(outputFolder folder: String, catalog: String?, shard: Shard?) {
    let lock = folder + "/" + (shard?.lockName ?? OutputFolder.lockName)
    // Without its folder no catalog can be made, and that is told in its turn.
    guard shard == nil, let catalog = catalog.map({ absolutePath($0) }),
      let place = OutputFolder.realPath(String(catalog.splitPath.folder ?? "/")), !place.isPath(in: folder)
    else {
      (path, isElsewhere) = (lock, false)
      return
    }
    let file = (place == "/" ? "" : place) + "/" + catalog.splitPath.name
    let way = relativePath(of: folder, fromFolderOf: file)
    (path, isElsewhere) = ("\(file)-run-\(SHA256.hex(of: way).prefix(12))", true)
  }

  /// The folder that it is in.
  var folder: String { String(path.splitPath.folder ?? "/") }
}
