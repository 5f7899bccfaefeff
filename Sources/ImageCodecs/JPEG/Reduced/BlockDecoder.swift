/// Reads all blocks of a scan, in two streams at a time where it can: a stream's steps wait for each other, and the processor
/// does those of another one meanwhile.
struct BlockDecoder {
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

  /// Goes on in two streams by turns, until either comes to something.
  @inline(never)
  func takeGroups(_ streams: UnsafeMutablePointer<BlockStream>) -> (Outcome, Outcome) {
    var (one, other) = (streams[0], streams[1])
    var outcomes = (Outcome.more, Outcome.more)
    while outcomes.0 == .more, outcomes.1 == .more { outcomes = (takeGroup(&one), takeGroup(&other)) }
    (streams[0], streams[1]) = (one, other)
    return outcomes
  }

  /// Goes on in one stream, until it comes to something.
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
