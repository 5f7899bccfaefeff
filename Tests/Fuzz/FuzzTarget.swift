/// A reader of untrusted bytes.
struct FuzzTarget: Sendable {
  /// The name in `scripts/fuzz`.
  let name: String
  /// Seeds from a file of a corpus. Empty if the target can't use the file.
  let seeds: @Sendable (_ file: [UInt8]) -> [[UInt8]]
  /// Reads an input as the program would, and stops the process (``check(_:_:)``) if the result is wrong. An error is a correct
  /// result.
  let take: @Sendable (_ input: [UInt8]) -> Void
}

/// Stops the process, in every build, if `holds` is false.
func check(_ holds: Bool, _ what: @autoclosure () -> String) {
  if !holds { fatalError(what()) }
}
