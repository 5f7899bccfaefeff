/// The scans of a progressive file (T.81, annex G): of those of first coefficients all bits are read, the others are passed over.
struct ProgressiveScans {
  private let bytes: UnsafeRawBufferPointer
  private let frame: CodedFrame
  private let blocks: KeptBlocks
  /// Where in an MCU each component's blocks begin.
  private let offsets: [Int]

  /// The first coefficients of all blocks, as they follow in MCUs. Nil where the file ends before its end mark, has more scans
  /// than `mostScans`, or not all bits of all coefficients in order, or one of the scans that are read is damaged or out of the
  /// ordinary.
  static func firstCoefficients(_ bytes: UnsafeRawBufferPointer, _ frame: CodedFrame, mostScans: Int) -> KeptBlocks? {
    guard let blocks = KeptBlocks(zeros: frame.blockCount, blockBytes: FirstCoefficient.blockBytes) else { return nil }
    let scans = ProgressiveScans(bytes: bytes, frame: frame, blocks: blocks)
    return scans.readAll(mostScans: mostScans) ? blocks : nil
  }

  private init(bytes: UnsafeRawBufferPointer, frame: CodedFrame, blocks: KeptBlocks) {
    (self.bytes, self.frame, self.blocks) = (bytes, frame, blocks)
    offsets = frame.components.indices.map { frame.components[..<$0].reduce(0) { $0 + $1.blockCount } }
  }

  private func readAll(mostScans: Int) -> Bool {
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
      guard scanCount <= mostScans, let scan = ScanHeader(segment.content, in: frame), progress.take(scan) else {
        return false
      }
      let end =
        scan.coefficients == 0...0
        ? read(scan, at: segments.place, tables) : ScanData.end(in: bytes, from: segments.place)
      guard let end else { return false }
      segments = SegmentReader(bytes, at: end)
      if segments.isAtEnd { return progress.isComplete }
    }
    return false
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

// MARK: Scans of first coefficients

extension ProgressiveScans {
  /// Reads a scan; returns where its data ends, or nil where it is damaged or has restarts.
  private func read(_ scan: ScanHeader, at start: Int, _ tables: CodedFrame.Tables) -> Int? {
    guard tables.restartInterval == 0, let data = ScanData(bytes, at: start, pieceCount: 1) else { return nil }
    let (piece, count) = data.pieces[0]
    var bits = ScanBits(data: piece, end: count * 8)
    if scan.high == 0 {
      guard readDifferences(scan, tables, &bits) else { return nil }
    } else {
      let isWhole = eachBlock(scan) { _, place in
        place.pointee |= Int16(bits.window >> 63) << scan.low
        bits.position += 1
        return bits.position <= bits.end
      }
      guard isWhole else { return nil }
    }
    return bits.isAtEnd ? data.end : nil
  }

  private func readDifferences(_ scan: ScanHeader, _ tables: CodedFrame.Tables, _ bits: inout ScanBits) -> Bool {
    let codes = scan.components.map { tables.dc[$0.dc] }
    guard codes.allSatisfy({ $0 != nil }) else { return false }
    var before = [Int](repeating: 0, count: codes.count)
    return eachBlock(scan) { number, place in
      let window = bits.window
      guard let (size, length) = codes[number].unsafelyUnwrapped.symbol(window), size <= BlockStream.mostDifferenceBits
      else { return false }
      before[number] &+= HuffmanCode.value(window &<< UInt64(length), size: size)
      bits.position &+= length &+ size
      guard let value = Int16(exactly: before[number] &<< scan.low) else { return false }
      place.pointee = value
      return bits.position <= bits.end
    }
  }

  /// Calls `take` with each block of a scan, in order, and the number of its component in the scan, until it returns false;
  /// whether it never did. A scan of one component has that component's own blocks, row by row.
  @inline(__always)
  private func eachBlock(
    _ scan: ScanHeader, _ take: (_ number: Int, _ place: UnsafeMutablePointer<Int16>) -> Bool
  ) -> Bool {
    let first = blocks.block(0).assumingMemoryBound(to: Int16.self)
    if scan.components.count == 1, let index = scan.components.first?.index {
      let component = frame.components[index]
      for y in 0..<component.rows {
        for x in 0..<component.columns {
          let mcu = y / component.vertical * frame.columns + x / component.horizontal
          let block = y % component.vertical * component.horizontal + x % component.horizontal
          guard take(0, first + mcu * frame.blocksPerMCU + offsets[index] + block) else { return false }
        }
      }
      return true
    }
    let parts = scan.components.map { (first: offsets[$0.index], count: frame.components[$0.index].blockCount) }
    for mcu in 0..<frame.columns * frame.rows {
      for (number, part) in parts.enumerated() {
        for block in part.first..<part.first + part.count {
          guard take(number, first + mcu * frame.blocksPerMCU + block) else { return false }
        }
      }
    }
    return true
  }
}

/// Bits of a scan's data, one after the other.
private struct ScanBits {
  let data: UnsafeRawPointer
  let end: Int
  var position = 0

  /// The next 57 bits or more, from the highest one down. Behind the end there are zeros, not many.
  var window: UInt64 {
    (data + position &>> 3).loadUnaligned(as: UInt64.self).bigEndian &<< UInt64(truncatingIfNeeded: position & 7)
  }

  /// Whether nothing is left but the bits that fill up a byte.
  var isAtEnd: Bool { position <= end && position + 8 > end }
}
