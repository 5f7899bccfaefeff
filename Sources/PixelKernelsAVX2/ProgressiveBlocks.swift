import CSimd

// Blocks of a progressive JPEG's scans. A position in the data depends on the symbol before and, in a refining scan, on how many
// coefficients weren't zero before, so what counts is the time from one symbol to the next: PDEP finds the coefficient that a symbol
// means in three cycles, where a loop over the zeros before it is mispredicted.

/// Reads values of coefficients (`Kernels.readBlocks`).
@inline(never)
public func readBlocks(
  _ scan: UnsafeMutablePointer<csimd_band_scan>, _ nonzero: UnsafeMutablePointer<UInt64>,
  _ values: UnsafeMutablePointer<Int16>, _ first: Int, _ end: Int
) -> Int {
  let (data, dataEnd, symbols) = (scan.pointee.data!, scan.pointee.end, scan.pointee.symbols!)
  let (band, kept, low, places) = (scan.pointee.band, scan.pointee.kept, scan.pointee.low, scan.pointee.places!)
  let lowest = band.trailingZeroBitCount
  let last = 63 &- band.leadingZeroBitCount
  let (across, blockValues) = (scan.pointee.across, scan.pointee.block_values)
  var mask = nonzero + (first / across &* scan.pointee.group_blocks &+ first % across)
  var block = values + (first / across &* scan.pointee.group_values &+ first % across &* blockValues)
  let (nextMask, nextBlock) = (scan.pointee.group_blocks &- across, scan.pointee.group_values &- across &* blockValues)
  var (index, left) = (first, across &- first % across)
  var (position, run) = (scan.pointee.position, scan.pointee.run)
  reading: while index < end {
    if run > 0 {
      run &-= 1
    } else {
      var (bit, coefficient, found, blocks) = (position, lowest, UInt64(0), 0)
      symbols: while coefficient <= last {
        // A damaged file can have any number of symbols behind its data.
        if bit > dataEnd { break reading }
        // At least 57 bits, of which a symbol and its value take 27 at most.
        var window = bits(data, at: bit)
        for _ in 0..<2 {
          let entry = Int(symbols[Int(truncatingIfNeeded: window &>> 52)])
          let (length, zeros, size) = (entry &>> 8, entry &>> 4 & 15, entry & 15)
          if entry == 0 { break reading }
          window = window &<< UInt64(truncatingIfNeeded: length)
          if size == 0 {
            if zeros < 15 {
              blocks =
                Int(truncatingIfNeeded: (window &>> 1) &>> UInt64(truncatingIfNeeded: 63 &- zeros)) &+ 1 &<< zeros
              bit &+= length &+ zeros
              break symbols
            }
            bit &+= length
            coefficient &+= 16
          } else {
            coefficient &+= zeros
            if coefficient > last || size &+ Int(low) > 15 { break reading }
            found |= 1 &<< UInt64(truncatingIfNeeded: coefficient)
            if kept &>> UInt64(truncatingIfNeeded: coefficient) & 1 != 0 {
              block[Int(places[coefficient])] = value(window, size) &<< Int16(truncatingIfNeeded: low)
            }
            window = window &<< UInt64(truncatingIfNeeded: size)
            bit &+= length &+ size
            coefficient &+= 1
          }
          if coefficient > last { break }
        }
      }
      if bit > dataEnd { break }
      mask.pointee |= found
      position = bit
      run = max(blocks &- 1, 0)
    }
    (index, left, mask, block) = (index &+ 1, left &- 1, mask + 1, block + blockValues)
    if left == 0 { (left, mask, block) = (across, mask + nextMask, block + nextBlock) }
  }
  (scan.pointee.position, scan.pointee.run) = (position, run)
  return index
}

