import PixelCore

// Resizing in two passes, vertical first: it reads the source's rows in the order and the bytes they come in, and the
// horizontal pass then has only as many rows as the result.
//
// Between the passes stand whole numbers with some bits behind the point: 16-bit ones with 6 for channels of 8 bits,
// 32-bit ones with 8 for channels of 16. A sample's positive weights sum to 2 at most (`ResampleWeights` makes sure),
// and all its weights to 1. So a value between the passes is at least −1 and at most 2 times the largest level: 510 · 64
// in 16 bits, 131 070 · 256 in 32. The result is that of exact sums, rounded once after each pass.

extension Kernels {
  /// One row of the first pass: a row between the passes from as many rows of pixels as the sample has taps.
  ///
  ///     value = (Σ weight · channel + half) >> shift
  ///
  /// where the shift takes the weights' bits behind the point, 14 or 24, to those between the passes, 6 or 8.
  ///
  /// - Parameters:
  ///   - destination: `count` pixels of ``ResampleWeights/bytesBetween``: four `Int16` in 64ths of a level, or four `Int32`
  ///     in 256ths.
  ///   - rows: Where the rows of ``ResampleWeights/inputs(of:)`` start, in order: pixels of the weights' depth.
  ///   - weights: The weights of the vertical axis.
  ///   - sample: Which row of the result this is.
  ///   - count: Pixels in a row.
  public func resampleVertically(
    _ destination: UnsafeMutableRawPointer, rows: UnsafePointer<UnsafeRawPointer>, weights: ResampleWeights,
    sample: Int, count: Int
  ) {
    let (start, tapCount) = (sample * weights.tapStride, Int(weights.counts[sample]))
    switch weights.weights {
    case .eight(let taps):
      taps.withUnsafeBufferPointer { resampleVertically8(destination, rows, $0.baseAddress! + start, tapCount, count) }
    case .sixteen(let taps):
      taps.withUnsafeBufferPointer { resampleVertically16(destination, rows, $0.baseAddress! + start, tapCount, count) }
    }
  }

  /// One row of the second pass: a finished row of premultiplied pixels from a row of the first pass.
  ///
  ///     value = max(0, min(largest, (Σ weight · channel + half) >> shift)), and at most alpha
  ///
  /// where the shift takes away all bits behind the point, 14 + 6 or 24 + 8.
  ///
  /// - Parameters:
  ///   - destination: ``ResampleWeights/outputLength`` pixels of the weights' depth.
  ///   - row: ``ResampleWeights/inputLength`` pixels of ``ResampleWeights/bytesBetween``, as the first pass makes them,
  ///     of which those in ``ResampleWeights/inputs`` count; readable for ``ResampleWeights/rowPadding`` pixels more.
  ///   - weights: The weights of the horizontal axis.
  public func resampleHorizontally(
    _ destination: UnsafeMutableRawPointer, row: UnsafeRawPointer, weights: ResampleWeights
  ) {
    weights.firsts.withUnsafeBufferPointer { firsts in
      weights.counts.withUnsafeBufferPointer { counts in
        let (firsts, counts) = (firsts.baseAddress!, counts.baseAddress!)
        let (stride, count) = (weights.tapStride, weights.outputLength)
        switch weights.weights {
        case .eight(let taps):
          taps.withUnsafeBufferPointer {
            resampleHorizontally8(destination, row, $0.baseAddress!, stride, firsts, counts, count)
          }
        case .sixteen(let taps):
          taps.withUnsafeBufferPointer {
            resampleHorizontally16(destination, row, $0.baseAddress!, stride, firsts, counts, count)
          }
        }
      }
    }
  }
}
