import Filters
import PixelCore

/// Makes pixels of resampled planes, each of them as large as the result.
final class PlanePixels: PlaneConsumer {
  let resamplers: [PlaneResampler]
  private let assembler: BandAssembler
  private let context: RenderContext
  private let width: Int
  /// A few rows of each plane: luma, Cb, Cr. A grey picture's chromas stay at the middle.
  private let samples: UnsafeMutableRawPointer
  private let stride: Int

  init(_ resamplers: [PlaneResampler], shape: ImageShape, context: RenderContext, sink: any RowSink) {
    (self.resamplers, self.context) = (resamplers, context)
    assembler = BandAssembler(shape: shape, context: context, sink: sink)
    width = shape.size.width
    stride = PixelBuffer.stride(bytesPerRow: width)
    let byteCount = 3 * PlaneResampler.rowsAtOnce * stride
    samples = .allocate(byteCount: byteCount, alignment: 64)
    samples.initializeMemory(as: UInt8.self, repeating: 128, count: byteCount)
  }

  deinit { samples.deallocate() }

  func advance() throws {
    let planeBytes = PlaneResampler.rowsAtOnce * stride
    while resamplers.allSatisfy(\.isReady) {
      let first = resamplers[0].nextRow
      for (plane, resampler) in resamplers.enumerated() {
        resampler.makeRows(samples + plane * planeBytes, stride: stride)
      }
      for offset in 0..<resamplers[0].nextRow - first {
        let luma = samples + offset * stride
        try assembler.append { row in
          context.kernels.convertToRGB(
            row, luma: luma, blue: luma + planeBytes, red: luma + 2 * planeBytes, count: width)
        }
      }
    }
  }

  func finish() throws { try assembler.finish() }
}
