import Foundation
import Synchronization

/// Files in a folder whose names differ only in their Unicode normal form, although a name should mean one file.
package struct AmbiguousName: Error, Equatable {
  /// The path as written.
  package let path: String
  /// The names in the folder, ordered by bytes.
  package let names: [String]

  /// The error, worded as part of a sentence. The names look alike, so non-ASCII characters are shown as code points.
  package var reason: String {
    let spelled = names.map { name in
      "\"" + name.unicodeScalars.map { $0.isASCII ? String($0) : "\\u{\(String($0.value, radix: 16))}" }.joined() + "\""
    }
    return "\(names.count) files have this name and differ only in Unicode's normal form: "
      + "\(spelled.joined(separator: ", ")); rename or remove all but one"
  }
}

/// Returns the path of the existing file that a written path means, even if the Unicode normal forms of the two differ.
/// Archives made on a Mac spell `é` with two characters, keyboards with one. Returns a path without a file unchanged.
///
/// - Parameter isDerived: Whether the path was made from another file's name. Such a path means the file with exactly
///   this name, if there is one. So files whose names differ only in normal form have separate derived files. For a
///   path written by a person, such names are ambiguous.
package func existingPath(_ path: String, isDerived: Bool = false) throws(AmbiguousName) -> String {
  if path.utf8.allSatisfy({ $0 < 0x80 }) { return path }
  var found = path.isFromRoot ? "/" : ""
  let names = path.pathNames
  for (place, name) in names.enumerated() {
    let folder = found
    let exact = folder + name
    let next: String
    if name.utf8.allSatisfy({ $0 < 0x80 }) || isDerived && FileStatus.isAnything(at: exact) {
      next = exact
    } else {
      let same = FolderNames.names(in: folder.isEmpty ? "." : folder, spelled: String(name))
      if same.count > 1 { throw AmbiguousName(path: path, names: same) }
      guard let only = same.first else { return path }
      next = folder + only
    }
    found = place == names.count - 1 ? next : next + "/"
  }
  return path.hasTrailingSlash ? found + "/" : found
}

/// The names in folders by normal form. A folder is read again when its status has changed.
private enum FolderNames {
  private struct Folder {
    let status: FileStatus
    /// Names by any of their normal forms, which are equal as Swift strings.
    let names: [String: [String]]
  }
  private static let known = Mutex<[FilePath: Folder]>([:])

  /// Returns the names in a folder that equal `name` in some normal form, ordered by bytes.
  static func names(in path: String, spelled name: String) -> [String] {
    guard let status = FileStatus(path: path) else { return [] }
    return known.withLock { known in
      if let folder = known[FilePath(path)], folder.status == status, isOld(status) { return folder.names[name] ?? [] }
      let names = ((try? FileManager.default.contentsOfDirectory(atPath: path)) ?? [])
        .filter { !$0.utf8.allSatisfy { $0 < 0x80 } }.sorted { $0.precedesInBytes($1) }
      let folder = Folder(status: status, names: Dictionary(grouping: names) { $0 })
      if known.count >= 1000 { known.removeAll() }
      known[FilePath(path)] = folder
      return folder.names[name] ?? []
    }
  }

  /// Whether a change made now would get a different change time. File system clocks tick only every few milliseconds.
  private static func isOld(_ status: FileStatus) -> Bool {
    nanosecondsNow() - status.changedNanoseconds > 1_000_000_000
  }
}
