import Foundation
import Synchronization

/// Files of one folder whose names differ in nothing but their Unicode normal form, where a name means one file.
package struct AmbiguousName: Error, Equatable {
  /// The path as it was written.
  package let path: String
  /// The names in the folder, in the order of their bytes.
  package let names: [String]

  /// What is wrong, as a part of a sentence. The names look alike, so what isn't ASCII stands by its number.
  package var reason: String {
    let spelled = names.map { name in
      "\"" + name.unicodeScalars.map { $0.isASCII ? String($0) : "\\u{\(String($0.value, radix: 16))}" }.joined() + "\""
    }
    return "\(names.count) files have this name and differ only in Unicode's normal form: "
      + "\(spelled.joined(separator: ", ")); rename or remove all but one"
  }
}

/// The path of the file that a written path means, whatever the normal form of either: archives made on a Mac spell `é` with two
/// characters, keyboards with one. A path that leads to no file is returned as it is.
///
/// - Parameter isDerived: Whether the path was made from another file's name. Such a path means the file with exactly this name
///   if there is one, so that files which differ only in normal form keep files of their own. If a person wrote the path, that
///   is ambiguous.
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

/// The names in folders by their normal form. A folder is read again when its status says that it has changed.
private enum FolderNames {
  private struct Folder {
    let status: FileStatus
    /// A key of this dictionary is equal to every normal form of it, as Swift's strings are.
    let names: [String: [String]]
  }
  private static let known = Mutex<[FilePath: Folder]>([:])

  /// The names in a folder that are spelled so in some normal form, in the order of their bytes.
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

  /// Whether a folder that changes now would have another time of change: file systems' clocks tick every few milliseconds.
  private static func isOld(_ status: FileStatus) -> Bool {
    nanosecondsNow() - status.changedNanoseconds > 1_000_000_000
  }
}
