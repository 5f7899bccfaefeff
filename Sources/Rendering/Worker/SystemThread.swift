import Platform

/// Starts threads for blocking work.
package enum SystemThread {
  private final class Body {
    private var run: (@Sendable () -> Void)?
    private let ended: @Sendable () -> Void

    init(_ run: @escaping @Sendable () -> Void, ended: @escaping @Sendable () -> Void) {
      (self.run, self.ended) = (run, ended)
    }

    func callAsFunction() {
      run?()
      run = nil
      ended()
    }
  }

  /// Runs `body` on a new thread. Returns false if the system can't create one, which Foundation's `Thread` doesn't
  /// report.
  ///
  /// - Parameter ended: Called on the thread when it has run `body` and no longer holds what `body` captures. Afterwards
  ///   the thread keeps no file open.
  package static func start(
    _ body: @escaping @Sendable () -> Void, ended: @escaping @Sendable () -> Void = {}
  ) -> Bool {
    var attributes = pthread_attr_t()
    pthread_attr_init(&attributes)
    defer { pthread_attr_destroy(&attributes) }
    pthread_attr_setstacksize(&attributes, 8 << 20)
    pthread_attr_setdetachstate(&attributes, Int32(PTHREAD_CREATE_DETACHED))
    let body = Unmanaged.passRetained(Body(body, ended: ended))
    var thread = pthread_t()
    let code = pthread_create(
      &thread, &attributes,
      {
        Unmanaged<Body>.fromOpaque($0!).takeRetainedValue()()
        return nil
      }, body.toOpaque())
    if code != 0 { body.release() }
    return code == 0
  }
}
