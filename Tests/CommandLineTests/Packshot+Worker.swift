import Foundation

@testable import PackshotKit
@testable import Rendering

/// Worker programs that misbehave.
extension Packshot {
  /// A shell command that waits for a photo: it reads the first frame, then a length and a kind.
  static let waitForAPhoto =
    "length=$(head -c 4 | od -A n -t u4); head -c $((length + 1)) > /dev/null; head -c 5 > /dev/null; "

  /// A program that reports once that it is ready, performs an action, and then runs packshot.
  func worker(doing action: String) throws -> String {
    let state = WorkerState()
    let mark = folder + "/mark"
    try write(Self.frame(16, JSONEncoder().encode(state)), to: "mark.ready")
    // Written by a process that ends before the program starts: a file that is open for writing can't be executed.
    try write(
      """
      #!/bin/sh
      mkdir '\(mark)' 2> /dev/null || exec '\(Packshot.executable.path)' "$@"
      cd '\(folder)'
      cat '\(mark).ready' >&0
      \(action)
      """, to: "program.text")
    _ = try shell("cat program.text > program && chmod +x program")
    return folder + "/program"
  }

  /// A frame of a worker's channel: length, kind and content.
  static func frame(_ kind: UInt8, _ content: Data) -> Data {
    let length = (0..<4).map { UInt8(truncatingIfNeeded: content.count >> (8 * $0)) }
    return Data(length) + [kind] + content
  }
}
