// A second stream that begins in the middle of data without restarts.
//
// It takes the bits from there on for an MCU's first ones, which they hardly are. But Huffman codes fall into step: after some
// blocks, mostly fewer than 35, it ends a block where one ends indeed, and one of the same place in an MCU. From there on it
// reads what a stream from the beginning would. The first stream finds that place when it comes by, so nothing depends on luck
// but the time it takes.

extension BlockDecoder {
  /// Less data than this is read in one stream.
  private static var leastBytes: Int { 32 << 10 }
  /// How many ends of blocks are noted in which the streams can meet.
  private static var noted: Int { 512 }
  /// From how many places on a second stream is begun at most: nonsense may come to no code.
  private static var mostStarts: Int { 100 }
  /// The second stream stays away from the end until it is known how many blocks are left.
  private static var bitsLeft: Int { 1024 }

  /// The end of a block of the second stream.
  private struct BlockEnd {
    let position: Int
    let phase: UnsafePointer<BlockCoding.Phase>
    /// Bytes of the second part that are behind.
    let bytes: Int
  }

  /// Reads data without restarts: in two streams, if they meet, otherwise in one.
  func blocksOfOnePiece() -> KeptBlocks? {
    guard let blocks = KeptBlocks(count: frame.mcuCount, of: kept) else { return nil }
    let limit = blocks.first + blocks.byteCount
    let streams = UnsafeMutablePointer<BlockStream>.allocate(capacity: 2)
    defer { streams.deallocate() }
    streams[0] = stream(piece: 0, place: blocks.first, limit: limit)
    guard data.pieces[0].count >= Self.leastBytes, let ends = beginInTheMiddle(streams + 1, blocks) else {
      return finish(&streams[0]) ? blocks : nil
    }
    let (end, middle) = (streams[0].end, ends[0].position)
    streams[0].end = middle
    streams[1].end = end - Self.bitsLeft
    var (one, other) = takeGroups(streams)
    if one == .more { one = takeGroups(&streams[0]) }
    if other == .more { other = takeGroups(&streams[1]) }
    streams[0].end = end
    if one == .full { return finishSteps(&streams[0]) ? blocks : nil }
    guard one == .past else { return nil }
    guard other == .past, let met = meet(&streams[0], ends) else { return finish(&streams[0]) ? blocks : nil }
    let (split, room) = (streams[0].place - blocks.first, blocks.secondCapacity * kept.mcuBytes)
    let secondBytes = met.bytes + blocks.byteCount - split
    guard split < blocks.byteCount, secondBytes <= room else { return finish(&streams[0]) ? blocks : nil }
    streams[1].end = end
    streams[1].limit = blocks.second + secondBytes
    guard streams[1].place < streams[1].limit, finish(&streams[1]) else { return nil }
    blocks.join(at: split, start: met.bytes)
    return blocks
  }

  /// Puts a stream into the middle of the data and takes its first blocks, whose ends it returns. The first of these is where
  /// it began, which is one for all that is known.
  private func beginInTheMiddle(_ stream: UnsafeMutablePointer<BlockStream>, _ blocks: KeptBlocks) -> [BlockEnd]? {
    let middle = data.pieces[0].count / 2
    for start in middle..<middle + Self.mostStarts {
      stream.pointee = self.stream(
        piece: 0, place: blocks.second, limit: blocks.second + blocks.secondCapacity * kept.mcuBytes)
      stream.pointee.position = start * 8
      if let ends = noteEnds(&stream.pointee) { return ends }
      let written = stream.pointee.place - blocks.second + kept.largestBlockBytes + BlockStream.spareBytes
      blocks.second.initializeMemory(as: UInt8.self, repeating: 0, count: written)
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

  /// Goes on until a block ends where one of `ends` is; returns which, or nil where the stream passes them all by, or cannot go
  /// on.
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
