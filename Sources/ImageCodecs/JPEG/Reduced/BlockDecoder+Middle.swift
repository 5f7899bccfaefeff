// Streams that start in the middle of data without restarts.
//
// Such a stream interprets the bits at its start as the beginning of an MCU, which they hardly ever are. But Huffman
// codes resynchronise: after some blocks, mostly fewer than 35, the stream ends a block at a true block end, at the
// same position in an MCU. From there on it reads the same as a stream from the beginning. The stream before it detects
// this point when it gets there. So only the time depends on luck, never the result.

extension BlockDecoder {
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
    let phase: UnsafePointer<BlockCoding.Phase>
    /// Bytes of the stream's blocks before this end.
    let bytes: Int
  }

  /// Reads data without restarts: in several streams if each meets the next one, otherwise in one.
  func blocksOfOnePiece() -> KeptBlocks? {
    let isLong = data.pieces[0].count >= Self.leastBytes
    guard let blocks = KeptBlocks(count: frame.mcuCount, of: kept, streams: isLong ? Self.streamCount : 1) else {
      return nil
    }
    var first = stream(piece: 0, place: blocks.rooms[0].start, limit: blocks.rooms[0].start + blocks.byteCount)
    let others = isLong ? beginInTheMiddle(blocks) : nil
    guard let others else { return finish(&first) ? blocks : nil }
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
    if outcomes[0] == .full { return finishSteps(&streams[0]) ? blocks : nil }
    guard outcomes[0] == .past else { return nil }
    if outcomes.allSatisfy({ $0 == .past }), let starts = meetAll(streams, others.map(\.ends), blocks) {
      streams[others.count].end = end
      guard finish(&streams[others.count]) else { return nil }
      blocks.join(ends: (0..<others.count).map { streams[$0].place }, starts: starts)
      return blocks
    }
    return finish(&streams[0]) ? blocks : nil
  }

  /// Runs each stream until it meets the next one. Returns the addresses of the blocks of each further stream from that
  /// point, and sets the last stream's limit to the remaining bytes. Nil if two streams don't meet, or a room is too
  /// small.
  private func meetAll(_ streams: Streams, _ ends: [[BlockEnd]], _ blocks: KeptBlocks) -> [UnsafeMutableRawPointer]? {
    var starts: [UnsafeMutableRawPointer] = []
    var bytesLeft = blocks.byteCount
    var start = blocks.rooms[0].start
    for (number, ends) in ends.enumerated() {
      let room = blocks.rooms[number]
      guard let met = meet(&streams[number], ends),
        // The stream's last MCU may be incomplete, and is completed in place.
        streams[number].place - room.start + kept.mcuBytes <= room.byteCount
      else { return nil }
      bytesLeft -= streams[number].place - start
      start = blocks.rooms[number + 1].start + met.bytes
      starts.append(start)
      guard streams[number + 1].place - start >= kept.mcuBytes else { return nil }
    }
    let (last, room) = (streams.count - 1, blocks.rooms[streams.count - 1])
    guard bytesLeft > streams[last].place - start, start - room.start + bytesLeft <= room.byteCount else { return nil }
    streams[last].limit = start + bytesLeft
    return starts
  }

  /// Returns streams that start in the middle of the data, at equal distances, and have read their first blocks, with
  /// the recorded block ends. The first block end is the stream's start, which may be a true block end.
  private func beginInTheMiddle(_ blocks: KeptBlocks) -> [(stream: BlockStream, ends: [BlockEnd])]? {
    var begun: [(stream: BlockStream, ends: [BlockEnd])] = []
    for (number, room) in blocks.rooms.enumerated().dropFirst() {
      let middle = data.pieces[0].count / blocks.rooms.count * number
      guard let (stream, ends) = begin(at: middle, in: room) else { return nil }
      begun.append((stream, ends))
    }
    return begun
  }

  private func begin(at middle: Int, in room: KeptBlocks.Room) -> (BlockStream, [BlockEnd])? {
    for start in middle..<middle + Self.mostStarts {
      var stream = self.stream(piece: 0, place: room.start, limit: room.start + room.byteCount)
      stream.position = start * 8
      if let ends = noteEnds(&stream) { return (stream, ends) }
      let written = stream.place - room.start + kept.largestBlockBytes + BlockStream.spareBytes
      room.start.initializeMemory(as: UInt8.self, repeating: 0, count: min(written, room.byteCount))
    }
    return nil
  }

  private func noteEnds(_ stream: inout BlockStream) -> [BlockEnd]? {
    let first = stream.place
    var ends = [BlockEnd(position: stream.position, phase: stream.phase, bytes: 0)]
    ends.reserveCapacity(Self.noted)
    while ends.count < Self.noted {
      let place = stream.place
      guard takeStep(&stream), stream.position + 4 * Self.bitsLeft < stream.end, stream.place < stream.limit else {
        return nil
      }
      if stream.place != place {
        ends.append(BlockEnd(position: stream.position, phase: stream.phase, bytes: stream.place - first))
      }
    }
    return ends
  }

  /// Continues until a block ends at one of `ends`, and returns that end. Nil if the stream passes all of them or
  /// fails.
  private func meet(_ stream: inout BlockStream, _ ends: [BlockEnd]) -> BlockEnd? {
    var index = 0
    while true {
      if stream.state == 0 {
        while index < ends.count, ends[index].position < stream.position { index += 1 }
        guard index < ends.count else { return nil }
        if ends[index].position == stream.position, ends[index].phase == stream.phase { return ends[index] }
      }
      guard stream.place < stream.limit, takeStep(&stream) else { return nil }
    }
  }
}
