extension Kernels {
  /// Returns the best filter for a row of a PNG: the one with the smallest sum of absolute differences, taking bytes as
  /// −128 to 127. Ties go to the lowest filter type. This measure is suggested by the specification (PNG, third
  /// edition, section 12.7) and used by libpng.
  ///
  /// - Parameters:
  ///   - above: The row above; zeros above the first.
  ///   - byteCount: Bytes in a row: at least one whole pixel.
  ///   - bytesPerPixel: 1 to 8.
  public func bestFilter(
    _ row: UnsafeRawPointer, above: UnsafeRawPointer, byteCount: Int, bytesPerPixel: Int
  ) -> PNGFilter {
    withUnsafeTemporaryAllocation(of: UInt64.self, capacity: PNGFilter.allCases.count) { sums in
      sums.initialize(repeating: 0)
      let places = sums.baseAddress!
      let done = vectors.addDifferences(places, row, above, byteCount, bytesPerPixel)
      Self.addDifferences(places, row, above, 0..<bytesPerPixel, bytesPerPixel)
      Self.addDifferences(places, row, above, done..<byteCount, bytesPerPixel)
      return PNGFilter.allCases.min { sums[Int($0.rawValue)] < sums[Int($1.rawValue)] }!
    }
  }

  /// Filters a row of a PNG: each byte of `destination` is the row's byte minus its prediction. For the parameters see
  /// ``bestFilter(_:above:byteCount:bytesPerPixel:)``.
  public func filter(
    _ destination: UnsafeMutableRawPointer, _ row: UnsafeRawPointer, above: UnsafeRawPointer, byteCount: Int,
    bytesPerPixel: Int, filter: PNGFilter
  ) {
    let done = vectors.filter(destination, row, above, byteCount, bytesPerPixel, filter.rawValue)
    Self.filterBytes(destination, row, above, 0..<bytesPerPixel, bytesPerPixel, filter)
    Self.filterBytes(destination, row, above, done..<byteCount, bytesPerPixel, filter)
  }

  private static func filterBytes(
    _ destination: UnsafeMutableRawPointer, _ row: UnsafeRawPointer, _ above: UnsafeRawPointer, _ bytes: Range<Int>,
    _ step: Int, _ filter: PNGFilter
  ) {
    for index in bytes {
      let neighbours = Neighbours(row, above, index, step)
      destination.storeBytes(of: neighbours.byte &- neighbours.prediction(filter), toByteOffset: index, as: UInt8.self)
    }
  }

  /// Adds absolute differences to the sum of each filter.
  private static func addDifferences(
    _ sums: UnsafeMutablePointer<UInt64>, _ row: UnsafeRawPointer, _ above: UnsafeRawPointer, _ bytes: Range<Int>,
    _ step: Int
  ) {
    for index in bytes {
      let neighbours = Neighbours(row, above, index, step)
      for filter in PNGFilter.allCases {
        let difference = neighbours.byte &- neighbours.prediction(filter)
        sums[Int(filter.rawValue)] &+= UInt64(min(difference, 0 &- difference))
      }
    }
  }
}

/// A byte of a row, and the bytes it is predicted from.
private struct Neighbours {
  let byte, left, above, corner: UInt8

  @inline(__always)
  init(_ row: UnsafeRawPointer, _ above: UnsafeRawPointer, _ index: Int, _ step: Int) {
    byte = row.load(fromByteOffset: index, as: UInt8.self)
    self.above = above.load(fromByteOffset: index, as: UInt8.self)
    left = index < step ? 0 : row.load(fromByteOffset: index &- step, as: UInt8.self)
    corner = index < step ? 0 : above.load(fromByteOffset: index &- step, as: UInt8.self)
  }

  @inline(__always)
  func prediction(_ filter: PNGFilter) -> UInt8 {
    switch filter {
    case .none: 0
    case .sub: left
    case .up: above
    case .average: floorAverage(left, above)
    case .paeth: paeth(left, above, corner)
    }
  }
}
