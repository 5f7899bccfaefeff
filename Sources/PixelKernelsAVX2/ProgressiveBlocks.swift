import CSimd

// Blocks of a progressive JPEG's scans. The position of a symbol depends on the symbol before it. In a refining scan, it also depends
// on the number of nonzero coefficients that the previous symbol passes. So the latency from one symbol to the next limits the speed. PDEP finds the
// coefficient that a symbol codes in three cycles. A loop over the zeros before that coefficient is usually mispredicted.

/// Reads the highest bits of coefficients (`Kernels.readBlocks`).
@inline(never)
public func readBlocks(_ scan: UnsafeMutablePointer<csimd_band_scan>, _ blocks: UnsafeMutablePointer<csimd_blocks>) {
  let (data, dataEnd, symbols) = (scan.pointee.data, scan.pointee.end, scan.pointee.symbols)
  let (band, kept, coefficients) = (scan.pointee.band, scan.pointee.kept, scan.pointee.coefficients)
  let low = Int(scan.pointee.low)
  let (first, last) = (band.trailingZeroBitCount, 63 &- band.leadingZeroBitCount)
  // Local copies stay in registers.
  var (row, position, run) = (blocks.pointee, scan.pointee.position, scan.pointee.run)
  reading: while row.count > 0 {
    if run > 0 {
      run &-= 1
    } else {
      var (bit, coefficient, found, ended) = (position, first, UInt64(0), 0)
      symbols: while coefficient <= last {
        // The data of a damaged file can end within a block.
        if bit > dataEnd { break reading }
        // At least 57 bits. A symbol and its value take at most 27.
        var window = csimd_bits_at(data, bit)
        for _ in 0..<2 {
          let entry = Int(symbols[Int(truncatingIfNeeded: window &>> 52)])
          let (length, zeros, size) = (entry &>> 8, entry &>> 4 & 15, entry & 15)
          if entry == 0 { break reading }
          window = window &<< UInt64(truncatingIfNeeded: length)
          if size == 0 {
            if zeros < 15 {
              ended = endedBlocks(window, zeros)
              bit &+= length &+ zeros
              break symbols
            }
            bit &+= length
            coefficient &+= 16
          } else {
            coefficient &+= zeros
            if coefficient > last || size &+ low > 15 { break reading }
            found |= 1 &<< UInt64(truncatingIfNeeded: coefficient)
            if kept &>> UInt64(truncatingIfNeeded: coefficient) & 1 != 0 {
              row.values[Int(coefficients[coefficient].place)] = value(window, size) &<< Int16(truncatingIfNeeded: low)
            }
            window = window &<< UInt64(truncatingIfNeeded: size)
            bit &+= length &+ size
            coefficient &+= 1
          }
          if coefficient > last { break }
        }
      }
      if bit > dataEnd { break }
      row.nonzero!.pointee |= found
      position = bit
      run = max(ended &- 1, 0)
    }
    csimd_next_block(&row)
  }
  (blocks.pointee, scan.pointee.position, scan.pointee.run) = (row, position, run)
}

/// Reads one more bit of coefficients (`Kernels.refineBlocks`).
@inline(never)
public func refineBlocks(_ scan: UnsafeMutablePointer<csimd_band_scan>, _ blocks: UnsafeMutablePointer<csimd_blocks>) {
  let (data, dataEnd, symbols) = (scan.pointee.data, scan.pointee.end, scan.pointee.symbols)
  let (band, kept, coefficients) = (scan.pointee.band, scan.pointee.kept, scan.pointee.coefficients)
  // Local copies stay in registers.
  var (row, position, run) = (blocks.pointee, scan.pointee.position, scan.pointee.run)
  reading: while row.count > 0 {
    let before = row.nonzero!.pointee & band
    // Masks of coefficients: not read yet; nonzero from now on; the positive ones of these; and those with a bit of 1.
    var (rest, found, positive, ones) = (band, UInt64(0), UInt64(0), UInt64(0))
    var (bit, ended) = (position, run)
    while ended == 0, rest != 0 {
      // The data of a damaged file can end within a block.
      if bit > dataEnd { break reading }
      var window = csimd_bits_at(data, bit)
      let entry = Int(symbols[Int(truncatingIfNeeded: window &>> 52)])
      let (length, zeros, size) = (entry &>> 8, entry &>> 4 & 15, entry & 15)
      if entry == 0 || size > 1 { break reading }
      window = window &<< UInt64(truncatingIfNeeded: length)
      if size == 0, zeros < 15 {
        ended = endedBlocks(window, zeros)
        bit &+= length &+ zeros
        break
      }
      let target = _pdep_u64(1 &<< UInt64(truncatingIfNeeded: zeros), rest & ~before)
      if target == 0 { break reading }
      let corrected = rest & before & (target &- 1)
      let count = corrected.nonzeroBitCount
      // The window has 57 bits. A code takes at most 12, and a sign one.
      if count > 44 { break reading }
      let isNew = target & (0 &- UInt64(truncatingIfNeeded: size))
      found |= isNew
      positive |= isNew & UInt64(bitPattern: Int64(bitPattern: window) &>> 63)
      window = window &<< UInt64(truncatingIfNeeded: size)
      ones |= _pdep_u64(csimd_reversed_bits(window), corrected)
      bit &+= length &+ size &+ count
      rest &= 0 &- (target &<< 1)
    }
    if ended > 0 {
      let corrected = rest & before
      let count = corrected.nonzeroBitCount
      if count > 57 { break }
      if corrected != 0 { ones |= _pdep_u64(csimd_reversed_bits(csimd_bits_at(data, bit)), corrected) }
      bit &+= count
      ended &-= 1
    }
    if bit > dataEnd { break }
    row.nonzero!.pointee |= found
    var changed = (ones | found) & kept
    while changed != 0 {
      let index = changed.trailingZeroBitCount
      let (place, change) = (Int(coefficients[index].place), coefficients[index].change)
      let value = row.values[place]
      // All ones if the value is or becomes negative.
      let isNewNegative = (found & ~positive) &>> UInt64(truncatingIfNeeded: index) & 1
      let sign = value &>> 15 | (0 &- Int16(truncatingIfNeeded: isNewNegative))
      row.values[place] = value &+ ((change ^ sign) &- sign)
      changed &= changed &- 1
    }
    (position, run) = (bit, ended)
    csimd_next_block(&row)
  }
  (blocks.pointee, scan.pointee.position, scan.pointee.run) = (row, position, run)
}

/// The number of blocks that end, including the current one. Its lower `size` bits follow in the window.
@inline(__always)
private func endedBlocks(_ window: UInt64, _ size: Int) -> Int {
  Int(truncatingIfNeeded: (window &>> 1) &>> UInt64(truncatingIfNeeded: 63 &- size)) &+ 1 &<< size
}

/// The value that the highest `size` bits code (T.81, F.2.2.1).
@inline(__always)
private func value(_ window: UInt64, _ size: Int) -> Int16 {
  let bits = window &>> UInt64(truncatingIfNeeded: 64 &- size)
  let isNegative = UInt64(bitPattern: ~Int64(bitPattern: window) &>> 63)
  return Int16(truncatingIfNeeded: bits &- (isNegative & (1 &<< UInt64(truncatingIfNeeded: size) &- 1)))
}
