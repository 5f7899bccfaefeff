extension Kernels {
  /// Undoes a PNG filter on a row, in place.
  ///
  /// Every byte needs the result for the pixel before it, so that all filters but up go pixel by pixel: vectors hold the
  /// channels of one.
  ///
  /// - Parameters:
  ///   - above: The row above, unfiltered; zeros above the first.
  ///   - byteCount: Bytes of a row, without the number of its filter.
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

  private static func unfilterBytes(
    _ row: UnsafeMutableRawPointer, _ above: UnsafeRawPointer, _ bytes: Range<Int>, _ step: Int, _ filter: PNGFilter
  ) {
    let row = row.assumingMemoryBound(to: UInt8.self)
    let above = above.assumingMemoryBound(to: UInt8.self)
    // What of it has a pixel to the left.
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
