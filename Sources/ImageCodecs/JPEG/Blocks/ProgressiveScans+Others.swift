import CSimd
import PixelKernels

// Scans of coefficients other than the first. Each has one component, and contains their highest bits or one more bit
// of each.
//
// Most coefficients aren't kept. For those, later scans need to know only whether they are zero.

extension ProgressiveScans {
  /// Reads a scan. Returns whether it is valid.
  func readOthers(_ scan: ScanHeader, _ tables: CodedFrame.Tables, _ bits: inout ScanBits) -> Bool {
    guard let (index, _, number) = scan.components.first, let code = tables.ac[number] else { return false }
    let slots = KeptSlots(side: kept.sides[index], low: scan.low)
    let band = Band(scan.coefficients, low: scan.low, refines: scan.high > 0, code, slots)
    var state = csimd_band_scan(
      data: bits.data, end: bits.end, position: bits.position, run: 0, symbols: UnsafePointer(code.symbols),
      band: band.band, kept: slots.kept, coefficients: UnsafePointer(slots.coefficients), low: Int32(scan.low))
    let isWhole = eachRow(of: index) { row in
      while row.count > 0 {
        if band.refines { kernels.refineBlocks(&state, &row) } else { kernels.readBlocks(&state, &row) }
        // The vector version stops at a block that it can't read.
        guard band.read(kernels.canReadBlocks ? min(row.count, 1) : row.count, of: &row, &state) else { return false }
      }
      return true
    }
    bits.position = state.position
    return withExtendedLifetime(slots) { isWhole && state.run == 0 }
  }
}

/// The coefficients of a scan, and the scalar version of reading them.
private struct Band {
  private let first: Int
  private let last: Int
  /// A bit mask of the scan's coefficients. Bit 0 is the first in zigzag order.
  let band: UInt64
  /// The lowest bit in the scan.
  private let low: Int
  /// Whether the scan has one more bit of each coefficient, rather than the highest bits.
  let refines: Bool
  private let code: HuffmanCode
  private let kept: UInt64
  private let lowest: UInt64
  private let coefficients: UnsafeMutablePointer<csimd_coefficient>

  init(_ range: ClosedRange<Int>, low: Int, refines: Bool, _ code: HuffmanCode, _ slots: KeptSlots) {
    (first, last) = (range.lowerBound, range.upperBound)
    band = 2 &<< UInt64(last) &- 1 &<< UInt64(first)
    (self.low, self.refines, self.code) = (low, refines, code)
    (kept, lowest, coefficients) = (slots.kept, slots.lowest, slots.coefficients)
  }

  /// Reads the next `count` blocks of a row. Returns whether they are valid.
  func read(_ count: Int, of row: inout csimd_blocks, _ scan: inout csimd_band_scan) -> Bool {
    // Local copies stay in registers.
    var (own, bits, run) = (row, ScanBits(data: scan.data, end: scan.end, position: scan.position), scan.run)
    for _ in 0..<count {
      guard refines ? refine(own, &bits, &run) : readValues(own, &bits, &run) else { return false }
      csimd_next_block(&own)
    }
    (row, scan.position, scan.run) = (own, bits.position, run)
    return true
  }

  /// Reads a block's values up to its end, and the number of following blocks without any (T.81, G.1.2.2).
  @inline(__always)
  private func readValues(_ block: csimd_blocks, _ bits: inout ScanBits, _ run: inout Int) -> Bool {
    if run > 0 {
      run &-= 1
      return true
    }
    var (coefficient, found) = (first, UInt64(0))
    repeat {
      let window = bits.window
      guard bits.position <= bits.end, let (symbol, length) = code.symbol(window) else { return false }
      let (size, zeros) = (symbol & 15, symbol >> 4)
      bits.position &+= length
      if size == 0 {
        if zeros == 15 {
          coefficient &+= 16
          continue
        }
        run = Self.blocks(window &<< UInt64(truncatingIfNeeded: length), zeros) &- 1
        bits.position &+= zeros
        break
      }
      bits.position &+= size
      coefficient &+= zeros
      guard coefficient <= last, size &+ low <= 15 else { return false }
      found |= 1 &<< UInt64(truncatingIfNeeded: coefficient)
      if kept &>> UInt64(truncatingIfNeeded: coefficient) & 1 != 0 {
        let value = HuffmanCode.value(window &<< UInt64(truncatingIfNeeded: length), size: size)
        block.values[Int(coefficients[coefficient].place)] = Int16(truncatingIfNeeded: value &<< low)
      }
      coefficient &+= 1
    } while coefficient <= last
    block.nonzero!.pointee |= found
    return bits.position <= bits.end
  }

