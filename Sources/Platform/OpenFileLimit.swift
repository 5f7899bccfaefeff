/// How many files this process can have open (`RLIMIT_NOFILE`).
///
/// Shells set a low limit, often 1024, because `select` can't wait for more. The kernel allows a process to raise it to a
/// hard limit, which is usually much higher. Child processes inherit the limit.
package enum OpenFileLimit {
  /// Returns the limit.
  package static func current() -> Int {
    var limit = rlimit()
    return getrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &limit) == 0 ? Int(clamping: limit.rlim_cur) : 1024
  }

  /// Raises the limit as far as the kernel allows.
  package static func raise() {
    var limit = rlimit()
    guard getrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &limit) == 0 else { return }
    limit.rlim_cur = limit.rlim_max
    _ = setrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &limit)
  }
}
