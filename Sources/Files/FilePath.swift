import Glibc

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
    var (one, other) = (one.text, other.text)
    return one.withUTF8 { one in
      other.withUTF8 { other in one.count == other.count && memcmp(one.baseAddress!, other.baseAddress!, one.count) == 0
      }
    }
  }

  package func hash(into hasher: inout Hasher) {
    var text = text
    text.withUTF8 { hasher.combine(bytes: UnsafeRawBufferPointer($0)) }
  }
}
