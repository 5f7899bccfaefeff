import Platform

/// Starts threads for blocking work.
package enum SystemThread {
  private final class Body {
    let run: @Sendable () -> Void

    init(_ run: @escaping @Sendable () -> Void) { self.run = run }
  }

  /// Runs `body` on a new thread. Returns false if the system can't create one, which Foundation's `Thread` doesn't
  /// report.
  package static func start(_ body: @escaping @Sendable () -> Void) -> Bool {
    var attributes = pthread_attr_t()
    pthread_attr_init(&attributes)
    defer { pthread_attr_destroy(&attributes) }
    pthread_attr_setstacksize(&attributes, 8 << 20)
    pthread_attr_setdetachstate(&attributes, Int32(PTHREAD_CREATE_DETACHED))
    let body = Unmanaged.passRetained(Body(body))
    var thread = pthread_t()
    let code = pthread_create(
      &thread, &attributes,
      {
        Unmanaged<Body>.fromOpaque($0!).takeRetainedValue().run()
        return nil
      }, body.toOpaque())
    if code != 0 { body.release() }
    return code == 0
  }
}
