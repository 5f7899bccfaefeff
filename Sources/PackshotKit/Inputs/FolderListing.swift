import Catalog
import Files
import Glibc
import ObjectStore
import Text

/// The names in a folder, in an order that does not depend on the file system's.
struct FolderListing {
  struct Entry {
    let name: String
    /// `d_type`: a link is told from what it leads to, and some file systems do not know.
    let type: UInt8
  }

  /// An entry whose name is not UTF-8.
  struct Misnamed {
    /// Ends with a zero.
    let bytes: [CChar]
    /// In the form of ``escapedName(_:)``.
    let text: String
    let type: UInt8
  }

  private(set) var entries: [Entry] = []
  private(set) var misnamed: [Misnamed] = []
  /// Whether a run has this folder, or had it, as its output folder.
  private(set) var isOutputOfARun = false
  /// Why the folder could not be read to its end.
  private(set) var errorCode: Int32?

  /// Nil if the folder cannot be opened; `errno` says why.
  ///
  /// - Parameter collator: Sorts the names. Nil sorts by bytes, which takes less time.
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
        if valid == OutputFolder.lockName { isOutputOfARun = true }
        if valid != ".", valid != ".." { entries.append(Entry(name: valid, type: type)) }
      }
    }
    if errno != 0 { errorCode = errno }
    entries.sort { $0.name.precedesInBytes($1.name) }
    if let collator { entries = collator.sorted(entries) { [$0.name] } }
    misnamed.sort { $0.text < $1.text }
  }

  /// The next entry. Nil at the end, where `errno` is 0, and where the folder cannot be read on.
  private static func nextEntry(of stream: OpaquePointer) -> UnsafeMutablePointer<dirent>? {
    errno = 0
    return readdir(stream)
  }
}
