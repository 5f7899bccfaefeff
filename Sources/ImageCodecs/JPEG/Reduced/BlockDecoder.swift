/// Reads all blocks of a scan, in three streams at a time if possible. The steps of one stream depend on each other, so
/// with several streams the processor can run steps of another stream while one waits. One stream takes more than twice
/// as long as three; two take a fifth longer than three.
struct BlockDecoder {
  /// Number of streams if the data has restarts, or is long enough to start in the middle of it.
  static let streamCount = 3

  let frame: CodedFrame
  let kept: KeptCoefficients
  let data: ScanData
  let coding: BlockCoding
  /// Maximum bytes of the blocks that a group of three steps completes.
  private let spare: Int

  /// The outcome of a group of steps.
  enum Outcome {
    case more
    /// No step was taken, because the group may reach the stream's last block. The remaining steps are taken one by
    /// one.
    case full
    /// The stream has passed its end.
    case past
    /// The bits are no valid code.
    case damaged
  }

  /// Creates a decoder of a file's only scan. Nil if the scan doesn't contain all components, if there are other scans,
  /// or if it is unusual in another way.
  init?(_ bytes: UnsafeRawBufferPointer, _ frame: CodedFrame, keeping kept: KeptCoefficients) {
    var segments = SegmentReader(bytes, at: frame.firstScan)
    let (count, interval) = (frame.mcuCount, frame.tables.restartInterval)
    guard let segment = segments.next(), let scan = ScanHeader(segment.content, in: frame),
      scan.components.count == frame.components.count, scan.coefficients == 0...63, scan.high == 0, scan.low == 0,
      let coding = BlockCoding(scan, of: frame, keeping: kept),
      let data = ScanData(
        bytes, at: segments.place, pieceCount: interval > 0 ? (count + interval - 1) / interval : 1),
      SegmentReader(bytes, at: data.end).isAtEnd
    else { return nil }
    (self.frame, self.kept, self.data, self.coding) = (frame, kept, data, coding)
    spare = 3 * kept.largestBlockBytes
  }

  /// Returns all blocks; nil if the data is damaged in any way, or memory is short.
  func blocks() -> KeptBlocks? {
    data.pieces.count > 1 ? blocksOfPieces() : blocksOfOnePiece()
  }
}

// MARK: Steps

extension BlockDecoder {
  /// Takes three steps, for which a window always has enough bits.
  @inline(__always)
  private func takeGroup(_ stream: inout BlockStream) -> Outcome {
    if _slowPath(stream.place >= stream.limit - spare) { return .full }
    var window = stream.window
    guard stream.step(&window), stream.step(&window), stream.step(&window) else { return .damaged }
    stream.takeBits()
    return _slowPath(stream.position > stream.end) ? .past : .more
  }

  /// Advances several streams in turn until each is over. When a stream reports an outcome other than `more`, `goesOn`
  /// decides whether it continues; nil aborts all streams. Returns false if they were aborted.
  @inline(__always)
  func takeTurns(_ streams: Streams, _ goesOn: (_ stream: Int, Outcome) -> Bool?) -> Bool {
    var active = Array(0..<streams.count)
    while let first = active.first {
      let outcomes =
        switch active.count {
        case 1: (takeGroups(&streams[first]), Outcome.more, Outcome.more)
        case 2: takeGroups(streams.pointer + first, streams.pointer + active[1])
        default: takeGroups(streams.pointer + first, streams.pointer + active[1], streams.pointer + active[2])
        }
      var isOver = (false, false, false)
      if outcomes.0 != .more {
        guard let goesOn = goesOn(first, outcomes.0) else { return false }
        isOver.0 = !goesOn
      }
      if outcomes.1 != .more {
        guard let goesOn = goesOn(active[1], outcomes.1) else { return false }
        isOver.1 = !goesOn
      }
      if outcomes.2 != .more {
        guard let goesOn = goesOn(active[2], outcomes.2) else { return false }
        isOver.2 = !goesOn
      }
      if isOver.2 { active.remove(at: 2) }
      if isOver.1 { active.remove(at: 1) }
      if isOver.0 { active.remove(at: 0) }
    }
    return true
  }

  /// Advances three streams in turn, until one of them reports an outcome other than `more`.
  @inline(never)
  private func takeGroups(
    _ one: UnsafeMutablePointer<BlockStream>, _ two: UnsafeMutablePointer<BlockStream>,
    _ three: UnsafeMutablePointer<BlockStream>
  ) -> (Outcome, Outcome, Outcome) {
    var (first, second, third) = (one.pointee, two.pointee, three.pointee)
    var outcomes = (Outcome.more, Outcome.more, Outcome.more)
    while outcomes.0 == .more, outcomes.1 == .more, outcomes.2 == .more {
      outcomes = (takeGroup(&first), takeGroup(&second), takeGroup(&third))
    }
    (one.pointee, two.pointee, three.pointee) = (first, second, third)
    return outcomes
  }

  /// Advances two streams in turn, in the same way.
  @inline(never)
  private func takeGroups(
    _ one: UnsafeMutablePointer<BlockStream>, _ two: UnsafeMutablePointer<BlockStream>
  ) -> (Outcome, Outcome, Outcome) {
    var (first, second) = (one.pointee, two.pointee)
    var outcomes = (Outcome.more, Outcome.more)
    while outcomes.0 == .more, outcomes.1 == .more { outcomes = (takeGroup(&first), takeGroup(&second)) }
    (one.pointee, two.pointee) = (first, second)
    return (outcomes.0, outcomes.1, .more)
  }

  /// Advances one stream until it reports an outcome other than `more`.
  @inline(never)
  func takeGroups(_ stream: inout BlockStream) -> Outcome {
    while true {
      let outcome = takeGroup(&stream)
      if outcome != .more { return outcome }
    }
  }

  /// Takes one step. Returns whether there was a valid code.
  func takeStep(_ stream: inout BlockStream) -> Bool {
    var window = stream.window
    guard stream.step(&window) else { return false }
    stream.takeBits()
    return true
  }

  /// Advances the stream to its last block. Returns whether the data ends there, except for the bits that pad the last
  /// byte.
  func finish(_ stream: inout BlockStream) -> Bool {
    takeGroups(&stream) == .full && finishSteps(&stream)
  }

  func finishSteps(_ stream: inout BlockStream) -> Bool {
    while stream.place < stream.limit {
      guard takeStep(&stream), stream.position <= stream.end else { return false }
    }
    return stream.position + 8 > stream.end
  }

  /// Returns a stream over piece `piece` of the data.
  func stream(piece: Int, place: UnsafeMutableRawPointer, limit: UnsafeMutableRawPointer) -> BlockStream {
    let (start, count) = data.pieces[piece]
    return BlockStream(start, to: count * 8, coding: coding, place: place, limit: limit)
  }
}

/// Storage for streams at a fixed address.
final class Streams {
  let pointer: UnsafeMutablePointer<BlockStream>
  let count: Int

  init(_ streams: [BlockStream]) {
    (pointer, count) = (.allocate(capacity: streams.count), streams.count)
    pointer.initialize(from: streams, count: streams.count)
  }

  deinit { pointer.deallocate() }

  subscript(index: Int) -> BlockStream {
    get { pointer[index] }
    _modify { yield &pointer[index] }
  }
}
