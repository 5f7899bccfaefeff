import PixelCore
import PixelKernels

/// A row loop that works in another format than the photo's, by converting each row and converting it back.
private final class ConvertedLoop: RowLoop {
  private let inner: any RowLoop
  private let there: FormatConversion
  private let back: FormatConversion
  private let width: Int
  private var row: PixelBuffer

  init(_ inner: any RowLoop, in format: PixelFormat, from input: PixelFormat, to output: ImageShape, kernels: Kernels) {
    self.inner = inner
    width = output.size.width
    there = FormatConversion(from: input, to: format, kernels: kernels)
    back = FormatConversion(from: format, to: output.format, kernels: kernels)
    row = PixelBuffer(shape: ImageShape(size: PixelSize(width: width, height: 1), format: format))
  }

  func apply(to input: UnsafeRawPointer, row y: Int, into output: UnsafeMutableRawPointer) {
    let converted = row.mutableRow(0)
    there.apply(converted, input, count: width)
    inner.apply(to: converted, row: y, into: converted)
    back.apply(output, converted, count: width)
  }
}

extension FilterPlan.Work {
  /// Returns a row loop that is defined for one transfer. For a photo with the other transfer, rows are converted with
  /// 16 bits and converted back.
  ///
  /// - Parameters:
  ///   - input: Format of the input rows.
  ///   - output: Shape of the output, with the same depth and transfer.
  ///   - makeLoop: Makes the loop for rows of a format with the output's alpha.
  static func rows(
    in transfer: PixelFormat.Transfer, from input: PixelFormat, to output: ImageShape,
    makeLoop: @escaping @Sendable (PixelFormat, Kernels) -> any RowLoop
  ) -> FilterPlan.Work {
    if output.format.transfer == transfer { return .rows { makeLoop(output.format, $0.kernels) } }
    let format = PixelFormat(depth: .sixteen, transfer: transfer, alpha: output.format.alpha)
    return .rows { context in
      ConvertedLoop(
        makeLoop(format, context.kernels), in: format, from: input, to: output, kernels: context.kernels)
    }
  }
}
