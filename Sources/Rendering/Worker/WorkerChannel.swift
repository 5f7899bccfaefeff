import CSandbox
import Foundation
import Glibc
import ImageCodecs

/// One end of the socket between a worker and who has it work. What goes over it comes in frames: how many bytes (32 bits,
/// the low ones first), a kind, and the bytes.
///
/// Nobody trusts the other end: a frame has a kind that is known and no more bytes than its kind may have.
final class WorkerChannel {
  enum Kind: UInt8, CaseIterable {
    // To the worker.
    /// A ``WorkerSetup``, once.
    case setup = 1
    /// A ``WorkerPhoto``, with its file. Answered by `info`.
    case photo
    /// A ``WorkerRequest`` for the photo before. Answered by outputs, or by a size and rows (`bytes` of output 0),
    /// then `done`.
    case render
    /// A ``WorkerReading`` of the photo before. Answered by its rows as they are stored (`bytes` of output 0), then `done`.
    case read
    /// A ``WorkerRecipe``, to render by from now on; its resources follow. Answered by `done`.
    case recipe
    /// Bytes of one of the recipe's resources.
    case resource
    /// A ``WorkerSources``: the recipe's pictures are to be made. Answered by `done`.
    case sources

    // From the worker.
    /// A ``WorkerState``: it is set up.
    case ready = 16
    /// An `ImageInfo`.
    case info
    /// Another output begins. Outputs are made side by side.
    case output
    /// Bytes of an output's file, behind its number, from 0 in the order they began (32 bits, the low ones first).
    case bytes
    /// All is there that was asked for; a ``WorkerDone``.
    case done
    /// A ``WorkerFailure`` in place of any answer.
    case failure
    /// A `PixelSize`: how large the picture is whose rows follow.
    case size

    /// How many bytes of it are taken.
    var limit: Int {
      switch self {
      case .recipe, .info: 1 << 28
      case .bytes, .resource: 1 << 20
      case .setup, .photo, .render, .read, .sources, .ready, .size, .done, .failure: 1 << 18
      case .output: 0
      }
    }
  }

  enum Failure: Error {
    /// The other end is gone.
    case closed
    /// It took longer than it may.
    case timedOut
    /// What came is no frame that is expected.
    case malformed
    /// What was to be sent is more than a frame holds.
    case oversized
  }

  private let socket: Int32
  /// Whether this is the worker's end: it has nothing to do but wait, and ends when it writes to nobody. All that a sandbox
  /// lets it write with is `write`.
  private let isWorkers: Bool
  private static let headerCount = 5
  /// An open file that came and was not taken yet; −1 where there is none.
  private var handed: Int32 = -1

  init(socket: Int32, isWorkers: Bool) { (self.socket, self.isWorkers) = (socket, isWorkers) }

  /// - Parameters:
  ///   - prefix: What comes before the bytes.
  ///   - descriptor: An open file to hand over.
  ///   - end: Until when to try; nil for as long as it takes.
  func send(
    _ kind: Kind, behind prefix: [UInt8] = [], bytes: UnsafeRawBufferPointer, with descriptor: Int32? = nil,
    until end: ContinuousClock.Instant? = nil
  ) throws(Failure) {
    let count = prefix.count + bytes.count
    guard count <= kind.limit else { throw .oversized }
    let start = EncodedImage(Self.word(count) + [kind.rawValue] + prefix)
    try start.withBytes { (start: UnsafeRawBufferPointer) throws(Failure) in
      try write(start, with: descriptor, until: end)
    }
    try write(bytes, until: end)
  }

  /// 32 bits, the low ones first.
  private static func word(_ number: Int) -> [UInt8] { (0..<4).map { UInt8(truncatingIfNeeded: number >> (8 * $0)) } }

  func send(
    _ kind: Kind, _ value: some Encodable, with descriptor: Int32? = nil, until end: ContinuousClock.Instant? = nil
  ) throws {
    try JSONEncoder().encode(value).withUnsafeBytes { try send(kind, bytes: $0, with: descriptor, until: end) }
  }

  /// Sends bytes of an output, in as many frames as it takes.
  func send(output number: Int, _ bytes: UnsafeRawBufferPointer) throws(Failure) {
    var rest = bytes
    while !rest.isEmpty {
      let count = min(rest.count, Kind.bytes.limit - 4)
      try send(.bytes, behind: Self.word(number), bytes: UnsafeRawBufferPointer(rebasing: rest[..<count]))
      rest = UnsafeRawBufferPointer(rebasing: rest[count...])
    }
  }

  /// Sends a recipe's resource, in as many frames as it takes.
  func send(resource: EncodedImage, until end: ContinuousClock.Instant? = nil) throws(Failure) {
    try resource.withBytes { (bytes: UnsafeRawBufferPointer) throws(Failure) in
      var rest = bytes
      while !rest.isEmpty {
        let count = min(rest.count, Kind.resource.limit)
        try send(.resource, bytes: UnsafeRawBufferPointer(rebasing: rest[..<count]), until: end)
        rest = UnsafeRawBufferPointer(rebasing: rest[count...])
      }
    }
  }

