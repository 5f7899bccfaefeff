import Catalog
import Files
import Foundation
import ObjectStore

/// Photos whose bytes the catalog stores, to be written out as files.
public struct StoredPhotos: Sendable {
  private let fetch: Fetch<Catalog.Photo>
  private let catalog: Catalog

  /// Creates a selection of the photos that a fetch returns. Photos without stored bytes are left out.
  public init(_ fetch: Fetch<Catalog.Photo>, in catalog: Catalog) { (self.fetch, self.catalog) = (fetch, catalog) }

  /// Writes each photo into a folder, at the photo's recorded path below it, and returns how many were written. An
  /// absolute path loses its first slash, as in an archive.
  ///
  /// - Parameters:
  ///   - folder: The folder. It is created if it doesn't exist.
  ///   - overwrite: Whether existing files are replaced.
  ///   - report: Called with the error of each photo that can't be written. All other photos are still written.
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

  /// Returns the path of a photo below the folder. An imported record may have any path, so `..` is removed to keep the
  /// path in the folder.
  private static func path(of photo: Catalog.Photo) -> String {
    photo.path.pathNames.filter { $0 != "." && $0 != ".." }.joined(separator: "/")
  }

  private func write(_ photo: Catalog.Photo, to path: String, overwrite: Bool, _ reader: Reader) throws {
    if !overwrite, FileStatus.isAnything(at: path) { throw ExchangeError.exists(path: path) }
    guard let bytes = try reader.bytes(of: photo, "data"),
      bytes.withUnsafeBytes({ SHA256.hex(of: $0) }) == photo.sha256
    else { throw StoreError.lost(path: photo.path, .content) }
    try OutputPreflight.check(folder: String(path.splitPath.folder ?? "."))
    try bytes.withUnsafeBytes { try TemporaryFile.write($0, to: path) }
  }
}
