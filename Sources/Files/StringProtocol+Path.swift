// Path functions that work byte by byte, like the file system. Swift compares `Character`s: a slash followed by a
// combining mark is one character and no slash, and `é` in one scalar and in two are equal but name two files. So
// `split`, `lastIndex(of:)`, `hasPrefix` and `==` of strings, and Foundation's `pathComponents`, see other folders than
// the kernel.

import Platform

private let slash = UInt8(ascii: "/")

extension StringProtocol where UTF8View: BidirectionalCollection {
  /// Whether a path is absolute.
  package var isFromRoot: Bool { utf8.first == slash }

  /// Whether a path ends with a slash.
  package var hasTrailingSlash: Bool { utf8.last == slash }

  /// The components of a path, without the empty ones between doubled slashes.
  package var pathNames: [SubSequence] {
    utf8.split(separator: slash).map { self[$0.startIndex..<$0.endIndex] }
  }

  /// The parts before and after a path's last slash. The folder is nil if there is no slash.
  package var splitPath: (folder: SubSequence?, name: SubSequence) {
    guard let last = utf8.lastIndex(of: slash) else { return (nil, self[...]) }
    return (self[..<last], self[utf8.index(after: last)...])
  }

  /// The parts before and after a file name's last dot. A dot at the start hides the file and doesn't count.
  package var splitFileName: (stem: SubSequence, pathExtension: SubSequence?) {
    guard let dot = utf8.lastIndex(of: UInt8(ascii: ".")), dot > startIndex else { return (self[...], nil) }
    return (self[..<dot], self[utf8.index(after: dot)...])
  }

  /// The path without trailing slashes. The root keeps its slash.
  package var withoutTrailingSlashes: String {
    let lastByte = utf8.lastIndex { $0 != slash } ?? utf8.startIndex
    return utf8.isEmpty ? "" : String(self[..<utf8.index(after: lastByte)])
  }
}

extension String {
  /// Whether a path is a folder or inside it. Neither may have a trailing slash or redundant components.
  package func isPath(in folder: String) -> Bool {
    var (path, folder) = (self, folder)
    return path.withUTF8 { path in
      folder.withUTF8 { folder in
        path.count >= folder.count && memcmp(path.baseAddress!, folder.baseAddress!, folder.count) == 0
          && (path.count == folder.count || folder.last == slash || path[folder.count] == slash)
      }
    }
  }

  /// Whether the string sorts before another string, byte by byte.
  package func precedesInBytes(_ other: String) -> Bool {
    var (one, other) = (self, other)
    return one.withUTF8 { one in
      other.withUTF8 { other in
        let order = memcmp(one.baseAddress!, other.baseAddress!, min(one.count, other.count))
        return order == 0 ? one.count < other.count : order < 0
      }
    }
  }

  /// Whether a path has no empty components, no components that begin with a dot, and no trailing slash, so that
  /// normalising it changes nothing. Most paths are like this, and checking costs less than splitting: a run over
  /// unchanged photos checks each path several times.
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
