import Glibc

/// What bytes come from and go to: the ends of two pipes, such as standard input and output, or one socket.
class DescriptorPair {
  final let input: Int32
  final let output: Int32

  init(input: Int32, output: Int32) { (self.input, self.output) = (input, output) }

  /// Reads what there is; 0 at the end, and less where that fails, which `errno` tells.
  func read(into room: UnsafeMutableRawPointer, _ count: Int) -> Int { Glibc.read(input, room, count) }

  /// Writes what it can; less than 0 where that fails, which `errno` tells. It is no more than a pipe takes at once that is ready
  /// for something, so that nobody waits who was not going to.
  func write(_ bytes: UnsafeRawBufferPointer) -> Int {
    Glibc.write(output, bytes.baseAddress!, min(bytes.count, Int(PIPE_BUF)))
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
