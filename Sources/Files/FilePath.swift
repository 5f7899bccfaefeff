import Glibc

/// A path as the file system sees it: its bytes. As text, `é` in one character and in two are the same; they name two
/// files.
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
