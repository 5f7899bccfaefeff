/// The scans of a progressive file (T.81, annex G), of which all bits are read that the kept coefficients are made of.
///
/// Of a component whose first coefficients are all that is kept, so are their scans, and the others are passed over. Of another
/// one every scan is read: which bits one that refines has depends on which coefficients are not zero, kept or not.
struct ProgressiveScans {
  private let bytes: UnsafeRawBufferPointer
  let frame: CodedFrame
  let blocks: KeptBlocks
  /// Of each component of which more is kept, of each of its blocks, a bit for each coefficient that is not zero, from the
  /// lowest one on, in zigzag order.
  let nonzero: [Memory?]

  var kept: KeptCoefficients { blocks.kept }

  /// The lowest coefficients of all blocks, as they follow in MCUs. Nil where the file ends before its end mark, has more scans
  /// than there may be or takes too long, or not all bits of all coefficients in order, or one of the scans that are read is
  /// damaged or out of the ordinary.
  static func blocks(
    _ bytes: UnsafeRawBufferPointer, _ frame: CodedFrame, keeping kept: KeptCoefficients, limits: DecodeLimits
  ) -> KeptBlocks? {
    guard let blocks = KeptBlocks(zeros: frame.mcuCount, of: kept),
      let scans = ProgressiveScans(bytes, frame, blocks), scans.readAll(limits)
    else { return nil }
    return blocks
  }

  private init?(_ bytes: UnsafeRawBufferPointer, _ frame: CodedFrame, _ blocks: KeptBlocks) {
    (self.bytes, self.frame, self.blocks) = (bytes, frame, blocks)
    var nonzero: [Memory?] = []
    for (side, component) in zip(blocks.kept.sides, frame.components) {
      let memory = side > 1 ? Memory(zeros: 8 * frame.mcuCount * component.blockCount) : nil
      if side > 1, memory == nil { return nil }
      nonzero.append(memory)
    }
    self.nonzero = nonzero
  }

  private func readAll(_ limits: DecodeLimits) -> Bool {
    var segments = SegmentReader(bytes, at: frame.firstScan)
    var tables = frame.tables
    var progress = Progress(components: frame.components.count)
    var scanCount = 0
    while let segment = segments.next() {
      if segment.marker != 0xda {
        // libjpeg takes a component's quantiser at its first scan.
        guard segment.marker != 0xdb, tables.take(segment) else { return false }
        continue
      }
      scanCount += 1
      guard scanCount <= limits.maxScans, limits.timeLimit?.secondsLeft ?? 1 > 0,
        let scan = ScanHeader(segment.content, in: frame), progress.take(scan),
        let end = read(scan, at: segments.place, tables)
      else { return false }
      segments = SegmentReader(bytes, at: end)
      if segments.isAtEnd { return progress.isComplete }
    }
    return false
  }

  /// Reads a scan, or passes it over; returns where its data ends, or nil where it is damaged or has restarts.
  private func read(_ scan: ScanHeader, at start: Int, _ tables: CodedFrame.Tables) -> Int? {
    let isOfFirst = scan.coefficients == 0...0
    if !isOfFirst, kept.sides[scan.components[0].index] == 1 { return ScanData.end(in: bytes, from: start) }
    guard tables.restartInterval == 0, let data = ScanData(bytes, at: start, pieceCount: 1) else { return nil }
    let (piece, count) = data.pieces[0]
    var bits = ScanBits(data: piece, end: count * 8)
    let isWhole = isOfFirst ? readFirst(scan, tables, &bits) : readOthers(scan, tables, &bits)
    return isWhole && bits.isAtEnd ? data.end : nil
  }

  /// Which bits of each component's coefficients have come: the place of the lowest one.
  private struct Progress {
    private var lowest: [[Int?]]

    init(components: Int) { lowest = Array(repeating: Array(repeating: nil, count: 64), count: components) }

    /// Takes note of a scan; whether it is in order.
    mutating func take(_ scan: ScanHeader) -> Bool {
      let isFirst = scan.coefficients.lowerBound == 0
      guard isFirst ? scan.coefficients.upperBound == 0 : scan.components.count == 1,
        scan.high == 0 || scan.high == scan.low + 1, scan.low <= 13
      else { return false }
      for (component, _, _) in scan.components {
        if !isFirst && lowest[component][0] == nil { return false }
        for coefficient in scan.coefficients {
          guard lowest[component][coefficient].map({ $0 == scan.high && $0 > 0 }) ?? (scan.high == 0) else {
            return false
          }
          lowest[component][coefficient] = scan.low
        }
      }
      return true
    }

    /// Whether all bits have come. Of what is missing libjpeg makes something up.
    var isComplete: Bool { lowest.allSatisfy { $0.allSatisfy { $0 == 0 } } }
  }
}

/// Bits of a scan's data, one after the other.
struct ScanBits {
  let data: UnsafeRawPointer
  let end: Int
  var position = 0

  /// The next 57 bits or more, from the highest one down. Behind the end there are zeros, not many.
  @inline(__always)
  var window: UInt64 { window(at: position) }

  /// The same from another bit on.
  @inline(__always)
  func window(at position: Int) -> UInt64 {
    (data + position &>> 3).loadUnaligned(as: UInt64.self).bigEndian &<< UInt64(truncatingIfNeeded: position & 7)
  }

  /// Whether nothing is left but the bits that fill up a byte.
  var isAtEnd: Bool { position <= end && position + 8 > end }
}
