import Glibc

/// Has the names in a folder reach the disk: that a file's bytes are there does not say that its name is.
///
/// Where a folder cannot be read, or a file system cannot do that for a folder, nothing more can be done than was.
package func synchronizeFolder(_ path: String) throws(SystemFailure) {
  let descriptor = open(path, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
  guard descriptor >= 0 else {
    if errno == EACCES { return }
    throw SystemFailure()
  }
  defer { close(descriptor) }
  guard fsync(descriptor) == 0 || [EINVAL, EOPNOTSUPP].contains(errno) else { throw SystemFailure() }
}
