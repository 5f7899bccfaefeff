import Files
import Foundation

/// A path from the root, without `.`, `..` and doubled slashes. Links are not followed.
func absolutePath(_ path: String, from folder: String = FileManager.default.currentDirectoryPath) -> String {
  let whole = path.isFromRoot ? path : folder + "/" + path
  if whole.isPlainPath { return whole }
  var components: [Substring] = []
  for component in whole.pathNames where component != "." {
    if component == ".." { _ = components.popLast() } else { components.append(component) }
  }
  return "/" + components.joined(separator: "/")
}

/// A file's path as it is seen from the folder that another file is in.
func relativePath(of file: String, fromFolderOf other: String) -> String {
  let from = absolutePath(other).pathNames.dropLast()
  let to = absolutePath(file).pathNames
  let shared = zip(from, to).prefix { $0.utf8.elementsEqual($1.utf8) }.count
  return (Array(repeating: "..", count: from.count - shared) + to[shared...].map(String.init)).joined(separator: "/")
}
