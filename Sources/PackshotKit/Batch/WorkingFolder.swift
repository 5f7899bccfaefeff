import Files
import Foundation

/// The working folder at the start of a watch, which relative paths start from. If it is moved or unmounted, relative
/// paths still lead into the old folder, so changes in the new one would never be seen.
struct WorkingFolder {
  let path: String

  /// Returns nil if all inputs are absolute.
  init?(for inputs: [String]) {
    guard inputs.contains(where: { $0.utf8.first != UInt8(ascii: "/") }) else { return nil }
    path = FileManager.default.currentDirectoryPath
  }

  /// Throws if the path leads to another folder now, or to none.
  func check() throws(PackshotError) {
    if FileStatus(path: path)?.identity == FileStatus(path: ".")?.identity { return }
    throw .unreadable(
      path: path,
      why: "the working folder was moved, replaced or unmounted after the watch began; start the watch again")
  }
}
