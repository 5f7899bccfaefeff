internal import CLinux

/// `/proc/self`, described in proc(5), and standard output.
extension Linux {
  package static var hasLostOutput: Bool { packshot_has_lost_output() != 0 }

  package static var programPath: String { "/proc/self/exe" }

  /// Swift reads the arguments from `/proc/self/cmdline`.
  package static var missingArgumentsReason: String { "/proc is not mounted: mount -t proc proc /proc" }
}
