import Platform

/// A path compared by its bytes, as the file system does. Swift strings treat `é` in one scalar and in two as equal,
/// but they name two files.
package struct FilePath: Hashable, Sendable {
  package let text: String

  package init(_ text: String) {
    var text = text
    text.makeContiguousUTF8()
    self.text = text
  }

  package static func == (one: FilePath, other: FilePath) -> Bool {
    one.withBytes { one in
      other.withBytes { other in
        one.count == other.count && memcmp(one.baseAddress!, other.baseAddress!, one.count) == 0
      }
    }
  }

  package func hash(into hasher: inout Hasher) { withBytes { hasher.combine(bytes: UnsafeRawBufferPointer($0)) } }

  /// Calls `body` with the path's bytes. `withUTF8` would need a copy of the text: a reference to count for each look-up.
  private func withBytes<Result>(_ body: (UnsafeBufferPointer<UInt8>) -> Result) -> Result {
    text.utf8.withContiguousStorageIfAvailable(body)!
  }
}
