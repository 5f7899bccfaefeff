import Platform

/// Creates a second name for a file in the same folder, where no file has that name yet: as a hard link, or as a copy
/// if the file system has no hard links.
package func duplicateFile(_ path: String, as other: String) throws(SystemFailure) {
  if link(path, other) == 0 { return }
  guard [EPERM, EOPNOTSUPP, ENOSYS, EMLINK].contains(errno) else { throw SystemFailure() }
  let source = open(path, O_RDONLY | O_CLOEXEC)
  guard source >= 0 else { throw SystemFailure() }
  defer { close(source) }
  let copy = try UnfinishedFile(for: other)
  let room = UnsafeMutableRawBufferPointer.allocate(byteCount: 1 << 20, alignment: 1)
  defer { room.deallocate() }
  while true {
    let count = read(source, room.baseAddress, room.count)
    if count < 0 { throw SystemFailure() }
    if count == 0 { break }
    try copy.write(UnsafeRawBufferPointer(rebasing: room[..<count]))
  }
  try copy.synchronize()
  try copy.moveIntoPlace(replacing: false)
}
