import Files
import Foundation

/// The working folder that a watch was started in, which relative paths begin at. If it is moved or unmounted, they go on leading into
/// the old one, so nothing new would ever be seen.
struct WorkingFolder {
  let path: String

  /// Nil if no input is relative.
  init?(for inputs: [String]) {
    guard inputs.contains(where: { $0.utf8.first != UInt8(ascii: "/") }) else { return nil }
    path = FileManager.default.currentDirectoryPath
  }

  /// Throws `unreadable` if the path leads to another folder by now, or to none.
  func check() throws(PackshotError) {
    if FileStatus(path: path)?.identity == FileStatus(path: ".")?.identity { return }
    throw .unreadable(
      path: path,
      why: "the working folder was moved, replaced or unmounted after the watch began; start the watch again")
  }
}
