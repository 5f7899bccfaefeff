import Files
import Foundation
import Recipes

/// Checks whether a file can be written, before work is done that would be lost otherwise.
package enum OutputPreflight {
  /// Checks whether a file can be created or replaced. Leaves no file behind.
  ///
  /// - Parameter needed: Files that must not be replaced, with their role, such as "the photo".
  package static func check(
    file path: String, sparing needed: @autoclosure () -> [(path: String, role: String)] = []
  ) throws(PackshotError) {
    guard !path.isEmpty else { throw .missing(path: "") }
    try check(path, sparing: needed())
    switch FileStatus(path: path)?.kind {
    case .folder: throw .cannotWrite(path: path, why: "it is a folder")
    case .other: throw .cannotWrite(path: path, why: "it is not a file")
    case .file: break
    case nil where path.hasTrailingSlash: throw .cannotWrite(path: path, why: "a file's name does not end with /")
    case nil: break
    }
    if let folder = path.splitPath.folder.map(String.init), !folder.isEmpty {
      guard let status = FileStatus(path: folder) else {
        throw .cannotWrite(path: path, why: "there is no folder \(folder)")
      }
      guard status.kind == .folder else { throw .cannotWrite(path: path, why: "\(folder) is not a folder") }
    }
    _ = try TemporaryFile(for: path)
  }

  /// Throws if the file is one that the command needs, such as an input, and so must not be replaced.
  static func check(
    _ path: String, sparing needed: @autoclosure () -> [(path: String, role: String)]
  ) throws(PackshotError) {
    guard let place = FileStatus(path: path) else { return }
    for (other, role) in needed() where FileStatus(path: other)?.isSameFile(as: place) == true {
      throw .replacesInput(path: path, role: role)
    }
  }

  /// Checks whether files can be written into a folder, and creates it if it doesn't exist.
  package static func check(folder path: String) throws(PackshotError) {
    guard !path.isEmpty else { throw .missing(path: "") }
    if let status = FileStatus(path: path), status.kind != .folder {
      throw .cannotWrite(path: path, why: "it is not a folder")
    }
    do {
      try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
    } catch {
      throw .cannotWrite(path: path, why: systemError())
    }
    do {
      _ = try TemporaryFile(for: path + "/picture.png")
    } catch {
      guard case .cannotWrite(_, let reason) = error else { throw error }
      throw .cannotWrite(path: path, why: reason)
    }
  }
}
