import Glibc

/// The folder that a run writes into, held by one run at a time.
final class OutputFolder {
  /// Without a slash at its end.
  let path: String
  private let lock: Int32

  private static let lockName = ".packshot.lock"

  /// Makes the folder if it is not there, and locks it.
  init(path: String) throws(PackshotError) {
    self.path = path
    try Self.makeFolders(path)
    lock = open(path + "/" + Self.lockName, O_RDWR | O_CREAT | O_CLOEXEC, 0o666)
    guard lock >= 0 else { throw .cannotWrite(path: path, reason: systemError()) }
    // The kernel lets go of it when the process ends, however it ends.
    guard flock(lock, LOCK_EX | LOCK_NB) == 0 else {
      close(lock)
      throw .locked(folder: path)
    }
  }

  deinit { close(lock) }

  /// Where an output lies.
  func path(of output: String) -> String { path + "/" + output }

  /// Makes the folders that a file lies in.
  static func makeFolders(for path: String) throws(PackshotError) {
    guard let slash = path.lastIndex(of: "/"), slash > path.startIndex else { return }
    try makeFolders(String(path[..<slash]))
  }

  /// Has the names in the folders of these outputs reach the disk.
  func synchronizeNames(of outputs: some Sequence<String>) throws(PackshotError) {
    for folderPath in folders(of: outputs) {
      let descriptor = open(folderPath, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
      guard descriptor >= 0 else { throw .cannotWrite(path: folderPath, reason: systemError()) }
      defer { close(descriptor) }
      guard fsync(descriptor) == 0 else { throw .cannotWrite(path: folderPath, reason: systemError()) }
    }
  }

  /// Removes temporary files that a killed run left in the folders of these outputs.
  func removeLeftovers(inFoldersOf outputs: some Sequence<String>) {
    for folderPath in folders(of: outputs) {
      guard let stream = opendir(folderPath) else { continue }
      defer { closedir(stream) }
      while let entry = readdir(stream) {
        let name = withUnsafePointer(to: &entry.pointee.d_name) {
          $0.withMemoryRebound(to: CChar.self, capacity: 256) { String(cString: $0) }
        }
        if name.hasPrefix(TemporaryFile.prefix) { unlink(folderPath + "/" + name) }
      }
    }
  }

  /// The folders that these outputs lie in.
  private func folders(of outputs: some Sequence<String>) -> Set<String> {
    Set(outputs.map { output in output.lastIndex(of: "/").map { path(of: String(output[..<$0])) } ?? path })
  }

  private static func makeFolders(_ path: String) throws(PackshotError) {
    if mkdir(path, 0o777) == 0 { return }
    switch errno {
    case EEXIST:
      guard FileStatus(path: path)?.kind == .folder else {
        throw .cannotWrite(path: path, reason: "it is there and is no folder")
      }
    case ENOENT:
      guard let slash = path.lastIndex(of: "/"), slash > path.startIndex else {
        throw .cannotWrite(path: path, reason: systemError(ENOENT))
      }
      try makeFolders(String(path[..<slash]))
      guard mkdir(path, 0o777) == 0 || errno == EEXIST else { throw .cannotWrite(path: path, reason: systemError()) }
    case let code: throw .cannotWrite(path: path, reason: systemError(code))
    }
  }
}
