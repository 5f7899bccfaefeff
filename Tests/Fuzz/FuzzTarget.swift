/// A way by which bytes from outside come in.
struct FuzzTarget: Sendable {
  /// What `scripts/fuzz` calls it.
  let name: String
  /// Inputs to begin with, out of a file of some corpus; none where the file has nothing for this target.
  let seeds: @Sendable (_ file: [UInt8]) -> [[UInt8]]
  /// Takes an input as the program would, and stops the process (``check(_:_:)``) where something comes out that must not.
  /// Errors that are reasons are fine.
  let take: @Sendable (_ input: [UInt8]) -> Void
}

/// Stops the process, in every build, where what has to hold does not.
func check(_ holds: Bool, _ what: @autoclosure () -> String) {
  if !holds { fatalError(what()) }
}
