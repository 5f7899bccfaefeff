import Files
import Foundation
import Platform

/// A write-ahead log that exists and can't be read. SQLite would ignore its contents: it treats a log with a damaged
/// header as empty.
struct UnreadableLog {
  let reason: String

  /// Finds out why the log at `path` can't be read; nil if it can, or if there is no log.
  init?(_ path: String) {
    guard FileStatus.isAnything(at: path) else { return nil }
    guard FileStatus(path: path)?.kind == .file else {
      reason = "it is not a file"
      return
    }
    let descriptor = Platform.open(path, O_RDONLY | O_CLOEXEC)
    guard descriptor >= 0 else {
      // The last connection to close the database removes the log.
      if errno == ENOENT { return nil }
      reason = systemError()
      return
    }
    defer { close(descriptor) }
    var header = [UInt8](repeating: 0, count: Self.headerCount)
    let count = read(descriptor, &header, header.count)
    if count < 0 {
      reason = systemError()
    } else if Self.isLog(header[..<count]) {
      return nil
    } else {
      reason = "it is damaged, or not SQLite's"
    }
  }

  /// Whether these are the first bytes of a log: none; zeros, if the power failed before anything was committed; or a
  /// valid header.
  private static func isLog(_ header: ArraySlice<UInt8>) -> Bool {
    if header.allSatisfy({ $0 == 0 }) { return true }
    guard header.count == headerCount else { return false }
    let words = stride(from: 0, to: headerCount, by: 4).map { start in
      header[start..<start + 4].reduce(UInt32(0)) { $0 << 8 | UInt32($1) }
    }
    // “Database File Format”, section 4: two signatures, which give the byte order of the checksum.
    guard words[0] | 1 == 0x377f_0683 else { return false }
    var (first, second): (UInt32, UInt32) = (0, 0)
    for pair in stride(from: 0, to: 6, by: 2) {
      let isBigEndian = words[0] & 1 == 1
      let (one, other) = (
        isBigEndian ? words[pair] : words[pair].byteSwapped, isBigEndian ? words[pair + 1] : words[pair + 1].byteSwapped
      )
      first &+= one &+ second
      second &+= other &+ first
    }
    return words[6] == first && words[7] == second
  }

  private static let headerCount = 32
}
