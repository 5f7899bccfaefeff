import PixelCore

/// The blocks of a baseline picture: where each starts in the data, and its first coefficient. The other kept
/// coefficients are read row by row, when they are needed. So a picture takes six bytes of memory per block at any
/// scale, beside a copy of its data.
final class IndexedBlocks {
  /// Bytes of memory for each block: its start, and its first coefficient.
  static let bytesPerBlock = BlockStarts.bytesPerBlock + 2

  let kept: KeptCoefficients
  private let frame: CodedFrame
  private let data: ScanData
  /// Where each block's second coefficient starts.
  private let starts: BlockStarts
  /// The first coefficients of all blocks, in the order of the scan.
  private let firsts: Memory
  private let codes: [BlockCodes]
  private let coding: BlockCoding
  /// The kept coefficients of one row of MCUs.
  private let row: Memory

  /// Reads a file's only scan. Nil if the scan doesn't contain all components, if there are other scans, if it is
  /// unusual or damaged in any way, or if memory is short.
  init?(_ bytes: UnsafeRawBufferPointer, _ frame: CodedFrame, keeping kept: KeptCoefficients) {
    var segments = SegmentReader(bytes, at: frame.firstScan)
    let (count, interval) = (frame.mcuCount, frame.tables.restartInterval)
    guard let segment = segments.next(), let scan = ScanHeader(segment.content, in: frame),
      scan.components.count == frame.components.count, scan.coefficients == 0...63, scan.high == 0, scan.low == 0,
      let codes = BlockCodes.ofMCU(scan, of: frame),
      let data = ScanData(
        bytes, at: segments.place, pieceCount: interval > 0 ? (count + interval - 1) / interval : 1),
      SegmentReader(bytes, at: data.end).isAtEnd,
      let starts = ScanIndexer(frame, data, codes)?.starts(),
      let firsts = Memory(byteCount: count * frame.blocksPerMCU * 2), let row = Self.row(of: frame, keeping: kept)
    else { return nil }
    (self.frame, self.kept, self.data, self.starts, self.codes, self.firsts) = (
      frame, kept, data, starts, codes, firsts
    )
    (coding, self.row) = (BlockCoding(codes, keeping: kept), row)
    readFirsts()
    let first = KeptCoefficients(sides: frame.components.map { _ in 1 }, of: frame)
    let sums = FirstCoefficients(frame: frame, blocks: firsts.bytes.baseAddress!, kept: first)
    guard sums.sumDifferences() else { return nil }
  }

  /// The same picture with other coefficients kept. Nil if memory is short.
  init?(_ other: IndexedBlocks, keeping kept: KeptCoefficients) {
    guard let row = Self.row(of: other.frame, keeping: kept) else { return nil }
    (frame, data, starts, codes, firsts) = (other.frame, other.data, other.starts, other.codes, other.firsts)
    (self.kept, self.row, coding) = (kept, row, BlockCoding(codes, keeping: kept))
  }

  /// Allocates a row, and two bytes for a last value that isn't kept.
  private static func row(of frame: CodedFrame, keeping kept: KeptCoefficients) -> Memory? {
    Memory(byteCount: frame.columns * kept.mcuBytes + 2)
  }

  /// Reads the first coefficients, and moves the starts behind them.
  private func readFirsts() {
    let data = data.start
    var first = firsts.bytes.baseAddress!.assumingMemoryBound(to: Int16.self)
    for (mcus, starts) in starts.stretches(of: 0..<starts.count) {
      var (start, phase) = (starts, coding.phases)
      for _ in 0..<mcus.count * frame.blocksPerMCU {
        let window = ScanBits.window(of: data, at: Int(start.pointee))
        let entry = KeepTable.entry(phase.pointee.firstTable, window)
        var (state, value) = (entry & 0xffff, KeepTable.value(entry, window))
        if _slowPath(entry & SkipTable.isOpen != 0) {
          let behind = phase.pointee.codes.state(0, behindSymbolOf: window) ?? (SkipTable.endsBlock, 0)
          (state, value) = (behind.state, Int16(truncatingIfNeeded: behind.value))
        }
        first.pointee = value
        start.pointee = BlockStarts.second(of: start.pointee, behind: state)
        (first, start, phase) = (first + 1, start + 1, phase.pointee.next)
      }
    }
  }

  /// Reads a row of MCUs. Returns the address of its blocks.
  func read(row index: Int) -> UnsafeRawPointer {
    let mcus = index * frame.columns..<(index + 1) * frame.columns
    row.bytes.initializeMemory(as: UInt8.self, repeating: 0)
    let reader = BlockReader(data: data.start)
    var block = row.bytes.baseAddress!
    var first =
      firsts.bytes.baseAddress!.assumingMemoryBound(to: Int16.self) + mcus.lowerBound * frame.blocksPerMCU
    for (mcus, starts) in starts.stretches(of: mcus) {
      reader.read(mcus.count * frame.blocksPerMCU, at: starts, of: coding, first: &first, into: &block)
    }
    return UnsafeRawPointer(row.bytes.baseAddress!)
  }
}
