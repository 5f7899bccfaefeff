import Files
import Foundation

/// A path from the root, without `.`, `..` and doubled slashes. Links are not followed.
func absolutePath(_ path: String, from folder: String = FileManager.default.currentDirectoryPath) -> String {
  let whole = path.isFromRoot ? path : folder + "/" + path
  if whole.isPlainPath { return whole }
  // Above the root there is nothing.
  return "/" + directNames(of: whole).drop { $0 == ".." }.joined(separator: "/")
}

/// The names that a path is made of, without `.`, and without the folders that a `..` leaves again.
private func directNames(of path: String) -> [Substring] {
  path.pathNames.reduce(into: []) { names, name in
    if name == "..", let last = names.last, last != ".." {
      names.removeLast()
    } else if name != "." {
      names.append(name)
    }
  }
}

/// A path without `.`, and without the folders that a `..` leaves again, for people to read; the path as it is where a link on the
/// way has that lead elsewhere.
func directPath(_ path: String) -> String {
  if path.isPlainPath { return path }
  let direct = (path.isFromRoot ? "/" : "") + directNames(of: path).joined(separator: "/")
  let folder = { (path: String) in FileStatus(path: path.splitPath.folder.map { $0 + "/" } ?? ".")?.identity }
  guard let reached = folder(path), reached == folder(direct) else { return path }
  return direct
}

/// A file's path as it is seen from the folder that another file is in.
func relativePath(of file: String, fromFolderOf other: String) -> String {
  let from = absolutePath(other).pathNames.dropLast()
  let to = absolutePath(file).pathNames
  let shared = zip(from, to).prefix { $0.utf8.elementsEqual($1.utf8) }.count
  return (Array(repeating: "..", count: from.count - shared) + to[shared...].map(String.init)).joined(separator: "/")
}
