import Platform

/// Flushes the names in a folder to disk. A file's bytes can be on disk while its name isn't.
///
/// Does nothing if the folder isn't readable, or the file system can't flush folders.
package func synchronizeFolder(_ path: String) throws(SystemFailure) {
  let descriptor = open(path, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
  guard descriptor >= 0 else {
    if errno == EACCES { return }
    throw SystemFailure()
  }
  defer { close(descriptor) }
  guard fsync(descriptor) == 0 || [EINVAL, EOPNOTSUPP].contains(errno) else { throw SystemFailure() }
}
