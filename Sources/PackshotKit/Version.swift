internal import CPackshot
import ObjectStore
import PixelKernels
import Rendering
import Text

/// The version of packshot.
public enum Version {
  /// The version number.
  public static let packshot = "0.1.0"
  /// The date of the version, shown in the manual.
  public static let date = "2026-11-22"
  /// The commit of the sources, shortened. Nil if PACKSHOT_COMMIT wasn't set at build time, as in a plain `swift build`.
  public static let commit: String? = {
    let commit = String(cString: packshot_commit())
    return commit.isEmpty ? nil : commit
  }()

  /// What a bug report should contain: the version and commit, then Swift and the CPU, then the libraries. One line each.
  package static var report: String {
    // Without the patch version, which the standard library doesn't always state correctly.
    let swift = "\(_SwiftStdlibVersion.current)".split(separator: ".").prefix(2).joined(separator: ".")
    #if arch(x86_64)
      let processor = "x86-64, \(CPULevel.detected.rawValue)"
    #elseif arch(arm64)
      let processor = "arm64"
    #else
      let processor = "an unknown processor"
    #endif
    let commit = commit.map { " (commit \($0))" } ?? ""
    return """
      packshot \(packshot)\(commit)
      Swift \(swift), \(processor)
      \(Engine.text), SQLite \(Store.sqliteVersion), ICU \(ICU.version)
      """
  }
}
