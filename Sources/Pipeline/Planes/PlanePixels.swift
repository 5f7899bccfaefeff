import Filters
import PixelCore

/// Makes pixels of resampled planes, each of them as large as the result.
final class PlanePixels: PlaneConsumer {
  let resamplers: [PlaneResampler]
  private let assembler: BandAssembler
  private let context: RenderContext
  private let width: Int
  /// A row of each plane: luma, Cb, Cr. A grey picture's chromas stay at the middle.
  private let samples: UnsafeMutableRawPointer
  private let stride: Int

  init(_ resamplers: [PlaneResampler], shape: ImageShape, context: RenderContext, sink: any RowSink) {
    (self.resamplers, self.context) = (resamplers, context)
    assembler = BandAssembler(shape: shape, context: context, sink: sink)
    width = shape.size.width
    stride = (width + 63) & ~63
    samples = .allocate(byteCount: 3 * stride, alignment: 64)
    samples.initializeMemory(as: UInt8.self, repeating: 128, count: 3 * stride)
  }

  deinit { samples.deallocate() }

  func advance() throws {
    while resamplers.allSatisfy(\.isReady) {
      for (plane, resampler) in resamplers.enumerated() { resampler.makeRow(samples + plane * stride) }
      try assembler.append { row in
        context.kernels.convertToRGB(
          row, luma: samples, blue: samples + stride, red: samples + 2 * stride, count: width)
      }
    }
  }

  func finish() throws { try assembler.finish() }
}
