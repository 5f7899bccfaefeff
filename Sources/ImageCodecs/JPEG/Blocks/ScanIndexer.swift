/// Finds where the blocks of a file's only scan start, in three streams at a time if possible. The steps of one stream
/// depend on each other, so with several streams the processor can run steps of another stream while one waits.
struct ScanIndexer {
  /// Number of streams if the data has restarts, or is long enough to start in the middle of it.
  static let streamCount = 3

  let frame: CodedFrame
  let data: ScanData
  let coding: SkipCoding

  typealias Outcome = SkippingStream.Outcome

  /// Nil if the data is too long for the starts of blocks to be counted in bits.
  init?(_ frame: CodedFrame, _ data: ScanData, _ codes: [BlockCodes]) {
    guard data.byteCount * 8 < BlockStarts.mostBits else { return nil }
    (self.frame, self.data, coding) = (frame, data, SkipCoding(codes))
  }

  /// Returns where all blocks start; nil if the data is damaged in any way, or memory is short.
  func starts() -> BlockStarts? {
    data.pieces.count > 1 ? startsInPieces() : startsInOnePiece()
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
    _ one: UnsafeMutablePointer<SkippingStream>, _ two: UnsafeMutablePointer<SkippingStream>,
    _ three: UnsafeMutablePointer<SkippingStream>
  ) -> (Outcome, Outcome, Outcome) {
    var (first, second, third) = (one.pointee, two.pointee, three.pointee)
    var outcomes = (Outcome.more, Outcome.more, Outcome.more)
    while outcomes.0 == .more, outcomes.1 == .more, outcomes.2 == .more {
      outcomes = (first.takeGroup(), second.takeGroup(), third.takeGroup())
    }
    (one.pointee, two.pointee, three.pointee) = (first, second, third)
    return outcomes
  }

  /// Advances two streams in turn, in the same way.
  @inline(never)
  private func takeGroups(
    _ one: UnsafeMutablePointer<SkippingStream>, _ two: UnsafeMutablePointer<SkippingStream>
  ) -> (Outcome, Outcome, Outcome) {
    var (first, second) = (one.pointee, two.pointee)
    var outcomes = (Outcome.more, Outcome.more)
    while outcomes.0 == .more, outcomes.1 == .more { outcomes = (first.takeGroup(), second.takeGroup()) }
    (one.pointee, two.pointee) = (first, second)
    return (outcomes.0, outcomes.1, .more)
  }

  /// Advances one stream until it reports an outcome other than `more`.
  @inline(never)
  private func takeGroups(_ stream: inout SkippingStream) -> Outcome {
    while true {
      let outcome = stream.takeGroup()
      if outcome != .more { return outcome }
    }
  }

  /// Advances the stream to its last block. Returns whether the data ends there, except for the bits that pad the last
  /// byte.
  func finish(_ stream: inout SkippingStream) -> Bool {
    takeGroups(&stream) == .full && isAtEnd(stream)
  }

  func isAtEnd(_ stream: SkippingStream) -> Bool { stream.position <= stream.end && stream.position + 8 > stream.end }

  /// Returns a stream over piece `piece` of the data, from bit `position` of the piece.
  func stream(
    piece: Int, from position: Int = 0, place: UnsafeMutableRawPointer, limit: UnsafeMutableRawPointer
  ) -> SkippingStream {
    let (start, count) = data.pieces[piece]
    let first = (start - data.start) * 8
    return SkippingStream(
      data.start, from: first + position, to: first + count * 8, coding: coding, place: place, limit: limit)
  }
}

/// Storage for streams at a fixed address.
final class Streams {
  let pointer: UnsafeMutablePointer<SkippingStream>
  let count: Int

  init(_ streams: [SkippingStream]) {
    (pointer, count) = (.allocate(capacity: streams.count), streams.count)
    pointer.initialize(from: streams, count: streams.count)
  }

  deinit { pointer.deallocate() }

  subscript(index: Int) -> SkippingStream {
    get { pointer[index] }
    _modify { yield &pointer[index] }
  }
}
