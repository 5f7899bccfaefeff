import Files
import Foundation

/// Returns an absolute path without `.`, `..` and double slashes. Symbolic links are not resolved.
func absolutePath(_ path: String, from folder: String = FileManager.default.currentDirectoryPath) -> String {
  let whole = path.isFromRoot ? path : folder + "/" + path
  if whole.isPlainPath { return whole }
  // In the root folder, `..` is the root folder itself.
  return "/" + directNames(of: whole).drop { $0 == ".." }.joined(separator: "/")
}

/// Returns the components of a path without `.`, and without folders followed by `..`.
private func directNames(of path: String) -> [Substring] {
  path.pathNames.reduce(into: []) { names, name in
    if name == "..", let last = names.last, last != ".." {
      names.removeLast()
    } else if name != "." {
      names.append(name)
    }
  }
}

/// Returns a readable path without `.`, and without folders followed by `..`. Returns the path unchanged if a symbolic
/// link makes the shorter path lead elsewhere.
func directPath(_ path: String) -> String {
  if path.isPlainPath { return path }
  let direct = (path.isFromRoot ? "/" : "") + directNames(of: path).joined(separator: "/")
  let folder = { (path: String) in FileStatus(path: path.splitPath.folder.map { $0 + "/" } ?? ".")?.identity }
  guard let reached = folder(path), reached == folder(direct) else { return path }
  return direct
}

/// Returns the path of a file relative to the folder of another file.
func relativePath(of file: String, fromFolderOf other: String) -> String {
  let from = absolutePath(other).pathNames.dropLast()
  let to = absolutePath(file).pathNames
  let shared = zip(from, to).prefix { $0.utf8.elementsEqual($1.utf8) }.count
  return (Array(repeating: "..", count: from.count - shared) + to[shared...].map(String.init)).joined(separator: "/")
}

/// Returns an absolute path with links resolved. Returns nil if the path doesn't exist or isn't UTF-8.
func realPath(_ path: String) -> String? {
  guard let real = realpath(path, nil) else { return nil }
  defer { free(real) }
  return String(validatingCString: real)
}
