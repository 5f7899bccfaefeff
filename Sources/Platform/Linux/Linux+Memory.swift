internal import CLinux

/// madvise(2) and mallopt(3).
extension Linux {
  package static func useLargePages(in memory: UnsafeMutableRawBufferPointer) {
    madvise(memory.baseAddress, memory.count, Int32(MADV_HUGEPAGE))
  }

  package static func releasePages(_ pages: UnsafeMutableRawBufferPointer) {
    madvise(pages.baseAddress, pages.count, Int32(MADV_DONTNEED))
  }

  package static func keepFreedMemory(byteCount: Int) { packshot_keep_freed_memory(Int32(byteCount)) }
}
