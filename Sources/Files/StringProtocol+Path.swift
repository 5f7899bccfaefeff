// Paths as the file system reads them: byte by byte. A `Character` is more than that: a slash and a combining mark behind
// it are one, which is no slash, and `é` in one scalar and in two are the same, which name two files. So `split`,
// `lastIndex(of:)`, `hasPrefix` and `==` of texts, and `pathComponents` of Foundation, see other folders than the kernel does.

import Glibc

private let slash = UInt8(ascii: "/")

extension StringProtocol where UTF8View: BidirectionalCollection {
  /// Whether a path begins at the root.
  package var isFromRoot: Bool { utf8.first == slash }

  /// Whether a path ends with a slash.
  package var hasTrailingSlash: Bool { utf8.last == slash }

  /// The names that a path is made of, without the empty ones that doubled slashes make.
  package var pathNames: [SubSequence] {
    utf8.split(separator: slash).map { self[$0.startIndex..<$0.endIndex] }
  }

  /// What stands before a path's last slash, and what behind it; the folder is nil where there is none.
  package var splitPath: (folder: SubSequence?, name: SubSequence) {
    guard let last = utf8.lastIndex(of: slash) else { return (nil, self[...]) }
    return (self[..<last], self[utf8.index(after: last)...])
  }

  /// What stands before a file name's last dot, and what behind it. A dot at the start hides the file, and divides nothing.
  package var splitFileName: (stem: SubSequence, pathExtension: SubSequence?) {
    guard let dot = utf8.lastIndex(of: UInt8(ascii: ".")), dot > startIndex else { return (self[...], nil) }
    return (self[..<dot], self[utf8.index(after: dot)...])
  }

  /// A path without the slashes at its end; the root keeps its own.
  package var withoutTrailingSlashes: String {
    let lastByte = utf8.lastIndex { $0 != slash } ?? utf8.startIndex
    return utf8.isEmpty ? "" : String(self[..<utf8.index(after: lastByte)])
  }
}

extension String {
  /// Whether a path is a folder or lies below it. Both have no slash at the end, and nothing to be left out.
  package func isPath(in folder: String) -> Bool {
    var (path, folder) = (self, folder)
    return path.withUTF8 { path in
      folder.withUTF8 { folder in
        path.count >= folder.count && memcmp(path.baseAddress!, folder.baseAddress!, folder.count) == 0
          && (path.count == folder.count || folder.last == slash || path[folder.count] == slash)
      }
    }
  }

  /// Whether it comes before another one, byte by byte.
  package func precedesInBytes(_ other: String) -> Bool {
    var (one, other) = (self, other)
    return one.withUTF8 { one in
      other.withUTF8 { other in
        let order = memcmp(one.baseAddress!, other.baseAddress!, min(one.count, other.count))
        return order == 0 ? one.count < other.count : order < 0
      }
    }
  }

  /// Whether a path has no empty component and none that begins with a dot, and does not end with a slash: nothing in it
  /// is to be left out. Most paths are so, and asking costs less than taking them apart: a run over photos that are as they
  /// were asks for each of them several times.
  package var isPlainPath: Bool {
    var path = self
    return path.withUTF8 { bytes in
      let dot = UInt8(ascii: ".")
      var isStart = true
      for place in (bytes.first == slash ? 1 : 0)..<bytes.count {
        if isStart, bytes[place] == slash || bytes[place] == dot { return false }
        isStart = bytes[place] == slash
      }
      return !isStart
    }
  }
}
