extension ScanIndexer {
  /// Reads the pieces between restarts in several streams. Each stream reads an equal share of consecutive pieces.
  func startsInPieces() -> BlockStarts? {
    let (count, interval) = (frame.mcuCount, frame.tables.restartInterval)
    let pieceCount = data.pieces.count
    let streamCount = min(Self.streamCount, pieceCount)
    let firsts = (0...streamCount).map { $0 * pieceCount / streamCount }
    guard let starts = BlockStarts(of: frame, parts: firsts.dropLast().map { $0 * interval }) else { return nil }
    func stream(_ piece: Int) -> SkippingStream {
      let place = starts.mcu(piece * interval)
      let limit = place + min(interval, count - piece * interval) * starts.mcuBytes
      return self.stream(piece: piece, place: place, limit: limit)
    }
    let streams = Streams(firsts.dropLast().map(stream))
    var pieces = firsts
    let areRead = takeTurns(streams) { number, outcome in
      guard outcome == .full, isAtEnd(streams[number]) else { return nil }
      pieces[number] += 1
      guard pieces[number] < firsts[number + 1] else { return false }
      streams[number] = stream(pieces[number])
      return true
    }
    return areRead ? starts : nil
  }
}
