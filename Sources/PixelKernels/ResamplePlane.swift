#if canImport(PixelKernelsAVX2)
  import PixelKernelsAVX2
#endif

// Resizing a plane of samples of 8 bits, in the same two passes and the same fixed point as pixels of four channels
// (`Resample`). The first pass takes samples for channels.

extension Kernels {
  /// One row of the first pass over a plane: ``resampleVertically(_:rows:weights:sample:count:)`` for samples.
  ///
  /// - Parameters:
  ///   - destination: `count` samples rounded up to a multiple of 4, `Int16` in 64ths of a level.
  ///   - rows: Where the rows of ``ResampleWeights/inputs(of:)`` start, in order; readable for as many samples.
  ///   - weights: The weights of the vertical axis, of 8 bits.
  ///   - sample: Which row of the result this is.
  ///   - count: Samples in a row.
  public func resamplePlaneVertically(
    _ destination: UnsafeMutableRawPointer, rows: UnsafePointer<UnsafeRawPointer>, weights: ResampleWeights,
    sample: Int, count: Int
  ) {
    resampleVertically(destination, rows: rows, weights: weights, sample: sample, count: (count + 3) / 4)
  }

  /// One row of the second pass over a plane: a finished row of samples from a row of the first pass.
  ///
  ///     value = max(0, min(255, (Σ weight · sample + half) >> 20))
  ///
  /// - Parameters:
  ///   - destination: ``ResampleWeights/outputLength`` bytes.
  ///   - row: ``ResampleWeights/inputLength`` samples, as the first pass makes them; readable for
  ///     ``ResampleWeights/planePadding`` samples more, whatever they hold.
  ///   - weights: The weights of the horizontal axis, of 8 bits.
  public func resamplePlaneHorizontally(
    _ destination: UnsafeMutableRawPointer, row: UnsafeRawPointer, weights: ResampleWeights
  ) {
    guard case .eight(let taps) = weights.weights else { preconditionFailure("planes have samples of 8 bits") }
    let (stride, count) = (weights.tapStride, weights.outputLength)
    taps.withUnsafeBufferPointer { taps in
      weights.firsts.withUnsafeBufferPointer { firsts in
        let (taps, firsts) = (taps.baseAddress!, firsts.baseAddress!)
        let done =
          switch level {
          #if canImport(PixelKernelsAVX2)
            case .avx2, .avx512:
              PixelKernelsAVX2.resamplePlaneHorizontally(destination, row, taps, stride, firsts, count)
          #endif
          default: 0
          }
        for sample in done..<count {
          let value = Self.resampledSample(
            row + Int(firsts[sample]) &* 2, taps + sample &* stride, Int(weights.counts[sample]))
          destination.storeBytes(of: value, toByteOffset: sample, as: UInt8.self)
        }
      }
    }
  }

  /// The scalar second pass for one sample, whose first source sample is at `samples`.
  private static func resampledSample(
    _ samples: UnsafeRawPointer, _ taps: UnsafePointer<Int16>, _ tapCount: Int
  ) -> UInt8 {
    var sum: Int32 = 1 << 19
    for tap in 0..<tapCount {
      sum &+= Int32(samples.load(fromByteOffset: tap &* 2, as: Int16.self)) &* Int32(taps[tap])
    }
    return UInt8(truncatingIfNeeded: max(0, min(255, sum &>> 20)))
  }
}

extension ResampleWeights {
  /// Samples behind the end of a row of the first pass that the second one over a plane may read, with weight 0.
  public var planePadding: Int { tapStride }
}
