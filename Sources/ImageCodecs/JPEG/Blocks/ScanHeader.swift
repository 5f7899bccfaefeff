/// A scan's header (T.81, B.2.3).
struct ScanHeader {
  /// Its components: indices in the frame, and numbers of their Huffman codes.
  let components: [(index: Int, dc: Int, ac: Int)]
  /// The first and the last coefficient, in zigzag order.
  let coefficients: ClosedRange<Int>
  /// The index of the lowest bit that was coded before, if the scan refines; otherwise 0.
  let high: Int
  /// The index of the lowest bit that this scan codes.
  let low: Int

  /// Reads a header's content. Nil if it is invalid, or its components aren't in the frame or are in another order.
  init?(_ content: UnsafeRawBufferPointer, in frame: CodedFrame) {
    guard let count = content.first.map({ Int($0) }), 1...frame.components.count ~= count,
      content.count == 4 + 2 * count
    else { return nil }
    var components: [(index: Int, dc: Int, ac: Int)] = []
    for number in 0..<count {
      let (id, codes) = (content[1 + 2 * number], content[2 + 2 * number])
      guard let index = frame.components.firstIndex(where: { $0.id == id }), index > components.last?.index ?? -1,
        codes >> 4 < 4, codes & 15 < 4
      else { return nil }
      components.append((index, Int(codes >> 4), Int(codes & 15)))
    }
    let tail = content[(1 + 2 * count)...].map { Int($0) }
    guard tail[0] <= tail[1], tail[1] < 64 else { return nil }
    self.components = components
    coefficients = tail[0]...tail[1]
    (high, low) = (tail[2] >> 4, tail[2] & 15)
  }
}
