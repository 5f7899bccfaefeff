import Foundation

/// The part of a file's name that identifies its content: the first 16 hexadecimal digits of its SHA-256.
///
/// A name with a fingerprint never gets another content, so browsers and caches can keep the file for ever. 16 digits
/// are 64 bits: the probability that any two of a million files have the same ones is below 1 in 30 million.
///
/// A *pattern* is a path with ``field`` in the place of the fingerprint. It is known before the file is made.
package enum Fingerprint {
  /// Stands for the fingerprint in a pattern. It is the field that recipes use.
  package static let field = "{hash}"
  private static let digitCount = 16

  /// Returns the path of a file, given its pattern and the file's SHA-256 in hexadecimal digits.
  package static func path(_ pattern: String, sha256: String) -> String {
    pattern.replacingOccurrences(of: field, with: sha256.prefix(digitCount))
  }

  /// Returns the pattern of a file's path. Nil if the path doesn't contain the file's fingerprint.
  package static func pattern(of path: String, sha256: String) -> String? {
    let digits = String(sha256.prefix(digitCount))
    guard digits.utf8.count == digitCount, path.contains(digits) else { return nil }
    return path.replacingOccurrences(of: digits, with: field)
  }

  /// Whether a path is a pattern.
  package static func isPattern(_ path: String) -> Bool { path.contains(field) }

  /// Returns how often a path contains ``field``.
  package static func count(in path: String) -> Int { path.ranges(of: field).count }
}
