import Files
import Foundation
import Platform

/// The folder `.replaced` beside photos, which runs skip. It archives replaced files, and files of photos whose addition was undone,
/// under their name and hash. An empty file in its folder `made` marks each file that the studio wrote, so that undo never touches a file
/// that only its owner wrote.
package struct ReplacedFiles {
  private let folder: String
  private let path: String

  /// - Parameter path: Absolute path of a photo.
  package init(beside path: String) {
    self.path = path
    folder = (path.splitPath.folder ?? "") + "/.replaced"
  }

  private func name(_ sha256: String) -> String { "/\(sha256.prefix(16))-\(path.splitPath.name)" }

  /// Archives a copy of the photo's file, unless it is archived already.
  ///
  /// - Parameter sha256: The hash of the file.
  package func archive(_ sha256: String) throws {
    if isArchived(sha256) { return }
    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
    // An existing file of this name has other content, because somebody changed it.
    do throws(SystemFailure) { try copyFile(path, as: folder + name(sha256), replacing: true) } catch {
      throw PackshotError.cannotWrite(path: folder, why: error.reason)
    }
  }

  /// Whether a file with this content is archived. Reads the whole file.
  func isArchived(_ sha256: String) -> Bool { Files.sha256(ofFile: folder + name(sha256)) == sha256 }

  /// Overwrites the photo's file with the archived file of this content, atomically.
  package func restore(_ sha256: String) throws {
    do throws(SystemFailure) { try copyFile(folder + name(sha256), as: path, replacing: true) } catch {
      throw PackshotError.cannotWrite(path: path, why: error.reason)
    }
  }

  /// Marks the photo's file as written by the studio.
  package func noteMade(_ sha256: String) throws {
    try FileManager.default.createDirectory(atPath: folder + "/made", withIntermediateDirectories: true)
    guard FileManager.default.createFile(atPath: folder + "/made" + name(sha256), contents: nil) else {
      throw PackshotError.cannotWrite(path: folder + "/made", why: systemError())
    }
  }

  /// Removes the mark of a file that couldn't be recorded.
  package func forgetMade(_ sha256: String) {
    unlink(folder + "/made" + name(sha256))
    for empty in ["/made", ""] { rmdir(folder + empty) }
  }

  /// Whether the studio wrote the photo's file with this content.
  func isMade(_ sha256: String) -> Bool { FileStatus.isAnything(at: folder + "/made" + name(sha256)) }
}

/// Calls `create` with the path of a file that doesn't exist yet: `name`, or else a numbered name such as `mug-2.jpg`. If another
/// process creates the file meanwhile, the next name is tried.
package func withFreePath(
  _ name: String, in folder: String, _ create: (String) throws(SystemFailure) -> Void
) throws -> String {
  let (stem, ending) = name.stemAndEnding
  for number in 1...1000 {
    let path = "\(folder)/\(stem)\(number == 1 ? "" : "-\(number)")\(ending)"
    if FileStatus.isAnything(at: path) { continue }
    do throws(SystemFailure) {
      try create(path)
      return path
    } catch {
      if error.code == EEXIST { continue }
      throw PackshotError.cannotWrite(path: path, why: error.reason)
    }
  }
  throw PackshotError.cannotWrite(path: folder, why: "it has a thousand files called \(name)")
}

extension String {
  /// The text before the last dot of a file's name or path, and the rest.
  package var stemAndEnding: (String, String) {
    let name = utf8.lastIndex(of: UInt8(ascii: "/")).map { utf8.index(after: $0) } ?? startIndex
    guard let dot = utf8.lastIndex(of: UInt8(ascii: ".")), dot > name else { return (self, "") }
    return (String(self[..<dot]), String(self[dot...]))
  }
}
