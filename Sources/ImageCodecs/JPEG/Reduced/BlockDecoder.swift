/// Reads all blocks of a scan, in three streams at a time where it can: a stream's steps wait for each other, and the processor
/// does those of the others meanwhile. One alone takes more than twice as long, two a fifth more.
struct BlockDecoder {
  /// How many streams there are where the data has restarts, or is long enough to begin in the middle of it.
  static let streamCount = 3

  let frame: CodedFrame
  let kept: KeptCoefficients
  let data: ScanData
  let coding: BlockCoding
  /// What three steps may fill.
  private let spare: Int

  /// How a group of steps went.
  enum Outcome {
    case more
    /// None was taken, as the stream's last block may be among them. That is gone to step by step.
    case full
    /// More bits were taken than the stream was to.
    case past
    /// There was no such code.
    case damaged
  }

  /// A decoder of a file's only scan; nil where it is not of all components, or there are others, or it is out of the ordinary
  /// in some other way.
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

  /// All blocks; nil where the data is damaged in any way, or memory is short.
  func blocks() -> KeptBlocks? {
    data.pieces.count > 1 ? blocksOfPieces() : blocksOfOnePiece()
  }
}

// MARK: Steps

extension BlockDecoder {
  /// Three steps: what a window has bits for.
  @inline(__always)
  private func takeGroup(_ stream: inout BlockStream) -> Outcome {
    if _slowPath(stream.place >= stream.limit - spare) { return .full }
    var window = stream.window
    guard stream.step(&window), stream.step(&window), stream.step(&window) else { return .damaged }
    stream.takeBits()
    return _slowPath(stream.position > stream.end) ? .past : .more
  }

  /// Goes on in streams by turns, until each is over. Where one comes to something, `goesOn` says whether it goes on from there;
  /// nil gives all of them up. Returns whether that did not happen.
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

  /// Goes on in three streams by turns, until one of them comes to something.
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

  /// The same in two streams.
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

  /// Goes on in one stream, until it comes to something.
  @inline(never)
  func takeGroups(_ stream: inout BlockStream) -> Outcome {
    while true {
      let outcome = takeGroup(&stream)
      if outcome != .more { return outcome }
    }
  }

  /// One step; whether there was a code.
  func takeStep(_ stream: inout BlockStream) -> Bool {
    var window = stream.window
    guard stream.step(&window) else { return false }
    stream.takeBits()
    return true
  }

  /// Goes on alone to the last block; whether the data ends there, but for the bits that fill up a byte.
  func finish(_ stream: inout BlockStream) -> Bool {
    takeGroups(&stream) == .full && finishSteps(&stream)
  }

  func finishSteps(_ stream: inout BlockStream) -> Bool {
    while stream.place < stream.limit {
      guard takeStep(&stream), stream.position <= stream.end else { return false }
    }
    return stream.position + 8 > stream.end
  }

  /// A stream over piece `piece` of the data.
  func stream(piece: Int, place: UnsafeMutableRawPointer, limit: UnsafeMutableRawPointer) -> BlockStream {
    let (start, count) = data.pieces[piece]
    return BlockStream(start, to: count * 8, coding: coding, place: place, limit: limit)
  }
}

/// Room for streams, which stay where they are.
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
