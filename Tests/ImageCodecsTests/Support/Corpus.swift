import Foundation
import Testing

/// The large collection of files from other projects, if `PACKSHOT_CORPUS` names its folder.
enum Corpus {
  static let folder = ProcessInfo.processInfo.environment["PACKSHOT_CORPUS"].map { URL(fileURLWithPath: $0) }
  static var isAvailable: Bool { folder != nil }
  /// The reason that tests needing it are skipped.
  static let reasonToSkip: Comment = "PACKSHOT_CORPUS names no folder"

  /// All files below a folder of the corpus, in a stable order.
  static func files(below path: String) -> [URL] {
    guard let start = folder?.appending(path: path),
      let walk = FileManager.default.enumerator(at: start, includingPropertiesForKeys: [.isRegularFileKey])
    else { return [] }
    return walk.compactMap { $0 as? URL }
      .filter { (try? $0.resourceValues(forKeys: [.isRegularFileKey]).isRegularFile) == true }
      .sorted { $0.path < $1.path }
  }

  /// The bytes of a file of the corpus.
  static func bytes(_ path: String) throws -> [UInt8] { try bytes(folder!.appending(path: path)) }

  static func bytes(_ file: URL) throws -> [UInt8] { [UInt8](try Data(contentsOf: file)) }
}
