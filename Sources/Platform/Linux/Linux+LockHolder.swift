import Foundation

/// `/proc/locks`, described in proc_locks(5).
extension Linux {
  package static func lockHolder(
    of path: String, bytes: ClosedRange<Int64>, isForWriting: Bool
  ) -> (process: Int32, program: String?)? {
    var status = stat()
    guard stat(path, &status) == 0, let table = try? String(contentsOfFile: "/proc/locks", encoding: .utf8)
    else { return nil }
    for line in table.split(separator: "\n") {
      // "1: POSIX  ADVISORY  WRITE 4711 08:01:262147 1073741826 1073742335"
      let fields = line.split(separator: " ")
      guard fields.count == 8, !isForWriting || fields[3] == "WRITE", let process = Int32(fields[4]), process > 0,
        process != getpid(),
        fields[5].split(separator: ":").last == "\(status.st_ino)", let start = Int64(fields[6]),
        case let end = Int64(fields[7]) ?? .max, start <= bytes.upperBound, end >= bytes.lowerBound
      else { continue }
      let program = (try? String(contentsOfFile: "/proc/\(process)/comm", encoding: .utf8))?
        .trimmingCharacters(in: .newlines)
      return (process, program)
    }
    return nil
  }
}
