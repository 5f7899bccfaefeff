import Foundation

/// A process that holds a POSIX lock on a file.
package struct LockHolder: Hashable, Sendable {
  package let process: Int32
  /// The name of its program; nil if the system doesn't report it.
  package let program: String?

  /// Finds the process that holds a lock on a range of a file in `/proc/locks`. Nil if none is visible to this process.
  /// Opens no file, because closing it would release this process's own locks on it.
  ///
  /// - Parameter isForWriting: Whether only exclusive locks count.
  package init?(of path: String, bytes: ClosedRange<Int64>, isForWriting: Bool) {
    guard let status = FileStatus(path: path), let table = try? String(contentsOfFile: "/proc/locks", encoding: .utf8)
    else { return nil }
    for line in table.split(separator: "\n") {
      // proc_locks(5): "1: POSIX  ADVISORY  WRITE 4711 08:01:262147 1073741826 1073742335"
      let fields = line.split(separator: " ")
      guard fields.count == 8, !isForWriting || fields[3] == "WRITE", let process = Int32(fields[4]), process > 0,
        process != getpid(),
        fields[5].split(separator: ":").last == "\(status.inode)", let start = Int64(fields[6]),
        case let end = Int64(fields[7]) ?? .max, start <= bytes.upperBound, end >= bytes.lowerBound
      else { continue }
      self.process = process
      program = (try? String(contentsOfFile: "/proc/\(process)/comm", encoding: .utf8))?
        .trimmingCharacters(in: .newlines)
      return
    }
    return nil
  }
}
