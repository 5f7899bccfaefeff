import CSimd
import PixelKernels

/// Reads from the scans of a progressive file (T.81, annex G) all bits that contribute to kept coefficients.
///
/// If only the first coefficients of a component are kept, only the scans with first coefficients are read, and the
/// component's other scans are skipped. For any other component every scan is read, because the bits of a refining scan
/// depend on which coefficients are nonzero, kept or not.
struct ProgressiveScans {
  private let bytes: UnsafeRawBufferPointer
  let frame: CodedFrame
  let blocks: KeptBlocks
  let kernels: Kernels
  /// For each component with more than first coefficients kept, a mask for each of its blocks. A bit is set for each
  /// nonzero coefficient, in zigzag order, starting at the lowest bit.
  let nonzero: [Memory?]

  var kept: KeptCoefficients { blocks.kept }

  /// Returns the lowest coefficients of all blocks, in the order of MCUs. Nil in these cases: the file ends before its
  /// end mark, it has too many scans, reading takes too long, bits of a coefficient are missing or out of order, or a
  /// scan that is read is damaged or unusual.
  static func blocks(
    _ bytes: UnsafeRawBufferPointer, _ frame: CodedFrame, keeping kept: KeptCoefficients, limits: DecodeLimits,
    _ kernels: Kernels
  ) -> KeptBlocks? {
    guard let blocks = KeptBlocks(zeros: frame.mcuCount, of: kept),
      let scans = ProgressiveScans(bytes, frame, blocks, kernels), scans.readAll(limits)
    else { return nil }
    return blocks
  }

  private init?(
    _ bytes: UnsafeRawBufferPointer, _ frame: CodedFrame, _ blocks: KeptBlocks, _ kernels: Kernels
  ) {
    (self.bytes, self.frame, self.blocks, self.kernels) = (bytes, frame, blocks, kernels)
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
        // libjpeg fixes a component's quantisation table at its first scan.
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

  /// Reads or skips a scan. Returns the offset of the end of its data; nil if it is damaged or has restarts.
  private func read(_ scan: ScanHeader, at start: Int, _ tables: CodedFrame.Tables) -> Int? {
    let isOfFirst = scan.coefficients == 0...0
    if !isOfFirst, kept.sides[scan.components[0].index] == 1 { return ScanData.end(in: bytes, from: start) }
    guard tables.restartInterval == 0, let data = ScanData(bytes, at: start, pieceCount: 1) else { return nil }
    let (piece, count) = data.pieces[0]
    var bits = ScanBits(data: piece, end: count * 8)
    let isWhole = isOfFirst ? readFirst(scan, tables, &bits) : readOthers(scan, tables, &bits)
    return isWhole && bits.isAtEnd ? data.end : nil
  }

  /// The index of the lowest bit seen so far of each component's coefficients.
  private struct Progress {
    private var lowest: [[Int?]]

    init(components: Int) { lowest = Array(repeating: Array(repeating: nil, count: 64), count: components) }

    /// Records a scan. Returns whether it comes in a valid order.
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

    /// Whether all bits have been seen. libjpeg guesses missing ones.
    var isComplete: Bool { lowest.allSatisfy { $0.allSatisfy { $0 == 0 } } }
  }
}

/// A reader of bits in a scan's data.
struct ScanBits {
  let data: UnsafeRawPointer
  let end: Int
  var position = 0

  /// The next 57 bits or more, starting at the highest bit. The data's end is followed by ``ScanData/padding`` zero
  /// bytes.
  @inline(__always)
  var window: UInt64 { window(at: position) }

  /// Returns the window that starts at another bit.
  @inline(__always)
  func window(at position: Int) -> UInt64 { Self.window(of: data, at: position) }

  @inline(__always)
  static func window(of data: UnsafeRawPointer, at position: Int) -> UInt64 {
    csimd_bits_at(data, position)
  }

  /// Whether no bits are left except those that pad the last byte.
  var isAtEnd: Bool { position <= end && position + 8 > end }
}
