import Platform

/// Creates a second name for a file in the same folder, where no file has that name yet: as a hard link, or as a copy
/// if the file system has no hard links.
package func duplicateFile(_ path: String, as other: String) throws(SystemFailure) {
  if link(path, other) == 0 { return }
  guard [EPERM, EOPNOTSUPP, ENOSYS, EMLINK, EXDEV].contains(errno) else { throw SystemFailure() }
  try copyFile(path, as: other)
}

/// Copies a file to a path, atomically. The copy's bytes are on the disk when this returns.
///
/// - Parameter replacing: Whether an existing file is overwritten. Otherwise, `EEXIST` is thrown if there is one.
package func copyFile(_ path: String, as other: String, replacing: Bool = false) throws(SystemFailure) {
  let held = LockedFile.descriptor(of: path)
  guard let source = held ?? openUnlockedFile(path) else { throw SystemFailure() }
  defer { if held == nil { close(source) } }
  let copy = try UnfinishedFile(for: other)
  let room = UnsafeMutableRawBufferPointer.allocate(byteCount: 1 << 20, alignment: 1)
  defer { room.deallocate() }
  var offset = 0
  while true {
    let count = pread(source, room.baseAddress, room.count, off_t(offset))
    if count < 0 { throw SystemFailure() }
    if count == 0 { break }
    offset += count
    try copy.write(UnsafeRawBufferPointer(rebasing: room[..<count]))
  }
  try copy.synchronize()
  if replacing { try copy.finish() } else { try copy.moveIntoPlace(replacing: false) }
}
