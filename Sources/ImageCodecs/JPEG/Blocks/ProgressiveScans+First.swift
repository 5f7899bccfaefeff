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
  /// scan, until it returns false. Returns whether it never did. A scan with one component contains that component's
  /// own blocks, row by row.
  @inline(__always)
  private func eachBlock(
    _ scan: ScanHeader, _ take: (_ number: Int, _ place: UnsafeMutablePointer<Int16>) -> Bool
  ) -> Bool {
    if scan.components.count == 1, let index = scan.components.first?.index {
      return eachBlock(of: index) { take(0, $1) }
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
  func values(of index: Int) -> Int { kept.blockBytes(of: index) / 2 }

  /// Calls `take` with each block of a component inside the picture, row by row, until it returns false. Returns
  /// whether it never did. The arguments are the number of the block among the component's, in the order of MCUs, and
  /// its address.
  @inline(__always)
  func eachBlock(
    of index: Int, _ take: (_ block: Int, _ place: UnsafeMutablePointer<Int16>) -> Bool
  ) -> Bool {
    let (component, values) = (frame.components[index], values(of: index))
    let next = kept.mcuBytes / 2 &- component.horizontal &* values
    for y in 0..<component.rows {
      var (block, place) = row(y, of: index)
      var left = component.horizontal
      for _ in 0..<component.columns {
        guard take(block, place) else { return false }
        (block, place, left) = (block &+ 1, place + values, left &- 1)
        if left == 0 {
          block &+= component.blockCount &- component.horizontal
          place += next
          left = component.horizontal
        }
      }
    }
    return true
  }

  /// Returns the number of the first block of a row of a component's blocks, and its address.
  func row(_ y: Int, of index: Int) -> (block: Int, place: UnsafeMutablePointer<Int16>) {
    let component = frame.components[index]
    let (mcu, block) = (y / component.vertical * frame.columns, y % component.vertical * component.horizontal)
    let place = first(of: index) + (mcu * kept.mcuBytes / 2 + block * values(of: index))
    return (mcu * component.blockCount + block, place)
  }
}
