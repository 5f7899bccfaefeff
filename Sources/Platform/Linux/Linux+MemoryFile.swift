internal import CLinux

/// memfd_create(2).
extension Linux {
  package static func makeMemoryFile() -> Int32 { packshot_memory_file() }
}
