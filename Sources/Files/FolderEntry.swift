import Platform

extension UnsafeMutablePointer<dirent> {
  /// Calls `body` with the name of a folder entry, which may not be valid text.
  package func withName<Result>(_ body: (UnsafePointer<CChar>) -> Result) -> Result {
    withUnsafePointer(to: &pointee.d_name) {
      $0.withMemoryRebound(to: CChar.self, capacity: MemoryLayout.size(ofValue: pointee.d_name), body)
    }
  }
}
