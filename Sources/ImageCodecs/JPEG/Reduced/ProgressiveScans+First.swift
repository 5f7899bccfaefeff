// Scans of first coefficients: their differences, or one more bit of each.

extension ProgressiveScans {
  /// Reads a scan; whether it is in order.
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
      guard let (size, length) = codes[number].unsafelyUnwrapped.symbol(window), size <= BlockStream.mostDifferenceBits
      else { return false }
      before[number] &+= HuffmanCode.value(window &<< UInt64(length), size: size)
      bits.position &+= length &+ size
      guard let value = Int16(exactly: before[number] &<< scan.low) else { return false }
      place.pointee = value
      return bits.position <= bits.end
    }
  }

  /// Calls `take` with the first coefficient of each block of a scan, in order, and the number of its component in the scan, until
  /// it returns false; whether it never did. A scan of one component has that component's own blocks, row by row.
  @inline(__always)
  private func eachBlock(
    _ scan: ScanHeader, _ take: (_ number: Int, _ place: UnsafeMutablePointer<Int16>) -> Bool
  ) -> Bool {
    let (first, distance) = (blocks.block(0).assumingMemoryBound(to: Int16.self), side * side)
    if scan.components.count == 1, let index = scan.components.first?.index {
      return eachBlock(of: index) { take(0, first + $0 * distance) }
    }
    let parts = scan.components.map { (first: offsets[$0.index], count: frame.components[$0.index].blockCount) }
    for mcu in 0..<frame.columns * frame.rows {
      for (number, part) in parts.enumerated() {
        for block in part.first..<part.first + part.count {
          guard take(number, first + (mcu * frame.blocksPerMCU + block) * distance) else { return false }
        }
      }
    }
    return true
  }

  /// Calls `take` with the place of each block of a component that belongs to the picture, row by row, until it returns false;
  /// whether it never did.
  @inline(__always)
  func eachBlock(of index: Int, _ take: (_ block: Int) -> Bool) -> Bool {
    let component = frame.components[index]
    for y in 0..<component.rows {
      let mcu = y / component.vertical * frame.columns
      var block = mcu * frame.blocksPerMCU + offsets[index] + y % component.vertical * component.horizontal
      var left = component.horizontal
      for _ in 0..<component.columns {
        guard take(block) else { return false }
        (block, left) = (block &+ 1, left &- 1)
        if left == 0 {
          block &+= frame.blocksPerMCU &- component.horizontal
          left = component.horizontal
        }
      }
    }
    return true
  }
}
