import Files
import Foundation
import Text

/// Large values, as files named by their content in a folder beside the store: `catalog.data` for `catalog.sqlite`.
///
/// A file is complete and on the disk before the row that refers to it is committed, and it never changes. Two values
/// with the same bytes share one file. Deleting a value doesn't remove its file, because an undo may need it.
/// ``Store/collectGarbage()`` removes files that nothing needs. No other store uses the folder: each copy of a store that
/// is kept beside it has its own.
struct ExternalStorage: Sendable {
  /// Absolute path of the folder; nil for a store in memory, whose rows hold all bytes.
  let folder: String?
  /// Whether large new values are stored in the folder instead of in their rows.
  let takesMore: Bool

  /// Creates the storage of the store at `path`. Two paths never have the same folder.
  init(beside path: String) {
    takesMore = true
    folder = path.hasSuffix(".sqlite") ? path.dropLast(".sqlite".count) + ".data" : path + "-data"
  }

  /// Creates an object without storage.
  init() { (folder, takesMore) = (nil, false) }

  private init(reading folder: String?) { (self.folder, takesMore) = (folder, false) }

  /// The same storage, but nothing can be added.
  var onlyRead: ExternalStorage { ExternalStorage(reading: folder) }

  /// Returns the path of a reference's file.
  func path(of reference: ExternalReference) -> String? {
    folder.map { "\($0)/\(reference.sha256.prefix(2))/\(reference.sha256)" }
  }

  /// Stores bytes, unless they are stored already. A damaged file is written again.
  func store(_ bytes: Data) throws(StoreError) -> ExternalReference {
    let reference = ExternalReference(sha256: Self.sha256(bytes), byteCount: bytes.count)
    guard let path = path(of: reference) else { preconditionFailure("a store in memory has its bytes in its rows") }
    if objection(to: reference) == nil { return reference }
    do {
      try makeFolders(String(path.splitPath.folder!))
    } catch {
      throw .cannotWrite(path: error.path, WriteObstacle(error.failure))
    }
    do {
      let file = try UnfinishedFile(for: path)
      try file.write(bytes)
      try file.synchronize()
      try file.finish()
    } catch {
      throw .cannotWrite(path: path, WriteObstacle(error))
    }
    return reference
  }

  /// Returns the bytes of a reference. Throws `lost` if the file is gone, can't be read, or has another size.
  func bytes(_ reference: ExternalReference) throws(StoreError) -> Data {
    guard let path = path(of: reference) else { throw .lost(path: Store.memory, .neverThere) }
    let bytes: Data
    do {
      bytes = try Data(contentsOf: URL(fileURLWithPath: path))
    } catch {
      throw .lost(
        path: path, FileManager.default.fileExists(atPath: path) ? .unreadable : .gone)
    }
    guard bytes.count == reference.byteCount else {
      throw .lost(path: path, .byteCount(found: bytes.count, stored: reference.byteCount))
    }
    return bytes
  }

  /// Returns the bytes of a reference, or nil if they are lost. Throws if this is unknown, because an existing file
  /// can't be read.
  func bytesUnlessLost(_ reference: ExternalReference) throws(StoreError) -> Data? {
    do {
      return try bytes(reference)
    } catch {
      if case .lost(_, .unreadable) = error { throw error }
      return nil
    }
  }

  /// Checks the bytes of a reference by their hash. Returns why they are unavailable; nil if they are intact.
  func objection(to reference: ExternalReference) -> Loss? {
    do {
      return Self.sha256(try bytes(reference)) == reference.sha256 ? nil : .content
    } catch {
      guard case .lost(_, let loss) = error else { return .unreadable }
      return loss
    }
  }

  private static func sha256(_ bytes: Data) -> String { bytes.withUnsafeBytes { SHA256.hex(of: $0) } }

  /// A file in the folder.
  struct File {
    /// The name of the file. It is the hash of its bytes, unless the writer was killed before the file was complete.
    let sha256: String
    let path: String
    let byteCount: Int
  }

  /// Returns the files that ``store(_:)`` completed or began. Leaves out other files, because people can put files
  /// anywhere.
  func files() -> [File] {
    guard let folder, let names = FileManager.default.enumerator(atPath: folder) else { return [] }
    return names.compactMap { $0 as? String }.sorted().compactMap { name in
      let parts = name.split(separator: "/")
      guard parts.count == 2, Self.isOwn(String(parts[1]), in: parts[0]) else { return nil }
      let path = folder + "/" + name
      var status = stat()
      guard lstat(path, &status) == 0, status.st_mode & S_IFMT == S_IFREG else { return nil }
      return File(sha256: String(parts[1]), path: path, byteCount: Int(status.st_size))
    }
  }

  /// Whether ``store(_:)`` made a file with this name in this folder, complete or unfinished.
  private static func isOwn(_ name: String, in parent: Substring) -> Bool {
    if name.hasPrefix(".") {
      // Files with a UUID as their name come from versions in which unfinished files had no lock.
      let isUnfinished = UnfinishedFile.isName(name) || UUID(uuidString: String(name.dropFirst())) != nil
      return parent.isLowercaseHexadecimal(digits: 2) && isUnfinished
    }
    return ExternalReference.isHash(name) && name.hasPrefix(parent) && parent.utf8.count == 2
  }

  /// Gives another storage these files too. They are stored once, if the disk allows several names for a file.
  func share(_ files: [File], with other: ExternalStorage) throws(StoreError) {
    for file in files {
      let shared = other.folder! + file.path.dropFirst(folder!.count)
      if FileStatus.isAnything(at: shared) { continue }
      do {
        try makeFolders(String(shared.splitPath.folder!))
      } catch {
        throw .cannotWrite(path: error.path, WriteObstacle(error.failure))
      }
      do {
        try duplicateFile(file.path, as: shared)
        try synchronizeFolder(String(shared.splitPath.folder!))
      } catch {
        throw .cannotWrite(path: shared, WriteObstacle(error))
      }
    }
  }

  /// Removes a file that nothing refers to.
  func remove(_ file: File) throws(StoreError) {
    do {
      try FileManager.default.removeItem(atPath: file.path)
    } catch {
      throw .cannotWrite(path: file.path, .system(error.localizedDescription))
    }
  }
}
