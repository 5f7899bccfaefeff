import Foundation

@testable import PackshotKit
@testable import Rendering

/// Workers that do something else.
extension Packshot {
  /// Waits for a photo: what comes before it is a frame, its length, its kind and its content.
  static let aPhotoComes =
    "length=$(head -c 4 | od -A n -t u4); head -c $((length + 1)) > /dev/null; head -c 5 > /dev/null; "

  /// A program that says once that it is ready, and then does something; after that it is packshot.
  func worker(doing action: String) throws -> String {
    let state = WorkerState(hasSeccomp: true, landlockVersion: 1, hasLimits: true, isSanitized: false)
    let mark = folder + "/mark"
    try write(Self.frame(16, JSONEncoder().encode(state)), to: "mark.ready")
    // Written by a process that is gone before the program is started: a file open for writing cannot be.
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

  /// What goes over a worker's channel: a length, a kind and the content.
  static func frame(_ kind: UInt8, _ content: Data) -> Data {
    Data((0..<4).map { UInt8(content.count >> (8 * $0) & 255) } + [kind]) + content
  }
}
