import CSimd

// Blocks of a progressive JPEG's scans. The scalar version is `ProgressiveScans` in `ImageCodecs`. It also reads the blocks at which
// these functions stop: blocks with codes longer than 12 bits, and damaged blocks.

extension Kernels {
  /// Whether this CPU has vector versions of these functions. The scalar versions read nothing.
  public var canReadBlocks: Bool { vectors.canReadBlocks }

  /// Reads the highest bits of a row's coefficients (T.81, G.1.2.2) and stores the kept ones, up to a block that needs the scalar
  /// version.
  ///
  /// - Parameters:
  ///   - scan: The scan. Advanced past the blocks read.
  ///   - blocks: The blocks to read. Advanced past the blocks read. In the next block, some values may already be stored.
  public func readBlocks(_ scan: inout csimd_band_scan, _ blocks: inout csimd_blocks) {
    vectors.readBlocks(&scan, &blocks)
  }

  /// Reads one more bit of a row's coefficients (T.81, G.1.2.3), up to a block that needs the scalar version.
  ///
  /// - Parameters:
  ///   - scan: The scan. Advanced past the blocks read.
  ///   - blocks: The blocks to read. Advanced past the blocks read. The next block is unchanged.
  public func refineBlocks(_ scan: inout csimd_band_scan, _ blocks: inout csimd_blocks) {
    vectors.refineBlocks(&scan, &blocks)
  }
}