/// Reads one more bit of coefficients (`Kernels.refineBlocks`).
@inline(never)
public func refineBlocks(
  _ scan: UnsafeMutablePointer<csimd_band_scan>, _ nonzero: UnsafeMutablePointer<UInt64>,
  _ values: UnsafeMutablePointer<Int16>, _ first: Int, _ end: Int
) -> Int {
  let (data, dataEnd, symbols) = (scan.pointee.data!, scan.pointee.end, scan.pointee.symbols!)
  let (band, kept, places) = (scan.pointee.band, scan.pointee.kept, scan.pointee.places!)
  let change = 1 &<< Int16(truncatingIfNeeded: scan.pointee.low)
  let (across, blockValues) = (scan.pointee.across, scan.pointee.block_values)
  var mask = nonzero + (first / across &* scan.pointee.group_blocks &+ first % across)
  var block = values + (first / across &* scan.pointee.group_values &+ first % across &* blockValues)
  let (nextMask, nextBlock) = (scan.pointee.group_blocks &- across, scan.pointee.group_values &- across &* blockValues)
  var (index, left) = (first, across &- first % across)
  var (position, run) = (scan.pointee.position, scan.pointee.run)
  reading: while index < end {
    let before = mask.pointee & band
    // The scan's coefficients still to be read; those that have become nonzero, those of them that are positive; those whose bit is 1.
    var (rest, found, positive, ones) = (band, UInt64(0), UInt64(0), UInt64(0))
    var (bit, blocks) = (position, run)
    while blocks == 0, rest != 0 {
      if bit > dataEnd { break reading }
      var window = bits(data, at: bit)
      let entry = Int(symbols[Int(truncatingIfNeeded: window &>> 52)])
      let (length, zeros, size) = (entry &>> 8, entry &>> 4 & 15, entry & 15)
      if entry == 0 || size > 1 { break reading }
      window = window &<< UInt64(truncatingIfNeeded: length)
      if size == 0, zeros < 15 {
        blocks = Int(truncatingIfNeeded: (window &>> 1) &>> UInt64(truncatingIfNeeded: 63 &- zeros)) &+ 1 &<< zeros
        bit &+= length &+ zeros
        break
      }
      let target = _pdep_u64(1 &<< UInt64(truncatingIfNeeded: zeros), rest & ~before)
      if target == 0 { break reading }
      let corrected = rest & before & (target &- 1)
      let count = corrected.nonzeroBitCount
      // Codes have 12 bits at most, and a sign one.
      if count > 44 { break reading }
      let isNew = target & (0 &- UInt64(truncatingIfNeeded: size))
      found |= isNew
      positive |= isNew & UInt64(bitPattern: Int64(bitPattern: window) &>> 63)
      window = window &<< UInt64(truncatingIfNeeded: size)
      ones |= _pdep_u64(csimd_reversed_bits(window), corrected)
      bit &+= length &+ size &+ count
      rest &= 0 &- (target &<< 1)
    }
    if blocks > 0 {
      let corrected = rest & before
      let count = corrected.nonzeroBitCount
      if count > 57 { break }
      if corrected != 0 { ones |= _pdep_u64(csimd_reversed_bits(bits(data, at: bit)), corrected) }
      bit &+= count
      blocks &-= 1
    }
    if bit > dataEnd { break }
    mask.pointee |= found
    var changed = (ones | found) & kept
    while changed != 0 {
      let coefficient = UInt64(truncatingIfNeeded: changed.trailingZeroBitCount)
      let place = Int(places[Int(truncatingIfNeeded: coefficient)])
      let value = block[place]
      // All ones if the value is, or becomes, negative.
      let sign = value &>> 15 | (0 &- Int16(truncatingIfNeeded: (found & ~positive) &>> coefficient & 1))
      block[place] = value &+ ((change ^ sign) &- sign)
      changed &= changed &- 1
    }
    (position, run) = (bit, blocks)
    (index, left, mask, block) = (index &+ 1, left &- 1, mask + 1, block + blockValues)
    if left == 0 { (left, mask, block) = (across, mask + nextMask, block + nextBlock) }
  }
  (scan.pointee.position, scan.pointee.run) = (position, run)
  return index
}

/// The bits of data from a place on, at least 57.
@inline(__always)
private func bits(_ data: UnsafeRawPointer, at place: Int) -> UInt64 {
  (data + place &>> 3).loadUnaligned(as: UInt64.self).bigEndian &<< UInt64(truncatingIfNeeded: place & 7)
}

/// The value that the `size` highest bits mean (T.81, F.2.2.1).
@inline(__always)
private func value(_ window: UInt64, _ size: Int) -> Int16 {
  let bits = window &>> UInt64(truncatingIfNeeded: 64 &- size)
  let isNegative = UInt64(bitPattern: ~Int64(bitPattern: window) &>> 63)
  return Int16(truncatingIfNeeded: bits &- (isNegative & (1 &<< UInt64(truncatingIfNeeded: size) &- 1)))
}
