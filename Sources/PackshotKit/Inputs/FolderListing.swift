import Catalog
import Files
import ObjectStore
import Platform
import Text

/// The names in a folder, in an order that doesn't depend on the file system.
struct FolderListing {
  struct Entry {
    let name: String
    /// The entry's `d_type`. Links have their own type, and some file systems report an unknown type.
    let type: UInt8
  }

  /// An entry whose name is not UTF-8.
  struct Misnamed {
    /// The name's bytes with a terminating zero.
    let bytes: [CChar]
    /// The name escaped by ``escapedName(_:)``.
    let text: String
    let type: UInt8
  }

  private(set) var entries: [Entry] = []
  private(set) var misnamed: [Misnamed] = []
  /// Whether a run uses or used this folder as its output folder.
  private(set) var isOutputOfARun = false
  /// The error number if reading the folder failed.
  private(set) var errorCode: Int32?

  /// Reads a folder. Returns nil if it can't be opened; `errno` has the reason.
  ///
  /// - Parameter collator: Sorts the names. If nil, they are sorted by bytes, which is faster.
  init?(_ path: String, by collator: ICUCollator? = nil) {
    guard let stream = opendir(path) else { return nil }
    defer { closedir(stream) }
    while let entry = Self.nextEntry(of: stream) {
      let type = entry.pointee.d_type
      entry.withName { name in
        guard let valid = String(validatingCString: name) else {
          let bytes = Array(UnsafeBufferPointer(start: name, count: strlen(name) + 1))
          let text = escapedName(bytes.dropLast().map { UInt8(bitPattern: $0) })
          misnamed.append(Misnamed(bytes: bytes, text: text, type: type))
          return
        }
        if valid == OutputTree.lockName { isOutputOfARun = true }
        if valid != ".", valid != ".." { entries.append(Entry(name: valid, type: type)) }
      }
    }
    if errno != 0 { errorCode = errno }
    entries.sort { $0.name.precedesInBytes($1.name) }
    if let collator { entries = collator.sorted(entries) { [$0.name] } }
    misnamed.sort { $0.text < $1.text }
  }

  /// Returns the next entry. Returns nil at the end, with `errno` 0, or if reading fails.
  private static func nextEntry(of stream: OpaquePointer) -> UnsafeMutablePointer<dirent>? {
    errno = 0
    return readdir(stream)
  }
}
