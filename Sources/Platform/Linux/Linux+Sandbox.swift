internal import CLinux

/// seccomp(2), landlock(7) and prctl(2).
extension Linux {
  package static func enterSandbox(memory: UInt64) -> SandboxGaps {
    let state = packshot_sandbox_enter(memory)
    var gaps = SandboxGaps()
    // Sanitizers don't work in a sandbox. Builds with them are for tests, which need no warning.
    if state.is_sanitized != 0 { return gaps }
    if state.has_seccomp == 0 { gaps.serious.append("the kernel has no system-call filter (seccomp)") }
    if state.landlock_version == 0 {
      gaps.minor.append("the kernel has no Landlock, so only seccomp keeps files out of reach")
    }
    if state.has_limits == 0 { gaps.minor.append("its memory is not limited") }
    return gaps
  }

  package static func endWithParent(_ parent: Int32) -> Bool { packshot_sandbox_end_with_parent(parent) != 0 }
}