  /// Waits for a recipe's resource of so many bytes.
  func receive(resource byteCount: Int) throws(Failure) -> EncodedImage {
    try EncodedImage(capacity: byteCount) { (room) throws(Failure) in
      var filled = 0
      while filled < byteCount {
        let part = try receive([.resource]).content
        guard part.count > 0, part.count <= byteCount - filled else { throw .malformed }
        part.withBytes { UnsafeMutableRawBufferPointer(rebasing: room[filled...]).copyMemory(from: $0) }
        filled += part.count
      }
      return filled
    }
  }

  /// Waits for the next frame, of one of these kinds.
  ///
  /// - Parameter end: Until when to wait.
  func receive(_ kinds: [Kind], until end: ContinuousClock.Instant? = nil) throws(Failure) -> Frame {
    let header = try read(Self.headerCount, until: end).withBytes { Array($0) }
    let count = Self.number(header)
    guard let kind = Kind(rawValue: header[4]), kinds.contains(kind), count <= kind.limit else { throw .malformed }
    return Frame(kind: kind, content: try read(count, until: end))
  }

  /// The open file that the other end handed over last, for the caller to close. Only workers take any.
  func takeDescriptor() throws(Failure) -> Int32 {
    guard handed >= 0 else { throw .malformed }
    defer { handed = -1 }
    return handed
  }

  private static func number(_ bytes: some Sequence<UInt8>) -> Int {
    zip(bytes, 0..<4).reduce(0) { $0 | Int($1.0) << (8 * $1.1) }
  }

  struct Frame {
    var kind: Kind
    var content: EncodedImage

    /// Bytes of the number of an output, which are before those of its file.
    static let outputPrefixCount = 4

    /// Calls `body` with the number of an output and bytes of its file.
    func withOutput<Result>(_ body: (Int, UnsafeRawBufferPointer) throws -> Result) throws -> Result {
      guard content.count >= Self.outputPrefixCount else { throw Failure.malformed }
      return try content.withBytes {
        try body(WorkerChannel.number($0), UnsafeRawBufferPointer(rebasing: $0[Self.outputPrefixCount...]))
      }
    }

    func value<Value: Decodable>(_ type: Value.Type = Value.self) throws(Failure) -> Value {
      guard let value = try? content.withBytes({ try JSONDecoder().decode(Value.self, from: Data($0)) }) else {
        throw .malformed
      }
      return value
    }
  }

  private func write(
    _ bytes: UnsafeRawBufferPointer, with descriptor: Int32? = nil, until end: ContinuousClock.Instant?
  ) throws(Failure) {
    var (rest, descriptor) = (bytes, descriptor)
    while !rest.isEmpty {
      if let end { try wait(for: POLLOUT, until: end) }
      let count = write(rest, with: descriptor)
      if count < 0, errno == EINTR || errno == EAGAIN { continue }
      if count < 0 { throw .closed }
      rest = UnsafeRawBufferPointer(rebasing: rest[count...])
      descriptor = nil
    }
  }

  /// Writes what it can; a descriptor goes with the first byte.
  private func write(_ bytes: UnsafeRawBufferPointer, with descriptor: Int32?) -> Int {
    if let descriptor { return packshot_send_with_descriptor(socket, bytes.baseAddress!, bytes.count, descriptor) }
    if isWorkers { return Glibc.write(socket, bytes.baseAddress!, bytes.count) }
    return Glibc.send(socket, bytes.baseAddress!, bytes.count, Int32(MSG_NOSIGNAL) | Int32(MSG_DONTWAIT))
  }

  private func read(_ count: Int, until end: ContinuousClock.Instant?) throws(Failure) -> EncodedImage {
    try EncodedImage(capacity: count) { (room) throws(Failure) in
      var filled = 0
      while filled < count {
        if let end { try wait(for: POLLIN, until: end) }
        let got = read(into: room.baseAddress! + filled, count - filled)
        if got < 0, errno == EINTR { continue }
        if got <= 0 { throw .closed }
        filled += got
      }
      return filled
    }
  }

  /// Reads what there is. What a worker hands over is let go of unseen, by reading without asking for it.
  private func read(into room: UnsafeMutableRawPointer, _ count: Int) -> Int {
    guard isWorkers else { return Glibc.read(socket, room, count) }
    var descriptor: Int32 = -1
    let got = packshot_receive_with_descriptor(socket, room, count, &descriptor)
    if descriptor >= 0 {
      if handed >= 0 { close(handed) }
      handed = descriptor
    }
    return got
  }

  private func wait(for event: Int32, until end: ContinuousClock.Instant) throws(Failure) {
    while true {
      let left = (end - .now) / .milliseconds(1)
      guard left > 0 else { throw .timedOut }
      var ready = pollfd(fd: socket, events: Int16(event), revents: 0)
      if poll(&ready, 1, Int32(min(left.rounded(.up), 1e9))) > 0 { return }
    }
  }
}
