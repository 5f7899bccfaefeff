/// `/proc/self`, described in proc(5).
extension Linux {
  package static var programPath: String { "/proc/self/exe" }

  /// Swift reads the arguments from `/proc/self/cmdline`.
  package static var missingArgumentsReason: String { "/proc is not mounted: mount -t proc proc /proc" }
}
