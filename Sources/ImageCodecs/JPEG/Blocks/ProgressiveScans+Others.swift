import CSimd
import PixelKernels

// Scans of coefficients other than the first. Each has one component, and contains their highest bits or one more bit
// of each.
//
// Most coefficients aren't kept. For those, later scans need to know only whether they are zero.

extension ProgressiveScans {
  /// Reads a scan. Returns whether it is valid.
  func readOthers(_ scan: ScanHeader, _ tables: CodedFrame.Tables, _ bits: inout ScanBits) -> Bool {
    guard let (index, _, number) = scan.components.first, let code = tables.ac[number],
      let nonzero = nonzero[index]
    else { return false }
    let slots = KeptSlots(side: kept.sides[index], low: scan.low)
    let band = Band(
      nonzero: nonzero.bytes.baseAddress!.assumingMemoryBound(to: UInt64.self),
      first: scan.coefficients.lowerBound, last: scan.coefficients.upperBound, low: scan.low, kept: slots.kept,
      lowest: slots.lowest, slots: slots.slots)
    let component = frame.components[index]
    var state = csimd_band_scan(
      data: bits.data, end: bits.end, position: bits.position, run: 0, symbols: UnsafePointer(code.symbols),
      band: band.coefficients, kept: slots.kept, low: Int32(scan.low), places: UnsafePointer(slots.places),
      across: component.horizontal, block_values: values(of: index), group_values: kept.mcuBytes / 2,
      group_blocks: component.blockCount)
    let isWhole = (0..<component.rows).allSatisfy { y in
      let row = row(y, of: index)
      var next = 0
      while true {
        next =
          scan.high == 0
          ? kernels.readBlocks(&state, nonzero: band.nonzero + row.block, values: row.place, next..<component.columns)
          : kernels.refineBlocks(&state, nonzero: band.nonzero + row.block, values: row.place, next..<component.columns)
        if next == component.columns { return true }
        let (group, place) = next.quotientAndRemainder(dividingBy: component.horizontal)
        guard
          band.readOne(
            row.block + group * component.blockCount + place,
            at: row.place + (group * state.group_values + place * state.block_values), code, &state,
            refines: scan.high > 0)
        else { return false }
        next += 1
      }
    }
    bits.position = state.position
    return withExtendedLifetime(slots) { isWhole && state.run == 0 }
  }
}

/// The range of coefficients in a scan, in all blocks.
private struct Band {
  /// For each block, a bit mask of the coefficients that aren't zero.
  let nonzero: UnsafeMutablePointer<UInt64>
  let first: Int
  let last: Int
  /// The index of the lowest bit in the scan.
  let low: Int
  let kept: UInt64
  let lowest: UInt64
  let slots: UnsafeMutablePointer<KeptSlots.Slot>

  /// A bit mask of the coefficients.
  var coefficients: UInt64 { 2 &<< UInt64(last) &- 1 &<< UInt64(first) }

  /// Reads a block's part of a scan. Returns whether it is valid.
  func readOne(
    _ block: Int, at place: UnsafeMutablePointer<Int16>, _ code: HuffmanCode, _ scan: inout csimd_band_scan,
    refines: Bool
  ) -> Bool {
    var bits = ScanBits(data: scan.data, end: scan.end, position: scan.position)
    defer { scan.position = bits.position }
    if refines { return refine(block, at: place, code, &bits, &scan.run) }
    if scan.run == 0 { return readValues(of: block, at: place, code, &bits, &scan.run) }
    scan.run -= 1
    return true
  }

