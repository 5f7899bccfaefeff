import Files
import Foundation
internal import GRDB

extension Store {
  /// Replaces the store in the file at `path` with a backup, including its write-ahead log and the external storage
  /// beside the backup. The old store is kept beside the new one, with `.before-restore` appended to its name, and with
  /// its own external storage. Nothing is replaced until the copy of the backup is complete, checked and on the disk.
  ///
  /// The old store may be missing or damaged. Its external storage stays with the new store, because its files are named
  /// by their content.
  ///
  /// - Throws: The errors of ``init(reading:_:)`` for the backup; `cannotRestore` if the backup is damaged or is the
  ///   store itself; `inUse` if another process has the store open; `cannotWrite`.
  public static func restore(_ backup: String, to path: String, _ schema: StoreSchema) throws(StoreError) -> Restored {
    let file = URL(fileURLWithPath: path).standardizedFileURL.path
    // A symbolic link still leads to the store afterwards.
    let real = URL(fileURLWithPath: file).resolvingSymlinksInPath().path
    let source = try Store(reading: backup, schema)
    if ["", "-wal", "-shm", "-journal"].contains(where: { source.isOwnFile(file + $0) || source.isOwnFile(real + $0) })
    {
      throw .cannotRestore(path: source.path, .ownFile)
    }
    var isFolder: ObjCBool = false
    if FileManager.default.fileExists(atPath: real, isDirectory: &isFolder), isFolder.boolValue {
      throw .notAStore(path: file, .folder)
    }
    let mode = (FileStatus(path: real) ?? FileStatus(path: source.path))?.permissions
    let external = ExternalStorage(beside: file)
    let old = external.files()
    var restored = Restored()
    do {
      try source.copy(to: real) { copy in
        if let finding = try damage(of: copy) {
          throw StoreError.cannotRestore(path: source.path, .damaged(finding: finding))
        }
        let lost = try source.copyExternalData(of: copy, to: external)
        restored.dataFolder = source.context.external.folder
        restored.lost = try source.problems(of: lost, in: copy, external)
      } place: { copy in
        if let mode { copy.setPermissions(mode) }
        restored.kept = try replace(real, by: copy) { kept throws(StoreError) in
          try external.share(old, with: ExternalStorage(beside: kept))
        }
      }
    } catch {
      throw StoreError(error, at: file)
    }
    return restored
  }

  /// Returns the values of records in a copy whose bytes are lost.
  private func problems(
    of lost: [ExternalReference], in copy: Database, _ external: ExternalStorage
  ) throws -> [Problem] {
    var problems: [Problem] = []
    for reference in lost {
      for type in model.recordTypes {
        for attribute in type.entity.attributes {
          guard case .data = attribute.type else { continue }
          let ids = try UUID.fetchAll(
            copy,
            sql: """
              SELECT id FROM \(type.entity.table.sqlName) WHERE \((attribute.name + "File").sqlName) = ? ORDER BY id
              """, arguments: [reference.description])
          let path = external.path(of: reference) ?? Store.memory
          problems += ids.map {
            .lostData(Problem.Subject(type, $0, copy), attribute: attribute.name, path: path, .gone)
          }
        }
      }
    }
    return problems
  }

  /// Moves a complete file to a store's place. The old one is first copied to another name, with its log, so that
  /// nothing is lost if the process is killed in between. Then the log is removed, because SQLite would use it for the
  /// new file.
  ///
  /// - Parameter keep: Keeps what else belongs to the old store. Called with its new path.
  private static func replace(
    _ file: String, by copy: UnfinishedFile, keep: (String) throws(StoreError) -> Void
  ) throws(StoreError) -> String? {
    let lock = FileStatus.isAnything(at: file) ? try StoreFileLock(file) : nil
    defer { withExtendedLifetime(lock) {} }
    let old = ["-wal", "-journal", ""].filter { FileStatus.isAnything(at: file + $0) }
    let kept = freeName(file + ".before-restore")
    if !old.isEmpty { try keep(kept) }
    do {
      for suffix in old { try duplicateFile(file + suffix, as: kept + suffix) }
      for suffix in ["-wal", "-shm", "-journal"] { unlink(file + suffix) }
      try copy.finish()
    } catch {
      throw .cannotWrite(path: file, WriteObstacle(error))
    }
    return old.isEmpty ? nil : kept
  }
}

/// What a restore did.
public struct Restored: Hashable, Sendable {
  /// Path where the old store is kept; nil if there was none.
  public var kept: String?
  /// The values that the backup refers to, but whose bytes are neither beside the backup nor in the store's external
  /// storage.
  public var lost: [Problem] = []
  /// The folder beside the backup with its large values.
  public var dataFolder: String?
}
