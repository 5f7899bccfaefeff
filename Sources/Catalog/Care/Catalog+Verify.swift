import Files
import Foundation
import GRDB
import ObjectStore

extension Catalog {
  /// Checks the whole catalog, as ``Store/verify()`` does. With `checkingFiles`, it also checks that the file of every
  /// recorded photo still exists, with its recorded size and hash, and that stored bytes have the recorded hash.
  ///
  /// Checking files takes as long as reading all of the shop's pictures.
  public func verify(checkingFiles: Bool = false) throws(StoreError) -> [Problem] {
    let problems = try store.verify()
    return checkingFiles ? problems + (try fileProblems()) + (try storedProblems()) : problems
  }

  private func fileProblems() throws(StoreError) -> [Problem] {
    // Read before the files are checked. That may take hours, and no read transaction is held open for so long.
    let photos = try query { db in
      // A photo whose bytes the catalog holds needs no file.
      try Row.fetchAll(
        db,
        sql: "SELECT id, path, bytes, sha256 FROM photo WHERE data IS NULL AND dataFile IS NULL ORDER BY path, kind"
      )
      .map { (id: $0[0] as UUID, path: $0[1] as String, byteCount: $0[2] as Int64, sha256: $0[3] as String) }
    }
    return photos.compactMap { photo in
      let path = paths.resolvedPath(photo.path)
      guard let loss = Self.loss(of: path, photo.byteCount, photo.sha256) else { return nil }
      return .file(Problem.Subject(entity: "Photo", id: photo.id, title: photo.path), path: path, loss)
    }
  }

  /// Photos whose stored bytes differ from the recorded hash. ``Store/verify()`` compares files in external storage with their
  /// own hash.
  private func storedProblems() throws(StoreError) -> [Problem] {
    try query { db in
      let rows = try Row.fetchCursor(
        db,
        sql: """
          SELECT id, path, sha256, data, substr(dataFile, 1, 64) FROM photo
          WHERE data IS NOT NULL OR dataFile IS NOT NULL ORDER BY path, kind
          """)
      var problems: [Problem] = []
      while let row = try rows.next() {
        let (id, title, hash): (UUID, String, String) = (row[0], row[1], row[2])
        let bytes: Data? = row[3]
        let hashOfFile: String? = row[4]
        let found = bytes.map { bytes in bytes.withUnsafeBytes { SHA256.hex(of: $0) } } ?? hashOfFile
        if found == hash { continue }
        let subject = Problem.Subject(entity: "Photo", id: id, title: title)
        problems.append(.lostData(subject, attribute: "data", path: path, .content))
      }
      return problems
    }
  }

  /// How the file at `path` differs from the recorded size and hash; nil if it doesn't.
  private static func loss(of path: String, _ byteCount: Int64, _ sha256: String) -> Loss? {
    guard let descriptor = openFile(path) else {
      return FileStatus.isNothing(at: path) ? .gone : .unreadable
    }
    defer { close(descriptor) }
    guard let (hash, count) = try? Descriptor(descriptor).sha256() else { return .unreadable }
    if count != byteCount { return .byteCount(found: count, stored: Int(byteCount)) }
    return hash == sha256 ? nil : .content
  }
}
