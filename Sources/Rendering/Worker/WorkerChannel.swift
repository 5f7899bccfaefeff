import ImageCodecs
import Platform

/// An end of the socket between a worker and the process that uses it. It carries frames, some of them with an open
/// file.
final class WorkerChannel {
  enum Kind: UInt8, FrameKind {
    // To the worker.
    /// A ``WorkerSetup``, sent once.
    case setup = 1
    /// A ``WorkerPhoto`` with its file: a photo, or a per-photo image of the previous photo. Answered by `info`.
    case photo
    /// A ``RenderRequest`` for the previous photo. Answered by outputs, or by a size and rows (`bytes` of output 0),
    /// then `done`.
    case render
    /// The bytes that the reader of the previous photo can use to be faster. Answered by the photo's stored rows (`bytes`
    /// of output 0), then `done`.
    case read
    /// A ``WorkerRecipe`` for the following requests. Its resources follow. Answered by `done`.
    case recipe
    /// Bytes of one of the recipe's resources.
    case resource
    /// The bit depth of photos for which the worker decodes the recipe's images. Answered by `done`.
    case sources
    /// A ``WorkerRecipe`` whose texts are to be set. Its fonts follow. Answered by `textSizes`.
    case texts

    // From the worker.
    /// A ``WorkerState``, sent when the worker is ready.
    case ready = 16
    /// An `ImageInfo`.
    case info
    /// The start of another output. Outputs are written concurrently.
    case output
    /// Bytes of an output's file, after its index (32 bits, little-endian). Outputs are numbered from 0 in the order in
    /// which they started.
    case bytes
    /// The end of the answer, with a ``RenderResult``.
    case done
    /// A ``WorkerFailure`` instead of any other answer.
    case failure
    /// A `PixelSize`: the size of the picture whose rows follow.
    case size
    /// A ``WorkerTextSizes``.
    case textSizes

    /// Maximum size of a frame of this kind in bytes.
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
  ///   - prefix: Bytes to send before `bytes`.
  ///   - end: Time at which to give up. Nil for no limit.
  func send(
    _ kind: Kind, behind prefix: [UInt8] = [], bytes: UnsafeRawBufferPointer,
    until end: ContinuousClock.Instant? = nil
  ) throws(Failure) {
    try frames.send(kind, behind: prefix, bytes: bytes, until: end)
  }

  /// - Parameter descriptor: An open file to pass on.
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

  /// Waits for a recipe's resource of a given size.
  func receive(resource byteCount: Int) throws(Failure) -> EncodedImage {
    try frames.receive(.resource, inPieces: byteCount)
  }

  /// Waits for the next frame, which must be of one of these kinds.
  ///
  /// - Parameter end: Time at which to give up. Nil for no limit.
  func receive(_ kinds: [Kind], until end: ContinuousClock.Instant? = nil) throws(Failure) -> Frame {
    try frames.receive(kinds, until: end)
  }

  /// Returns the open file received last. The caller must close it. Only workers accept files.
  func takeDescriptor() throws(Failure) -> Int32 {
    guard let descriptor = socket.takeArrived() else { throw .malformed }
    return descriptor
  }

  typealias Frame = Rendering.Frame<Kind>
}

extension Frame<WorkerChannel.Kind> {
  /// Size of an output's index in bytes, which precedes the bytes of its file.
  static var outputPrefixCount: Int { 4 }

  /// Calls `body` with the index of an output and bytes of its file.
  func withOutput<Result>(_ body: (Int, UnsafeRawBufferPointer) throws -> Result) throws -> Result {
    guard content.count >= Self.outputPrefixCount else { throw FrameError.malformed }
    return try content.withBytes {
      try body(littleEndianNumber($0), UnsafeRawBufferPointer(rebasing: $0[Self.outputPrefixCount...]))
    }
  }
}

/// The end of the process that uses a worker. It never waits without a time limit, and accepts no open files.
private class SocketEnd: DescriptorPair {
  /// An open file to send with the next byte.
  final var leaving: Int32?

  init(_ socket: Int32) { super.init(input: socket, output: socket) }

  override func write(_ bytes: UnsafeRawBufferPointer) -> Int {
    let count = System.send(bytes, to: output, with: leaving)
    if count >= 0 { leaving = nil }
    return count
  }

  /// Returns the open file received last, if it wasn't taken yet.
  func takeArrived() -> Int32? { nil }
}

/// A worker's end. It waits without a time limit, and the process ends if the other end is closed while it writes. The
/// sandbox allows only `write` for sending.
private final class WorkersEnd: SocketEnd {
  private var arrived: Int32?

  override func write(_ bytes: UnsafeRawBufferPointer) -> Int {
    if leaving != nil { return super.write(bytes) }
    return Platform.write(output, bytes.baseAddress!, bytes.count)
  }

  override func read(into room: UnsafeMutableRawPointer, _ count: Int) -> Int {
    let (got, descriptor) = System.receive(into: room, count, from: input)
    if let descriptor {
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
