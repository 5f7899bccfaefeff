extension BlockDecoder {
  /// Reads the first half of the pieces between restarts in one stream, and the others in another.
  func blocksOfPieces() -> KeptBlocks? {
    let (count, interval) = (frame.mcuCount, frame.tables.restartInterval)
    let (half, end) = (data.pieces.count / 2, data.pieces.count)
    guard let blocks = KeptBlocks(count: count, of: kept, split: half * interval) else { return nil }
    func stream(_ piece: Int) -> BlockStream {
      let place = blocks.mcu(piece * interval)
      let limit = place + min(interval, count - piece * interval) * kept.mcuBytes
      return self.stream(piece: piece, place: place, limit: limit)
    }
    let streams = UnsafeMutablePointer<BlockStream>.allocate(capacity: 2)
    defer { streams.deallocate() }
    (streams[0], streams[1]) = (stream(0), stream(half))
    /// Takes the last blocks of a stream's piece, and goes on to the next one; returns whether all was well.
    func goOn(_ number: Int, _ piece: inout Int, before end: Int, _ outcome: Outcome) -> Bool {
      guard outcome == .full, finishSteps(&streams[number]) else { return false }
      piece += 1
      if piece < end { streams[number] = stream(piece) }
      return true
    }
    var (one, other) = (0, half)
    while one < half, other < end {
      let outcomes = takeGroups(streams)
      if outcomes.0 != .more, !goOn(0, &one, before: half, outcomes.0) { return nil }
      if outcomes.1 != .more, !goOn(1, &other, before: end, outcomes.1) { return nil }
    }
    while one < half {
      guard goOn(0, &one, before: half, takeGroups(&streams[0])) else { return nil }
    }
    while other < end {
      guard goOn(1, &other, before: end, takeGroups(&streams[1])) else { return nil }
    }
    return blocks
  }
}
