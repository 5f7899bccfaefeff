extension Kernels {
  /// The filter that suits a row of a PNG best: the one with the least sum of absolute differences, taking a byte as −128
  /// to 127; the first one in the order of their numbers where sums are equal. That is the measure that the specification
  /// suggests (PNG, third edition, section 12.7) and libpng takes.
  ///
  /// - Parameters:
  ///   - above: The row above; zeros above the first.
  ///   - byteCount: Bytes of a row: whole pixels, one at least.
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

  /// Filters a row of a PNG: each byte of `destination` is the row's less its prediction. The parameters are those of
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

  /// Adds to each filter's sum.
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

/// A byte of a row, and those that it is predicted from.
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
