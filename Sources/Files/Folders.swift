import Platform

/// The part of a path that couldn't be created or written, and why.
package struct PathFailure: Error {
  package let path: String
  package let failure: SystemFailure
  package var reason: String { failure.code == EEXIST ? "it exists and is not a folder" : failure.reason }
}

/// Creates a folder and its missing parents. Their names are on disk when this returns.
package func makeFolders(_ path: String) throws(PathFailure) {
  let parent = path.splitPath.folder.map { $0.isEmpty ? "/" : String($0) } ?? "."
  if mkdir(path, 0o777) != 0 {
    switch errno {
    case EEXIST:
      guard FileStatus(path: path)?.kind == .folder else {
        throw PathFailure(path: path, failure: SystemFailure(EEXIST))
      }
      return
    case ENOENT where parent != "/" && parent != ".":
      try makeFolders(parent)
      guard mkdir(path, 0o777) == 0 || errno == EEXIST else { throw PathFailure(path: path, failure: SystemFailure()) }
    case let code: throw PathFailure(path: path, failure: SystemFailure(code))
    }
  }
  do {
    try synchronizeFolder(parent)
  } catch {
    throw PathFailure(path: parent, failure: error)
  }
}
