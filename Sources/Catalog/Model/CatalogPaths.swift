import Foundation
import ObjectStore

/// How the paths of files are written down: below the catalog's folder relative to it, so that a folder of outputs may
/// be moved together with its catalog; elsewhere absolute. What lies in an object store has an address, such as
/// `s3://bucket/mug.jpg`, which is written down as it is.
public struct CatalogPaths: Sendable, Hashable {
  /// The catalog's folder: absolute, without a slash at its end. Nil for a catalog in memory, which has no folder.
  public let folder: String?
  /// The prefixes by which a path shows that it lies in the folder: its name as given, and with links followed.
  private let prefixes: [String]

  /// The paths of a catalog in `folder`.
  init(folder: String?) {
    self.folder = folder
    let names = folder.map { [$0, URL(fileURLWithPath: $0).resolvingSymlinksInPath().path] } ?? []
    prefixes = names.map { $0.utf8.last == UInt8(ascii: "/") ? $0 : $0 + "/" }
  }

  /// The path as the catalog stores it. `path` is absolute; one that is not is taken to be in stored form already.
  public func storedPath(_ path: String) -> String {
    for prefix in prefixes where path.utf8.starts(with: prefix.utf8) {
      return String(path.utf8.dropFirst(prefix.utf8.count)) ?? path
    }
    return path
  }

  /// The absolute path of a file, from the path as the catalog stores it.
  public func resolvedPath(_ stored: String) -> String {
    // By bytes, as a combining mark behind the slash would hide it.
    guard let prefix = prefixes.first, stored.utf8.first != UInt8(ascii: "/"), !Self.isAddress(stored) else {
      return stored
    }
    return prefix + stored
  }

  /// Whether a path begins as addresses do, with a scheme (RFC 3986) and two slashes. No path below a folder has two in a row.
  public static func isAddress(_ path: String) -> Bool {
    let scheme = path.utf8.prefix { $0 != UInt8(ascii: ":") }
    guard let first = scheme.first, path.utf8.dropFirst(scheme.count).starts(with: "://".utf8) else { return false }
    let isLetter = { (byte: UInt8) in UInt8(ascii: "a")...UInt8(ascii: "z") ~= byte | 0x20 }
    let others = [UInt8(ascii: "+"), UInt8(ascii: "-"), UInt8(ascii: ".")]
    let isDigit = { (byte: UInt8) in UInt8(ascii: "0")...UInt8(ascii: "9") ~= byte }
    return isLetter(first) && scheme.allSatisfy { isLetter($0) || isDigit($0) || others.contains($0) }
  }
}