  /// Reads one more bit of each of a block's values (T.81, G.1.2.3).
  @inline(__always)
  private func refine(_ block: csimd_blocks, _ bits: inout ScanBits, _ run: inout Int) -> Bool {
    let before = block.nonzero!.pointee
    // The scan's coefficients still to be read, and the coefficients that have become nonzero.
    var (rest, found) = (band, UInt64(0))
    while run == 0, rest != 0 {
      let window = bits.window
      guard bits.position <= bits.end, let (symbol, length) = code.symbol(window) else { return false }
      let (size, zeros) = (symbol & 15, symbol >> 4)
      bits.position &+= length &+ size
      if size == 0, zeros < 15 {
        run = Self.blocks(window &<< UInt64(truncatingIfNeeded: length), zeros)
        bits.position &+= zeros
        break
      }
      var zero = rest & ~before
      for _ in 0..<zeros { zero &= zero &- 1 }
      let target = zero & (0 &- zero)
      guard size <= 1, target != 0 else { return false }
      correct(rest & before & (target &- 1), block.values, &bits)
      if size == 1 {
        found |= target
        if target & kept != 0 {
          let isPositive = Int64(bitPattern: window &<< UInt64(truncatingIfNeeded: length)) < 0
          let own = coefficients[target.trailingZeroBitCount]
          block.values[Int(own.place)] = isPositive ? own.change : 0 &- own.change
        }
      }
      rest &= 0 &- (target &<< 1)
    }
    if run > 0 {
      correct(rest & before, block.values, &bits)
      run &-= 1
    }
    block.nonzero!.pointee = before | found
    return bits.position <= bits.end
  }

  /// Reads a bit for each of these nonzero coefficients, and adds it to the coefficients that are kept.
  @inline(__always)
  private func correct(_ corrected: UInt64, _ values: UnsafeMutablePointer<Int16>, _ bits: inout ScanBits) {
    if corrected == 0 { return }
    if corrected & kept != 0 {
      // Kept coefficients and those between them are treated alike, without a branch. A window has at least 57 bits.
      var (some, window) = (corrected & lowest, bits.window)
      var left = 57
      while some != 0 {
        let own = coefficients[some.trailingZeroBitCount]
        let value = values[Int(own.place)]
        let (sign, change) = (value &>> 15, own.change & Int16(truncatingIfNeeded: Int64(bitPattern: window) &>> 63))
        values[Int(own.place)] = value &+ ((change ^ sign) &- sign)
        (some, window, left) = (some & (some &- 1), window &<< 1, left &- 1)
        if left == 0 { window = bits.window(at: bits.position &+ 57) }
      }
    }
    bits.position &+= corrected.nonzeroBitCount
  }

  /// Returns the number of blocks that end, including this one.
  @inline(__always)
  private static func blocks(_ window: UInt64, _ size: Int) -> Int {
    size == 0 ? 1 : 1 &<< size &+ Int(truncatingIfNeeded: window &>> UInt64(truncatingIfNeeded: 64 &- size))
  }
}

/// The kept coefficients.
private final class KeptSlots {
  /// Bit masks of the kept coefficients, and of all coefficients up to the last kept one: the first 25 for 4 × 4.
  let kept: UInt64
  let lowest: UInt64
  /// All 64 coefficients in zigzag order.
  let coefficients: UnsafeMutablePointer<csimd_coefficient>

  /// - Parameter low: The lowest bit in the scan.
  init(side: Int, low: Int) {
    var kept: UInt64 = 0
    coefficients = .allocate(capacity: 64)
    coefficients.initialize(repeating: csimd_coefficient(), count: 64)
    for (index, place) in BlockCoding.zigzag.enumerated() where place.row < side && place.column < side {
      kept |= 1 << UInt64(index)
      coefficients[index] = csimd_coefficient(place: Int16(place.row * side + place.column), change: 1 << Int16(low))
    }
    self.kept = kept
    lowest = UInt64.max >> UInt64(kept.leadingZeroBitCount)
  }

  deinit { coefficients.deallocate() }
}
