// Streams that start in the middle of data without restarts.
//
// Such a stream interprets the bits at its start as the beginning of an MCU, which they hardly ever are. But Huffman
// codes resynchronise: after some blocks, mostly fewer than 35, the stream ends a block at a true block end, at the
// same position in an MCU. From there on it reads the same as a stream from the beginning. The stream before it detects
// this point when it gets there. So only the time depends on luck, never the result.

extension ScanIndexer {
  /// Minimum bytes of data for more than one stream.
  private static var leastBytes: Int { 32 << 10 }
  /// Number of block ends recorded as possible meeting points of streams.
  private static var noted: Int { 256 }
  /// Maximum number of start positions to try for a stream, because random bits may contain no valid code.
  private static var mostStarts: Int { 100 }
  /// Bits before the end at which the last stream stops until the number of remaining blocks is known.
  private static var bitsLeft: Int { 1024 }

  /// The end of a block of such a stream.
  private struct BlockEnd {
    let position: Int
    let phase: UnsafePointer<SkipCoding.Phase>
    /// Bytes of the stream's starts before this end.
    let bytes: Int
  }

  /// Reads data without restarts: in several streams if each meets the next one, otherwise in one.
  func startsInOnePiece() -> BlockStarts? {
    let isLong = data.pieces[0].count >= Self.leastBytes
    guard let starts = BlockStarts(of: frame, streams: isLong ? Self.streamCount : 1) else { return nil }
    let room = starts.rooms[0].start
    var first = stream(piece: 0, place: room, limit: room + starts.byteCount)
    let others = isLong ? beginInTheMiddle(starts) : nil
    guard let others else { return finish(&first) ? starts : nil }
    let end = first.end
    let streams = Streams([first] + others.map(\.stream))
    for (number, other) in others.enumerated() { streams[number].end = other.ends[0].position }
    streams[others.count].end = end - Self.bitsLeft
    var outcomes = [Outcome](repeating: .more, count: streams.count)
    _ = takeTurns(streams) { number, outcome in
      outcomes[number] = outcome
      return false
    }
    streams[0].end = end
    if outcomes[0] == .full { return isAtEnd(streams[0]) ? starts : nil }
    guard outcomes[0] == .past else { return nil }
    if outcomes.allSatisfy({ $0 == .past }), let places = meetAll(streams, others.map(\.ends), starts) {
      streams[others.count].end = end
      guard finish(&streams[others.count]) else { return nil }
      starts.join(ends: (0..<others.count).map { streams[$0].place }, starts: places)
      return starts
    }
    streams[0].end = end
    return finish(&streams[0]) ? starts : nil
  }

  /// Runs each stream until it meets the next one. Returns the addresses of the starts of each further stream from that
  /// point, and sets the last stream's limit to the remaining bytes. Nil if two streams don't meet, or a room is too
  /// small.
  private func meetAll(_ streams: Streams, _ ends: [[BlockEnd]], _ starts: BlockStarts) -> [UnsafeMutableRawPointer]? {
    var places: [UnsafeMutableRawPointer] = []
    var bytesLeft = starts.byteCount
    var place = starts.rooms[0].start
    for (number, ends) in ends.enumerated() {
      let room = starts.rooms[number]
      guard let met = meet(&streams[number], ends),
        // The stream's last MCU may be incomplete, and is completed in place.
        streams[number].place - room.start + starts.mcuBytes <= room.byteCount
      else { return nil }
      bytesLeft -= streams[number].place - place
      place = starts.rooms[number + 1].start + met.bytes
      places.append(place)
      guard streams[number + 1].place - place >= starts.mcuBytes else { return nil }
    }
    let (last, room) = (streams.count - 1, starts.rooms[streams.count - 1])
    guard bytesLeft > streams[last].place - place, place - room.start + bytesLeft <= room.byteCount else { return nil }
    streams[last].limit = place + bytesLeft
    return places
  }

  /// Returns streams that start in the middle of the data, at equal distances, and have read their first blocks, with
  /// the recorded block ends. The first block end is the stream's start, which may be a true block end.
  private func beginInTheMiddle(_ starts: BlockStarts) -> [(stream: SkippingStream, ends: [BlockEnd])]? {
    var begun: [(stream: SkippingStream, ends: [BlockEnd])] = []
    for (number, room) in starts.rooms.enumerated().dropFirst() {
      let middle = data.pieces[0].count / starts.rooms.count * number
      guard let (stream, ends) = begin(at: middle, in: room) else { return nil }
      begun.append((stream, ends))
    }
    return begun
  }

  private func begin(at middle: Int, in room: BlockStarts.Room) -> (SkippingStream, [BlockEnd])? {
    for start in middle..<middle + Self.mostStarts {
      var stream = stream(piece: 0, from: start * 8, place: room.start, limit: room.start + room.byteCount)
      if let ends = noteEnds(&stream) { return (stream, ends) }
    }
    return nil
  }

  private func noteEnds(_ stream: inout SkippingStream) -> [BlockEnd]? {
    let first = stream.place
    var ends = [BlockEnd(position: stream.position, phase: stream.phase, bytes: 0)]
    ends.reserveCapacity(Self.noted)
    while ends.count < Self.noted {
      let place = stream.place
      guard stream.takeGroup() == .more, stream.position + 4 * Self.bitsLeft < stream.end else { return nil }
      if stream.place != place {
        ends.append(BlockEnd(position: stream.position, phase: stream.phase, bytes: stream.place - first))
      }
    }
    return ends
  }

  /// Continues until a block ends at one of `ends`, and returns that end. Nil if the stream passes all of them or
  /// fails.
  private func meet(_ stream: inout SkippingStream, _ ends: [BlockEnd]) -> BlockEnd? {
    var index = 0
    stream.end = ends.last!.position
    while true {
      if stream.state == 0 {
        while index < ends.count, ends[index].position < stream.position { index += 1 }
        guard index < ends.count else { return nil }
        if ends[index].position == stream.position, ends[index].phase == stream.phase { return ends[index] }
      }
      guard stream.takeGroup() == .more else { return nil }
    }
  }
}
