/// The optimal Huffman code for given frequencies of symbols (T.81, annex K.2). No code is longer than 16 bits, and none consists
/// only of ones.
struct OptimalCode {
  /// Number of codes of each length, from 1 to 16.
  private let counts: [UInt8]
  /// The symbols, in ascending order of codes.
  private let values: [UInt8]

  /// - Parameter frequencies: How often each of the 256 symbols occurs. A symbol that doesn't occur gets no code.
  init(_ frequencies: [Int]) {
    let lengths = Self.lengths(frequencies)
    counts = Self.counts(lengths)
    values = (0..<256).filter { lengths[$0] > 0 }.sorted { (lengths[$0], $0) < (lengths[$1], $1) }.map { UInt8($0) }
  }

  /// Returns the lengths of the codes, which can exceed 16 bits. The two rarest groups of symbols are merged until one group is
  /// left (figure K.1).
  private static func lengths(_ frequencies: [Int]) -> [Int] {
    // Symbol 256 reserves the code of ones. Of two groups with the same frequency, the group with the larger symbol counts as rarer.
    let reserved = 256
    var groups = (frequencies + [1]).enumerated().filter { $0.element > 0 }
      .map { $0.element << 9 | (reserved - $0.offset) }
    groups.sort(by: >)
    var mergers: [(into: Int, from: Int)] = []
    while groups.count > 1 {
      let (first, second) = (groups.removeLast(), groups.removeLast())
      mergers.append((reserved - first & 511, reserved - second & 511))
      let merged = first + second & ~511
      groups.insert(merged, at: groups.firstIndex { $0 < merged } ?? groups.count)
    }
    // From the last merger to the first: each adds a bit to the codes of both groups.
    var lengths = [Int](repeating: 0, count: reserved + 1)
    for merger in mergers.reversed() {
      lengths[merger.into] += 1
      lengths[merger.from] = lengths[merger.into]
    }
    return lengths
  }

  /// Returns the number of codes of each length after longer codes are shortened to 16 bits (figure K.3), without the reserved code.
  private static func counts(_ lengths: [Int]) -> [UInt8] {
    var counts = [Int](repeating: 0, count: max(16, lengths.max()!) + 1)
    for length in lengths where length > 0 { counts[length] += 1 }
    for length in stride(from: counts.count - 1, to: 16, by: -1) {
      while counts[length] > 0 {
        // Two of the longest codes differ only in their last bit. One of them becomes the bits that they share. The other one and a
        // shorter code both become that shorter code with one more bit.
        let shorter = counts[..<(length - 1)].lastIndex { $0 > 0 }!
        counts[length] -= 2
        counts[length - 1] += 1
        counts[shorter + 1] += 2
        counts[shorter] -= 1
      }
    }
    if let longest = counts.lastIndex(where: { $0 > 0 }) { counts[longest] -= 1 }
    return counts[1...16].map { UInt8($0) }
  }

  /// Calls `body` with each symbol, its code, and the code's length.
  func eachCode(_ body: (_ symbol: UInt8, _ code: UInt32, _ length: Int) -> Void) {
    var (code, place) = (UInt32(0), 0)
    for (index, count) in counts.enumerated() {
      for _ in 0..<count {
        body(values[place], code, index + 1)
        (code, place) = (code + 1, place + 1)
      }
      code <<= 1
    }
  }

  /// The segment that defines the code in a file (T.81, B.2.4.2).
  ///
  /// - Parameter destination: The table's class, 0 for DC and 1 for AC, in the high four bits, and its destination identifier in
  ///   the low four.
  func segment(_ destination: UInt8) -> [UInt8] {
    JPEGMetadata.segment(0xc4, [destination] + counts + values)
  }
}
