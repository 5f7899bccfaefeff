import Catalog
import Files
import Foundation
import ObjectStore

/// Photos whose bytes the catalog stores, to be written out as files.
public struct StoredPhotos: Sendable {
  private let fetch: Fetch<Catalog.Photo>
  private let catalog: Catalog

  /// The photos that a fetch asks for. Those whose bytes the catalog doesn't store are left out.
  public init(_ fetch: Fetch<Catalog.Photo>, in catalog: Catalog) { (self.fetch, self.catalog) = (fetch, catalog) }

  /// Writes each photo into a folder, below it by its path on record, and returns how many were written. A path from the root
  /// loses its first slash, as in an archive.
  ///
  /// - Parameters:
  ///   - folder: The folder. It is created if it doesn't exist.
  ///   - overwrite: Whether existing files are replaced.
  ///   - report: Called with what is wrong with a photo that can't be written. The others are written all the same.
  public func write(to folder: String, overwrite: Bool = false, report: (any Error) -> Void) throws -> Int {
    var count = 0
    try catalog.read { reader in
      try reader.forEachBatch(of: 20, fetch) { photos in
        for photo in photos where photo.data != nil {
          do {
            try write(photo, to: folder + "/" + Self.path(of: photo), overwrite: overwrite, reader)
            count += 1
          } catch {
            report(error)
          }
        }
      }
    }
    return count
  }

  /// Where a photo goes below the folder. An imported record may have any path, but none leads out of the folder.
  private static func path(of photo: Catalog.Photo) -> String {
    photo.path.pathNames.filter { $0 != "." && $0 != ".." }.joined(separator: "/")
  }

  private func write(_ photo: Catalog.Photo, to path: String, overwrite: Bool, _ reader: Reader) throws {
    if !overwrite, FileStatus.isAnything(at: path) { throw ExchangeError.exists(path: path) }
    guard let bytes = try reader.bytes(of: photo, "data"),
      bytes.withUnsafeBytes({ SHA256.hex(of: $0) }) == photo.sha256
    else { throw StoreError.lost(path: photo.path, .content) }
    try OutputPlace.check(folder: String(path.splitPath.folder ?? "."))
    try bytes.withUnsafeBytes { try TemporaryFile.write($0, to: path) }
  }
}
