import Foundation
import ObjectStore

/// How a catalog stores the paths of files. Paths in the catalog's folder are stored relative to it, so that a folder
/// of outputs can be moved together with its catalog. Other paths are stored as absolute paths. The address of an
/// object in an object store, such as `s3://bucket/mug.jpg`, is stored unchanged.
public struct CatalogPaths: Sendable, Hashable {
  /// The catalog's folder: absolute, without a trailing slash. Nil for a catalog in memory.
  public let folder: String?
  /// The prefixes of paths in the folder: the folder's path as given, and with symbolic links resolved.
  private let prefixes: [String]

  /// Creates the paths of a catalog in `folder`.
  init(folder: String?) {
    self.folder = folder
    let names = folder.map { [$0, URL(fileURLWithPath: $0).resolvingSymlinksInPath().path] } ?? []
    prefixes = names.map { $0.utf8.last == UInt8(ascii: "/") ? $0 : $0 + "/" }
  }

  /// Creates the paths of the catalog in a file. If the file is reached by a symbolic link, its folder is the one that it
  /// leads to, so that a file's stored path is the same by every link.
  init(besideFile file: String) {
    let file = URL(fileURLWithPath: file).standardizedFileURL
    let isLink = (try? FileManager.default.destinationOfSymbolicLink(atPath: file.path)) != nil
    self.init(folder: (isLink ? file.resolvingSymlinksInPath() : file).deletingLastPathComponent().path)
  }

  /// Returns `path` in the form that the catalog stores. A path that is not absolute is taken to be in that form
  /// already.
  public func storedPath(_ path: String) -> String {
    for prefix in prefixes where path.utf8.starts(with: prefix.utf8) {
      return String(path.utf8.dropFirst(prefix.utf8.count)) ?? path
    }
    return path
  }

  /// Returns the absolute path of a file from its stored path.
  public func resolvedPath(_ stored: String) -> String {
    // Compares bytes, because a combining mark after the slash would form one character with it.
    guard let prefix = prefixes.first, stored.utf8.first != UInt8(ascii: "/"), !Self.isAddress(stored) else {
      return stored
    }
    return prefix + stored
  }

  /// Whether a path begins like an address, with a scheme (RFC 3986) and two slashes. A stored relative path never has
  /// two slashes in a row.
  public static func isAddress(_ path: String) -> Bool {
    let scheme = path.utf8.prefix { $0 != UInt8(ascii: ":") }
    guard let first = scheme.first, path.utf8.dropFirst(scheme.count).starts(with: "://".utf8) else { return false }
    let isLetter = { (byte: UInt8) in UInt8(ascii: "a")...UInt8(ascii: "z") ~= byte | 0x20 }
    let others = [UInt8(ascii: "+"), UInt8(ascii: "-"), UInt8(ascii: ".")]
    let isDigit = { (byte: UInt8) in UInt8(ascii: "0")...UInt8(ascii: "9") ~= byte }
    return isLetter(first) && scheme.allSatisfy { isLetter($0) || isDigit($0) || others.contains($0) }
  }
}