  /// Reads a block's values up to its end, and the number of following blocks without any (T.81, G.1.2.2).
  @inline(__always)
  func readValues(
    of block: Int, at place: UnsafeMutablePointer<Int16>, _ code: HuffmanCode, _ bits: inout ScanBits, _ run: inout Int
  ) -> Bool {
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
        place[slots[coefficient].place] = Int16(truncatingIfNeeded: value &<< low)
      }
      coefficient &+= 1
    } while coefficient <= last
    nonzero[block] |= found
    return bits.position <= bits.end
  }

  /// Reads one more bit of each of a block's values (T.81, G.1.2.3).
  @inline(__always)
  func refine(
    _ block: Int, at place: UnsafeMutablePointer<Int16>, _ code: HuffmanCode, _ bits: inout ScanBits, _ run: inout Int
  ) -> Bool {
    let before = nonzero[block]
    // The scan's coefficients still to be read, and the coefficients that have become nonzero.
    var (rest, found) = (coefficients, UInt64(0))
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
      correct(rest & before & (target &- 1), place, &bits)
      if size == 1 {
        found |= target
        if target & kept != 0 {
          let isPositive = Int64(bitPattern: window &<< UInt64(truncatingIfNeeded: length)) < 0
          let slot = slots[target.trailingZeroBitCount]
          place[slot.place] = isPositive ? slot.change : 0 &- slot.change
        }
      }
      rest &= 0 &- (target &<< 1)
    }
    if run > 0 {
      correct(rest & before, place, &bits)
      run &-= 1
    }
    nonzero[block] = before | found
    return bits.position <= bits.end
  }

  /// Reads a bit for each of these nonzero coefficients, and adds it to the coefficients that are kept.
  @inline(__always)
  private func correct(_ coefficients: UInt64, _ place: UnsafeMutablePointer<Int16>, _ bits: inout ScanBits) {
    if coefficients == 0 { return }
    if coefficients & kept != 0 {
      // Kept coefficients and those between them are treated alike, without a branch. A window has at least 57 bits.
      var (some, window) = (coefficients & lowest, bits.window)
      var left = 57
      while some != 0 {
        let slot = slots[some.trailingZeroBitCount]
        let value = place[slot.place]
        let (sign, change) = (value &>> 15, slot.change & Int16(truncatingIfNeeded: Int64(bitPattern: window) &>> 63))
        place[slot.place] = value &+ ((change ^ sign) &- sign)
        (some, window, left) = (some & (some &- 1), window &<< 1, left &- 1)
        if left == 0 { window = bits.window(at: bits.position &+ 57) }
      }
    }
    bits.position &+= coefficients.nonzeroBitCount
  }

  /// Returns the number of blocks that end, including this one.
  @inline(__always)
  private static func blocks(_ window: UInt64, _ size: Int) -> Int {
    size == 0 ? 1 : 1 &<< size &+ Int(truncatingIfNeeded: window &>> UInt64(truncatingIfNeeded: 64 &- size))
  }
}

/// Positions of kept coefficients in a block, by zigzag order.
private final class KeptSlots {
  struct Slot {
    /// Index of the coefficient's value in a block; 0 if the coefficient isn't kept.
    var place = 0
    /// The amount that a scan's bit adds to the coefficient; 0 if the coefficient isn't kept.
    var change: Int16 = 0
  }

  /// Bit masks of the kept coefficients, and of all coefficients up to the last kept one: the first 25 for 4 × 4.
  let kept: UInt64
  let lowest: UInt64
  let slots: UnsafeMutablePointer<Slot>
  /// The places of ``slots``.
  let places: UnsafeMutablePointer<UInt8>

  /// - Parameter low: The index of the lowest bit in the scan.
  init(side: Int, low: Int) {
    var kept: UInt64 = 0
    slots = .allocate(capacity: 64)
    slots.initialize(repeating: Slot(), count: 64)
    places = .allocate(capacity: 64)
    places.initialize(repeating: 0, count: 64)
    for (index, place) in BlockCoding.zigzag.enumerated() where place.row < side && place.column < side {
      kept |= 1 << UInt64(index)
      slots[index] = Slot(place: place.row * side + place.column, change: 1 << Int16(low))
      places[index] = UInt8(place.row * side + place.column)
    }
    self.kept = kept
    lowest = UInt64.max >> UInt64(kept.leadingZeroBitCount)
  }

  deinit {
    slots.deallocate()
    places.deallocate()
  }
}
