extension Kernels {
  /// Reverses a PNG filter on a row, in place.
  ///
  /// Every byte depends on the result for the previous pixel. So all filters except up process pixel by pixel, with the
  /// channels of one pixel in a vector.
  ///
  /// - Parameters:
  ///   - above: The unfiltered row above; zeros above the first.
  ///   - byteCount: Bytes in a row, without its filter type.
  ///   - bytesPerPixel: 1 to 8.
  public func unfilter(
    _ row: UnsafeMutableRawPointer, above: UnsafeRawPointer, byteCount: Int, bytesPerPixel: Int, filter: PNGFilter
  ) {
    let done =
      switch filter {
      case .none: byteCount
      case .sub: vectors.unfilterSub(row, above, byteCount, bytesPerPixel)
      case .up: vectors.unfilterUp(row, above, byteCount, bytesPerPixel)
      case .average: vectors.unfilterAverage(row, above, byteCount, bytesPerPixel)
      case .paeth: vectors.unfilterPaeth(row, above, byteCount, bytesPerPixel)
      }
    Self.unfilterBytes(row, above, done..<byteCount, bytesPerPixel, filter)
  }

  /// Reverses Paeth's filter on two adjacent rows, in place. With AVX2 and pixels of three or four bytes, this takes half
  /// as long as two calls of ``unfilter(_:above:byteCount:bytesPerPixel:filter:)``, which has the other parameters.
  ///
  /// - Parameter stride: Distance from the first row to the second in bytes.
  public func unfilterPaethPair(
    _ row: UnsafeMutableRawPointer, above: UnsafeRawPointer, byteCount: Int, bytesPerPixel: Int, stride: Int
  ) {
    let done = vectors.unfilterPaethPair(row, above, byteCount, bytesPerPixel, stride)
    guard done > 0 else {
      unfilter(row, above: above, byteCount: byteCount, bytesPerPixel: bytesPerPixel, filter: .paeth)
      return unfilter(row + stride, above: row, byteCount: byteCount, bytesPerPixel: bytesPerPixel, filter: .paeth)
    }
    Self.unfilterBytes(row, above, done..<byteCount, bytesPerPixel, .paeth)
    Self.unfilterBytes(row + stride, row, done &- 2 &* bytesPerPixel..<byteCount, bytesPerPixel, .paeth)
  }

  private static func unfilterBytes(
    _ row: UnsafeMutableRawPointer, _ above: UnsafeRawPointer, _ bytes: Range<Int>, _ step: Int, _ filter: PNGFilter
  ) {
    let row = row.assumingMemoryBound(to: UInt8.self)
    let above = above.assumingMemoryBound(to: UInt8.self)
    // The bytes that have a pixel to the left start here.
    let second = min(max(step, bytes.lowerBound), bytes.upperBound)
    let (first, others) = (bytes.lowerBound..<second, second..<bytes.upperBound)
    switch filter {
    case .none: break
    case .sub:
      for index in others { row[index] &+= row[index &- step] }
    case .up:
      for index in bytes { row[index] &+= above[index] }
    case .average:
      for index in first { row[index] &+= above[index] &>> 1 }
      for index in others { row[index] &+= floorAverage(row[index &- step], above[index]) }
    case .paeth:
      for index in first { row[index] &+= above[index] }
      for index in others { row[index] &+= paeth(row[index &- step], above[index], above[index &- step]) }
    }
  }
}
