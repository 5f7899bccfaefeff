import Platform

/// Open files to read from and write to: the ends of two pipes, such as standard input and output, or one socket.
class DescriptorPair {
  final let input: Int32
  final let output: Int32

  init(input: Int32, output: Int32) { (self.input, self.output) = (input, output) }

  /// Reads available bytes. Returns 0 at the end, and a negative number with `errno` if reading fails.
  func read(into room: UnsafeMutableRawPointer, _ count: Int) -> Int { Platform.read(input, room, count) }

  /// Writes as much as possible. Returns a negative number with `errno` if writing fails. It writes at most as many
  /// bytes as a ready pipe accepts at once, so it doesn't block.
  func write(_ bytes: UnsafeRawBufferPointer) -> Int {
    Platform.write(output, bytes.baseAddress!, min(bytes.count, Int(PIPE_BUF)))
  }

  /// Waits until there is something to read.
  final func waitForInput(until end: ContinuousClock.Instant) throws(FrameError) { try wait(input, POLLIN, end) }

  /// Waits until something can be written.
  final func waitForOutput(until end: ContinuousClock.Instant) throws(FrameError) { try wait(output, POLLOUT, end) }

  private func wait(_ descriptor: Int32, _ event: Int32, _ end: ContinuousClock.Instant) throws(FrameError) {
    while true {
      let left = (end - .now) / .milliseconds(1)
      guard left > 0 else { throw .timedOut }
      var ready = pollfd(fd: descriptor, events: Int16(event), revents: 0)
      if poll(&ready, 1, Int32(min(left.rounded(.up), 1e9))) > 0 { return }
    }
  }
}
