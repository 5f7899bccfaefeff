import Filters
import PixelCore
import PixelKernels

/// Converts planes of equal size to pixels, and the pixels to sRGB if necessary.
final class PlanePixels: PlaneConsumer {
  private let planes: [any PlaneRows]
  private let assembler: BandAssembler
  private let context: RenderContext
  private let toSRGB: ColorTransform?
  private let width: Int
  /// Several rows of each plane: luma, Cb, Cr. The chroma of a grey picture keeps the middle value.
  private let samples: UnsafeMutableRawPointer
  private let stride: Int

  init(
    _ planes: [any PlaneRows], shape: ImageShape, context: RenderContext, toSRGB: ColorTransform? = nil,
    sink: any RowSink
  ) {
    (self.planes, self.context, self.toSRGB) = (planes, context, toSRGB)
    assembler = BandAssembler(shape: shape, context: context, sink: sink)
    width = shape.size.width
    stride = PixelBuffer.stride(bytesPerRow: width)
    let byteCount = 3 * PlaneResampler.rowsAtOnce * stride
    samples = .allocatePixels(byteCount: byteCount)
    samples.initializeMemory(as: UInt8.self, repeating: 128, count: byteCount)
  }

  deinit { samples.deallocate() }

  func advance() throws {
    let planeBytes = PlaneResampler.rowsAtOnce * stride
    while planes.allSatisfy({ $0.isReady }) {
      let first = planes[0].nextRow
      for (index, plane) in planes.enumerated() { plane.makeRows(samples + index * planeBytes, stride: stride) }
      for offset in 0..<planes[0].nextRow - first {
        let luma = samples + offset * stride
        try assembler.append { row in
          context.kernels.convertToRGB(
            row, luma: luma, blue: luma + planeBytes, red: luma + 2 * planeBytes, count: width)
          if let toSRGB {
            context.kernels.convertToSRGB(row, UnsafeRawPointer(row), toSRGB, count: width, depth: .eight)
          }
        }
      }
    }
  }

  func finish() throws { try assembler.finish() }
}
