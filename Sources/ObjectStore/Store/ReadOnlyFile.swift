import Foundation
internal import GRDB

extension Store {
  /// Throws what keeps the store in the file at `path` from being written to, or a new one from being made there, as far as that
  /// can be told without opening it.
  package static func checkCanBeWritten(at path: String, _ schema: StoreSchema) throws(StoreError) {
    let file = URL(fileURLWithPath: path).standardizedFileURL.path
    try StoreFile.check(file, schema, mayBeNew: true)
    if let readOnly = ReadOnlyFile(file) { throw .readOnly(path: file, readOnly.protection) }
  }
}

/// The file of a store that may not be written to: it, its folder, or all of its disk is read-only.
///
/// Beside a file in WAL mode SQLite needs a log and its index, even to read. Where nobody has the store open, there are
/// none, and SQLite is told that nobody changes the file meanwhile (`immutable`), so that it makes none. Who began to write
/// to it while we read could show us half of a change; we would not have seen that writer come.
struct ReadOnlyFile {
  let path: String
  /// What may not be written to.
  let protection: WriteProtection

  /// Nil where the file at `path` may be written to, or is not there.
  init?(_ path: String) {
    guard access(path, F_OK) == 0 else { return nil }
    let folder = URL(fileURLWithPath: path).deletingLastPathComponent().path
    if access(path, W_OK) != 0 {
      protection = errno == EROFS ? .disk : .file
    } else if access(folder, W_OK) != 0 {
      protection = .folder
    } else {
      return nil
    }
    self.path = path
  }

  /// Opens it. Throws `cannotWrite` where part of what was written is in a log that cannot be read.
  func open(_ configuration: Configuration) throws -> DatabaseQueue {
    var configuration = configuration
    configuration.readonly = true
    let logs = ["-wal", "-journal"].map { path + $0 }.filter { access($0, F_OK) == 0 }
    if logs.isEmpty { return try DatabaseQueue(path: immutable, configuration: configuration) }
    do {
      let queue = try DatabaseQueue(path: path, configuration: configuration)
      _ = try queue.read { try StoreSchema.version(of: $0) }
      return queue
    } catch {
      guard let log = logs.first(where: { Self.size($0) > 0 }) else {
        return try DatabaseQueue(path: immutable, configuration: configuration)
      }
      throw StoreError.cannotWrite(path: path, .unreadableLog(path: log, protection))
    }
  }

  private var immutable: String {
    let allowed = CharacterSet.urlPathAllowed.subtracting(CharacterSet(charactersIn: ";"))
    return "file:\(path.addingPercentEncoding(withAllowedCharacters: allowed) ?? path)?immutable=1"
  }

  private static func size(_ path: String) -> Int {
    var status = stat()
    return stat(path, &status) == 0 ? Int(status.st_size) : 0
  }
}
