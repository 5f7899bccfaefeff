import Files
import Foundation
import Platform

/// The folder `.replaced` beside photos, which runs leave out. It keeps the files of photos that were added or replaced, so that undo
/// and redo find them by their hash.
package struct ReplacedFiles {
  private let folder: String

  /// - Parameter path: Absolute path of a photo.
  package init(beside path: String) { folder = (path.splitPath.folder ?? "") + "/.replaced" }

  /// Keeps the file at `path` under a free name, and returns the kept file's path. The file stays where it is: it is linked, or copied
  /// if the file system has no links.
  package func keep(_ path: String) throws -> String {
    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
    return try withFreePath(String(path.splitPath.name), in: folder) { kept throws(SystemFailure) in
      try duplicateFile(path, as: kept)
    }
  }

  /// Removes a kept file, and the folder if it is empty then.
  package func discard(_ kept: String) {
    unlink(kept)
    rmdir(folder)
  }

  /// Returns the path of a kept file with this content; nil if there is none.
  func path(ofContent sha256: String) -> String? {
    let names = (try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []
    return names.sorted().map { folder + "/" + $0 }.first { Files.sha256(ofFile: $0) == sha256 }
  }

  /// Puts a kept file in the place of the file at `path`. Both are then the same file, so the recorded time and inode still hold.
  func put(_ kept: String, at path: String) throws {
    let link = try withFreePath("." + path.splitPath.name, in: String(path.splitPath.folder ?? "")) {
      other throws(SystemFailure) in try duplicateFile(kept, as: other)
    }
    if UnfinishedFile.rename(link, over: path) { return }
    let why = systemError()
    unlink(link)
    throw PackshotError.cannotWrite(path: path, why: why)
  }
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
