import PixelCore

/// The markers of a file up to its first scan, if it is of the usual kind: Huffman-coded samples of 8 bits, grey or
/// with three components, baseline, extended or progressive.
struct CodedFrame {
  let size: PixelSize
  let components: [Component]
  let isProgressive: Bool
  /// Number of MCUs across and down, and of blocks per MCU.
  let columns: Int
  let rows: Int
  let blocksPerMCU: Int
  private(set) var tables = Tables()
  /// Offset of the first scan's marker.
  private(set) var firstScan = 0

  struct Component {
    let id: UInt8
    /// Number of blocks in an MCU, across and down.
    let horizontal: Int
    let vertical: Int
    let quantiser: Int
    /// Number of blocks inside the picture, across and down. A scan of this component alone contains only these.
    let columns: Int
    let rows: Int

    /// Number of its blocks in an MCU.
    var blockCount: Int { horizontal * vertical }
  }

  /// Definitions that markers between scans can change.
  struct Tables {
    /// Quantisation tables, each of 64 values in zigzag order.
    var quantisers = [[UInt16]?](repeating: nil, count: 4)
    var dc = [HuffmanCode?](repeating: nil, count: 4)
    var ac = [HuffmanCode?](repeating: nil, count: 4)
    /// Number of MCUs between restarts; 0 for none.
    var restartInterval = 0
    private var codeCount = 0
    /// Limit for definitions of codes: a hundred scans with four codes each.
    private static let mostCodes = 400
  }

  /// Reads the markers of `bytes`. Nil if anything is unusual; libjpeg then handles the file.
  init?(_ bytes: UnsafeRawBufferPointer) {
    var segments = SegmentReader(bytes, at: 2)
    var tables = Tables()
    var frame: CodedFrame?
    guard bytes.count >= 4, bytes[0] == 0xff, bytes[1] == 0xd8 else { return nil }
    while let segment = segments.next() {
      switch segment.marker {
      case 0xc0...0xc2:
        guard frame == nil, let found = CodedFrame(segment.content, isProgressive: segment.marker == 0xc2) else {
          return nil
        }
        frame = found
      case 0xda:
        guard var found = frame else { return nil }
        (found.tables, found.firstScan) = (tables, segment.start)
        self = found
        return
      default: guard tables.take(segment) else { return nil }
      }
    }
    return nil
  }

  /// Creates the frame from the content of its header (T.81, B.2.2).
  private init?(_ content: UnsafeRawBufferPointer, isProgressive: Bool) {
    guard content.count >= 6, content[0] == 8, content.count == 6 + 3 * Int(content[5]) else { return nil }
    let size = PixelSize(width: Int(content[3]) << 8 | Int(content[4]), height: Int(content[1]) << 8 | Int(content[2]))
    let count = Int(content[5])
    guard size.width > 0, size.height > 0, count == 1 || count == 3 else { return nil }
    let described = (0..<count).map { Array(content[(6 + 3 * $0)..<(9 + 3 * $0)]) }
    // A single component has one block per MCU, whatever its factors.
    let factors = described.map { count == 1 ? (1, 1) : (Int($0[1] >> 4), Int($0[1] & 15)) }
    guard Set(described.map { $0[0] }).count == count, described.allSatisfy({ $0[2] < 4 }),
      factors.allSatisfy({ 1...4 ~= $0.0 && 1...4 ~= $0.1 })
    else { return nil }
    let (most, tallest) = (factors.map(\.0).max()!, factors.map(\.1).max()!)
    func blocks(_ length: Int, _ factor: Int, of most: Int) -> Int { (length * factor + 8 * most - 1) / (8 * most) }
    self.size = size
    self.isProgressive = isProgressive
    columns = blocks(size.width, 1, of: most)
    rows = blocks(size.height, 1, of: tallest)
    blocksPerMCU = factors.reduce(0) { $0 + $1.0 * $1.1 }
    components = zip(described, factors).map {
      Component(
        id: $0[0], horizontal: $1.0, vertical: $1.1, quantiser: Int($0[2]),
        columns: blocks(size.width, $1.0, of: most), rows: blocks(size.height, $1.1, of: tallest))
    }
    // Limit of T.81, B.2.3.
    guard blocksPerMCU <= 10 else { return nil }
  }

  /// Number of MCUs of the whole picture.
  var mcuCount: Int { columns * rows }

  /// Returns the quantisation table of a component; nil if the file doesn't define it.
  func quantiser(of component: Int) -> [UInt16]? { tables.quantisers[components[component].quantiser] }
}

extension CodedFrame.Tables {
  /// Reads the definitions of a marker segment, and ignores segments that don't matter. Returns whether the segment is
  /// valid.
  mutating func take(_ segment: SegmentReader.Segment) -> Bool {
    switch segment.marker {
    case 0xdb: takeQuantisers(segment.content)
    case 0xc4: takeCodes(segment.content)
    case 0xdd: takeInterval(segment.content)
    // Application data and comments.
    case 0xe0...0xef, 0xfe: true
    default: false
    }
  }

  private mutating func takeInterval(_ content: UnsafeRawBufferPointer) -> Bool {
    guard content.count == 2 else { return false }
    restartInterval = Int(content[0]) << 8 | Int(content[1])
    return true
  }

  private mutating func takeQuantisers(_ content: UnsafeRawBufferPointer) -> Bool {
    var place = 0
    while place < content.count {
      let (isLong, number) = (content[place] >> 4, Int(content[place] & 15))
      let byteCount = isLong == 0 ? 64 : 128
      guard isLong <= 1, number < 4, place + 1 + byteCount <= content.count else { return false }
      let values = content[(place + 1)..<(place + 1 + byteCount)]
      quantisers[number] = (0..<64).map { index in
        isLong == 0
          ? UInt16(values[values.startIndex + index])
          : UInt16(values[values.startIndex + 2 * index]) << 8 | UInt16(values[values.startIndex + 2 * index + 1])
      }
      place += 1 + byteCount
    }
    return true
  }

  private mutating func takeCodes(_ content: UnsafeRawBufferPointer) -> Bool {
    var place = 0
    while place < content.count {
      guard place + 17 <= content.count else { return false }
      let (kind, number) = (content[place] >> 4, Int(content[place] & 15))
      let counts = Array(content[(place + 1)..<(place + 17)])
      let count = counts.reduce(0) { $0 + Int($1) }
      guard kind <= 1, number < 4, count <= 256, place + 17 + count <= content.count,
        let code = HuffmanCode(counts: counts, values: Array(content[(place + 17)..<(place + 17 + count)])),
        // A difference has at most this many bits. Checked for unused codes too.
        kind == 1 || content[(place + 17)..<(place + 17 + count)].allSatisfy({ $0 <= 15 })
      else { return false }
      codeCount += 1
      guard codeCount <= Self.mostCodes else { return false }
      if kind == 0 { dc[number] = code } else { ac[number] = code }
      place += 17 + count
    }
    return true
  }
}
