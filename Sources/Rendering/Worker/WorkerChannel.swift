import CSystem
import Glibc
import ImageCodecs

/// One end of the socket between a worker and who has it work: frames, and with some of them an open file.
final class WorkerChannel {
  enum Kind: UInt8, FrameKind {
    // To the worker.
    /// A ``WorkerSetup``, once.
    case setup = 1
    /// A ``WorkerPhoto``, or a picture that the photo before has of its own, with its file. Answered by `info`.
    case photo
    /// A ``RenderRequest`` for the photo before. Answered by outputs, or by a size and rows (`bytes` of output 0),
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
    /// A ``WorkerRecipe``, of which the texts are to be set; its fonts follow. Answered by `textSizes`.
    case texts

    // From the worker.
    /// A ``WorkerState``: it is set up.
    case ready = 16
    /// An `ImageInfo`.
    case info
    /// Another output begins. Outputs are made side by side.
    case output
    /// Bytes of an output's file, behind its number, from 0 in the order they began (32 bits, the low ones first).
    case bytes
    /// All is there that was asked for; a ``RenderResult``.
    case done
    /// A ``WorkerFailure`` in place of any answer.
    case failure
    /// A `PixelSize`: how large the picture is whose rows follow.
    case size
    /// A ``WorkerTextSizes``.
    case textSizes

    /// How many bytes of it are taken.
    var limit: Int {
      switch self {
      case .recipe, .texts, .info: 1 << 28
      case .bytes, .resource: 1 << 20
      case .setup, .photo, .render, .read, .sources, .ready, .size, .textSizes, .done, .failure: 1 << 18
      case .output: 0
      }
    }
  }

  typealias Failure = FrameError

  private let socket: SocketEnd
  private let frames: FrameStream<Kind>

  /// - Parameter isWorkers: Whether this is the worker's end.
  init(socket: Int32, isWorkers: Bool) {
    self.socket = isWorkers ? WorkersEnd(socket) : SocketEnd(socket)
    frames = FrameStream(self.socket)
  }

  /// - Parameters:
  ///   - prefix: What comes before the bytes.
  ///   - end: Until when to try; nil for as long as it takes.
  func send(
    _ kind: Kind, behind prefix: [UInt8] = [], bytes: UnsafeRawBufferPointer,
    until end: ContinuousClock.Instant? = nil
  ) throws(Failure) {
    try frames.send(kind, behind: prefix, bytes: bytes, until: end)
  }

  /// - Parameter descriptor: An open file to hand over.
  func send(
    _ kind: Kind, _ value: some Encodable, with descriptor: Int32? = nil, until end: ContinuousClock.Instant? = nil
  ) throws {
    socket.leaving = descriptor
    defer { socket.leaving = nil }
    try frames.send(kind, value, until: end)
  }

  /// Sends bytes of an output.
  func send(output number: Int, _ bytes: UnsafeRawBufferPointer) throws(Failure) {
    try frames.send(.bytes, inPieces: bytes, behind: littleEndianBytes(of: number))
  }

  /// Sends a recipe's resource.
  func send(resource: EncodedImage, until end: ContinuousClock.Instant? = nil) throws(Failure) {
    try resource.withBytes { (bytes: UnsafeRawBufferPointer) throws(Failure) in
      try frames.send(.resource, inPieces: bytes, until: end)
    }
  }

  /// Waits for a recipe's resource of so many bytes.
  func receive(resource byteCount: Int) throws(Failure) -> EncodedImage {
    try frames.receive(.resource, inPieces: byteCount)
  }

  /// Waits for the next frame, of one of these kinds.
  ///
  /// - Parameter end: Until when to wait.
  func receive(_ kinds: [Kind], until end: ContinuousClock.Instant? = nil) throws(Failure) -> Frame {
    try frames.receive(kinds, until: end)
  }

  /// The open file that the other end handed over last, for the caller to close. Only workers take any.
  func takeDescriptor() throws(Failure) -> Int32 {
    guard let descriptor = socket.takeArrived() else { throw .malformed }
    return descriptor
  }

  typealias Frame = Rendering.Frame<Kind>
}

extension Frame<WorkerChannel.Kind> {
  /// Bytes of the number of an output, which are before those of its file.
  static var outputPrefixCount: Int { 4 }

  /// Calls `body` with the number of an output and bytes of its file.
  func withOutput<Result>(_ body: (Int, UnsafeRawBufferPointer) throws -> Result) throws -> Result {
    guard content.count >= Self.outputPrefixCount else { throw FrameError.malformed }
    return try content.withBytes {
      try body(littleEndianNumber($0), UnsafeRawBufferPointer(rebasing: $0[Self.outputPrefixCount...]))
    }
  }
}

/// The end of who has a worker work. It waits for nothing without an end, and takes no open files.
private class SocketEnd: DescriptorPair {
  /// An open file that goes with the next byte.
  final var leaving: Int32?

  init(_ socket: Int32) { super.init(input: socket, output: socket) }

  override func write(_ bytes: UnsafeRawBufferPointer) -> Int {
    if let descriptor = leaving {
      let count = packshot_send_with_descriptor(output, bytes.baseAddress!, bytes.count, descriptor)
      if count >= 0 { leaving = nil }
      return count
    }
    return Glibc.send(output, bytes.baseAddress!, bytes.count, Int32(MSG_NOSIGNAL) | Int32(MSG_DONTWAIT))
  }

  /// An open file that came and was not taken yet.
  func takeArrived() -> Int32? { nil }
}

/// A worker's end: it has nothing to do but wait, and ends when it writes to nobody. All that a sandbox lets it write with is
/// `write`.
private final class WorkersEnd: SocketEnd {
  private var arrived: Int32?

  override func write(_ bytes: UnsafeRawBufferPointer) -> Int {
    if leaving != nil { return super.write(bytes) }
    return Glibc.write(output, bytes.baseAddress!, bytes.count)
  }

  override func read(into room: UnsafeMutableRawPointer, _ count: Int) -> Int {
    var descriptor: Int32 = -1
    let got = packshot_receive_with_descriptor(input, room, count, &descriptor)
    if descriptor >= 0 {
      if let arrived { close(arrived) }
      arrived = descriptor
    }
    return got
  }

  override func takeArrived() -> Int32? {
    defer { arrived = nil }
    return arrived
  }
}
