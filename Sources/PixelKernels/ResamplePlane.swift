// Resizing a plane of 8-bit samples, in the same two passes and the same fixed point as pixels of four channels
// (`Resample`). The first pass treats samples as channels. The second pass processes eight rows at a time, interleaved
// in pairs of samples. Then one `madd` processes two taps of each row, all with the same two weights.

extension Kernels {
  /// Number of rows per call of the second pass: as many as an AVX2 vector has sums.
  public static let planeRows = 8

  /// Computes one row of the first pass over a plane, like ``resampleVertically(_:rows:weights:sample:count:)``.
  ///
  /// - Parameters:
  ///   - destination: `count` samples rounded up to a multiple of 4, `Int16` in 64ths of a level.
  ///   - rows: Addresses of the rows of ``ResampleWeights/inputs(of:)``, in order; readable for as many samples.
  ///   - weights: The weights of the vertical axis, for 8 bits.
  ///   - sample: The index of the row in the result.
  ///   - count: Samples in a row.
  public func resamplePlaneVertically(
    _ destination: UnsafeMutableRawPointer, rows: UnsafePointer<UnsafeRawPointer>, weights: ResampleWeights,
    sample: Int, count: Int
  ) {
    resampleVertically(destination, rows: rows, weights: weights, sample: sample, count: (count + 3) / 4)
  }

  /// Interleaves eight rows of the first pass: the first two samples of each row, the next two of each, and so on.
  ///
  /// - Parameters:
  ///   - destination: Eight times `count` samples, rounded up to whole pairs.
  ///   - rows: The first of the rows, readable to a whole pair.
  ///   - stride: Bytes from one row to the next.
  ///   - count: Samples in a row.
  public func weaveRows(
    _ destination: UnsafeMutableRawPointer, _ rows: UnsafeRawPointer, stride: Int, count: Int
  ) {
    let done = vectors.weaveRows(destination, rows, stride, count)
    for pair in done..<(count + 1) / 2 {
      for row in 0..<8 {
        let samples = rows.loadUnaligned(fromByteOffset: row &* stride &+ pair &* 4, as: UInt32.self)
        destination.storeBytes(of: samples, toByteOffset: pair &* 32 &+ row &* 4, as: UInt32.self)
      }
    }
  }

  /// Computes eight rows of the second pass: finished rows of samples from interleaved rows of the first pass.
  ///
  ///     value = max(0, min(255, (Σ weight · sample + half) >> 20))
  ///
  /// - Parameters:
  ///   - destination: Eight rows of ``ResampleWeights/outputLength`` bytes.
  ///   - stride: Bytes from one row to the next.
  ///   - woven: ``ResampleWeights/inputLength`` samples of each row, from ``weaveRows(_:_:stride:count:)``. Must be
  ///     readable for another pair of each; its content doesn't matter.
  ///   - weights: The weights of the horizontal axis, for 8 bits.
  public func resamplePlaneHorizontally(
    _ destination: UnsafeMutableRawPointer, stride: Int, woven: UnsafeRawPointer, weights: ResampleWeights
  ) {
    guard case .eight(let taps) = weights.weights else { preconditionFailure("planes have samples of 8 bits") }
    let (tapStride, count) = (weights.tapStride, weights.outputLength)
    taps.withUnsafeBufferPointer { taps in
      weights.firsts.withUnsafeBufferPointer { firsts in
        weights.counts.withUnsafeBufferPointer { counts in
          let (taps, firsts, counts) = (
            taps.baseAddress! + weights.place(of: 0), firsts.baseAddress!, counts.baseAddress!
          )
          let done = vectors.resamplePlaneHorizontally(
            destination, stride, woven, taps, tapStride, firsts, counts, count)
          for sample in done..<count {
            for row in 0..<8 {
              let value = Self.resampledSample(
                woven + row &* 4, from: Int(firsts[sample]), taps + sample &* tapStride, Int(counts[sample]))
              destination.storeBytes(of: value, toByteOffset: row &* stride &+ sample, as: UInt8.self)
            }
          }
        }
      }
    }
  }

  /// The scalar second pass for one sample of one row, the first pair of which is at `pairs`.
  private static func resampledSample(
    _ pairs: UnsafeRawPointer, from first: Int, _ taps: UnsafePointer<Int16>, _ tapCount: Int
  ) -> UInt8 {
    var sum: Int32 = 1 << 19
    for tap in 0..<tapCount {
      let place = first &+ tap
      let sample = pairs.load(fromByteOffset: (place &>> 1) &* 32 &+ (place & 1) &* 2, as: Int16.self)
      sum &+= Int32(sample) &* Int32(taps[tap])
    }
    return UInt8(truncatingIfNeeded: max(0, min(255, sum &>> 20)))
  }
}
