import Files
import Foundation
import Text

/// Large values, as files named by their content in a folder beside the store: `catalog.sqlite` has `catalog.data`.
///
/// A file is whole and on the disk before the row that refers to it is committed, and it is never changed after. Two
/// values with the same bytes share one file. Nothing here removes one: what an edit deleted may be wanted by undo, and
/// ``Store/collectGarbage()`` looks after the rest.
struct ExternalStorage: Sendable {
  /// The folder, absolute; nil for a store in memory, which has all bytes in its rows.
  let folder: String?
  /// Whether new values are put there, and not into their rows.
  let takesMore: Bool

  /// The storage of the store at `path`.
  init(beside path: String) {
    takesMore = true
    let name = path.hasSuffix(".sqlite") ? String(path.dropLast(".sqlite".count)) : path
    folder = name + ".data"
  }

  /// No storage at all.
  init() { (folder, takesMore) = (nil, false) }

  private init(reading folder: String?) { (self.folder, takesMore) = (folder, false) }

  /// The same storage, to which nothing is added.
  var onlyRead: ExternalStorage { ExternalStorage(reading: folder) }

  /// Where the bytes of a reference are.
  func path(of reference: ExternalReference) -> String? {
    folder.map { "\($0)/\(reference.sha256.prefix(2))/\(reference.sha256)" }
  }

  /// Puts bytes in their place, if they are not there yet. A file that is there but damaged is written anew.
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

  /// The bytes of a reference. Throws `lost` where the file is gone or is not the one that was stored.
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

  /// The bytes of a reference, or nil where they are lost. Throws where nobody knows, because a file that is there cannot be
  /// read.
  func bytesUnlessLost(_ reference: ExternalReference) throws(StoreError) -> Data? {
    do {
      return try bytes(reference)
    } catch {
      if case .lost(_, .unreadable) = error { throw error }
      return nil
    }
  }

  /// Why the bytes that a reference names cannot be had, checked by their hash; nil where they can.
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
    /// Its name, which is the hash of its bytes unless a writer was killed before it was whole.
    let sha256: String
    let path: String
    let byteCount: Int
  }

  /// What was put into the folder here, or begun to be. What else lies there is not ours: people keep files in any folder.
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

  /// Whether a file of this name in this folder is one that ``store(_:)`` made: a whole one, or one under way.
  private static func isOwn(_ name: String, in parent: Substring) -> Bool {
    if name.hasPrefix(".") {
      // Those that have a UUID for a name are from before a file under way had a lock.
      let isUnfinished = UnfinishedFile.isName(name) || UUID(uuidString: String(name.dropFirst())) != nil
      return parent.isLowercaseHexadecimal(digits: 2) && isUnfinished
    }
    return ExternalReference.isHash(name) && name.hasPrefix(parent) && parent.utf8.count == 2
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
