import Foundation
internal import GRDB

extension Store {
  /// Copies the database to a file, page by page, while others go on reading and writing. What is there is replaced when
  /// the copy is whole and on the disk. External storage is not copied.
  func copy(to path: String) throws {
    let temporary = path + ".part"
    for name in [temporary, temporary + "-journal"] { try? FileManager.default.removeItem(atPath: name) }
    // A connection of its own sees what has been committed, and neither waits for a writer nor stops one.
    var configuration = Configuration()
    configuration.readonly = true
    let source = try DatabaseQueue(path: self.path, configuration: configuration)
    defer { try? source.close() }
    let target = try DatabaseQueue(path: temporary)
    try source.backup(to: target)
    // The copy has no write-ahead log beside it, so that it is one file.
    try target.writeWithoutTransaction { try $0.execute(sql: "PRAGMA journal_mode = DELETE") }
    try target.close()
    guard rename(temporary, path) == 0 else {
      throw CatalogError.cannotWrite(path: path, reason: String(cString: strerror(errno)))
    }
  }
}
