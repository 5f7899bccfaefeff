// Resizing a plane of samples of 8 bits, in the same two passes and the same fixed point as pixels of four channels
// (`Resample`). The first pass takes samples for channels. The second one takes eight rows at a time, woven together in
// pairs of samples: then one `madd` does two taps of each row, all of them with the same two weights.

extension Kernels {
  /// Rows that the second pass makes at a time: as many as a vector of AVX2 has sums.
  public static let planeRows = 8

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

  /// Weaves eight rows of the first pass together: the first two samples of each row, the next two of each, and so on.
  ///
  /// - Parameters:
  ///   - destination: Eight times `count` samples, rounded up to whole pairs.
  ///   - rows: The first of the rows, readable to a whole pair.
  ///   - stride: From a row's start to the next one's, in bytes.
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

  /// Eight rows of the second pass: finished rows of samples from woven rows of the first pass.
  ///
  ///     value = max(0, min(255, (Σ weight · sample + half) >> 20))
  ///
  /// - Parameters:
  ///   - destination: Eight rows of ``ResampleWeights/outputLength`` bytes.
  ///   - stride: From a row's start to the next one's, in bytes.
  ///   - woven: ``ResampleWeights/inputLength`` samples of each row, as ``weaveRows(_:_:stride:count:)`` makes them; readable
  ///     for another pair of each, whatever it holds.
  ///   - weights: The weights of the horizontal axis, of 8 bits.
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
