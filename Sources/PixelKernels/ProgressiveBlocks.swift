import CSimd

// The blocks of a progressive JPEG's scans. The scalar version is `ProgressiveScans` in `ImageCodecs`. It also reads the blocks
// that these functions leave: blocks with codes of more than 12 bits, and damaged ones.

extension Kernels {
  /// Reads the values of coefficients other than the first (T.81, G.1.2.2) of a row of blocks, as far as it is usual.
  ///
  /// - Parameters:
  ///   - scan: The scan. Its position and run are advanced past the blocks read.
  ///   - nonzero: For each block, a bit mask of the coefficients that aren't zero, in zigzag order from the lowest bit.
  ///   - values: The kept coefficients of the row's blocks.
  ///   - range: The blocks to read.
  /// - Returns: The index of the first block that wasn't read. Its coefficients may have been stored, but nothing else is changed.
  public func readBlocks(
    _ scan: inout csimd_band_scan, nonzero: UnsafeMutablePointer<UInt64>, values: UnsafeMutablePointer<Int16>,
    _ range: Range<Int>
  ) -> Int {
    vectors.readBlocks(&scan, nonzero, values, range.lowerBound, range.upperBound)
  }

  /// Reads one more bit of each coefficient (T.81, G.1.2.3) of a row of blocks, as far as it is usual. Otherwise as `readBlocks`, but
  /// nothing of the first block that isn't read is changed.
  public func refineBlocks(
    _ scan: inout csimd_band_scan, nonzero: UnsafeMutablePointer<UInt64>, values: UnsafeMutablePointer<Int16>,
    _ range: Range<Int>
  ) -> Int {
    vectors.refineBlocks(&scan, nonzero, values, range.lowerBound, range.upperBound)
  }
}
