import CSimd

// Scans of first coefficients: their differences, or one more bit of each.

extension ProgressiveScans {
  /// Reads a scan. Returns whether it is valid.
  func readFirst(_ scan: ScanHeader, _ tables: CodedFrame.Tables, _ bits: inout ScanBits) -> Bool {
    if scan.high == 0 { return readDifferences(scan, tables, &bits) }
    return eachBlock(scan) { _, place in
      place.pointee |= Int16(bits.window >> 63) << scan.low
      bits.position += 1
      return bits.position <= bits.end
    }
  }

  private func readDifferences(_ scan: ScanHeader, _ tables: CodedFrame.Tables, _ bits: inout ScanBits) -> Bool {
    let codes = scan.components.map { tables.dc[$0.dc] }
    guard codes.allSatisfy({ $0 != nil }) else { return false }
    var before = [Int](repeating: 0, count: codes.count)
    return eachBlock(scan) { number, place in
      let window = bits.window
      guard let (size, length) = codes[number].unsafelyUnwrapped.symbol(window),
        size <= SkippingStream.mostDifferenceBits
      else { return false }
      before[number] &+= HuffmanCode.value(window &<< UInt64(length), size: size)
      bits.position &+= length &+ size
      guard let value = Int16(exactly: before[number] &<< scan.low) else { return false }
      place.pointee = value
      return bits.position <= bits.end
    }
  }

  /// Calls `take` with the first coefficient of each block of a scan, in order, and the number of its component in the
  /// scan, until it returns false. Returns whether it never did. A scan with one component isn't interleaved: it
  /// contains the component's blocks row by row, without the padding of MCUs.
  @inline(__always)
  private func eachBlock(
    _ scan: ScanHeader, _ take: (_ number: Int, _ place: UnsafeMutablePointer<Int16>) -> Bool
  ) -> Bool {
    if scan.components.count == 1, let index = scan.components.first?.index {
      return eachRow(of: index) { row in
        while row.count > 0 {
          guard take(0, row.values) else { return false }
          csimd_next_block(&row)
        }
        return true
      }
    }
    let parts = scan.components.map { part in
      (place: first(of: part.index), count: frame.components[part.index].blockCount, values: values(of: part.index))
    }
    for mcu in 0..<frame.mcuCount {
      for (number, part) in parts.enumerated() {
        let place = part.place + mcu * kept.mcuBytes / 2
        for block in 0..<part.count {
          guard take(number, place + block * part.values) else { return false }
        }
      }
    }
    return true
  }

  /// Returns the address of a component's first block.
  private func first(of index: Int) -> UnsafeMutablePointer<Int16> {
    (blocks.mcu(0) + kept.offsets[index]).assumingMemoryBound(to: Int16.self)
  }

  /// Returns the number of values in a component's blocks.
  private func values(of index: Int) -> Int { kept.blockBytes(of: index) / 2 }

  /// Calls `take` with each row of a component's blocks inside the picture, until it returns false. Returns whether it never did.
  @inline(__always)
  func eachRow(of index: Int, _ take: (_ row: inout csimd_blocks) -> Bool) -> Bool {
    let (component, first, values) = (frame.components[index], first(of: index), values(of: index))
    let masks = nonzero[index]?.bytes.baseAddress!.assumingMemoryBound(to: UInt64.self)
    for y in 0..<component.rows {
      let (mcu, block) = (y / component.vertical * frame.columns, y % component.vertical * component.horizontal)
      var row = csimd_blocks(
        values: first + (mcu * kept.mcuBytes / 2 + block * values),
        nonzero: masks.map { $0 + (mcu * component.blockCount + block) },
        count: component.columns, left: component.horizontal,
        across: component.horizontal, block_values: values,
        skipped_values: kept.mcuBytes / 2 - component.horizontal * values,
        skipped_masks: component.blockCount - component.horizontal)
      guard take(&row) else { return false }
    }
    return true
  }
}
