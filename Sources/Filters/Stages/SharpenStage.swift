import PixelCore
import PixelKernels

/// Sharpens an image row by row. Each output row is computed as soon as the last input row that its blur needs has
/// arrived.
///
/// Beyond its edges the image is extended with its edge pixels.
final class SharpenStage: RowSink {
  private let shape: ImageShape
  private let weights: GaussianWeights
  private let amount: Int32
  private let threshold: Int32
  private let kernels: Kernels
  private let assembler: BandAssembler
  private let ringHeight: Int
  /// Ring buffers of the last rows and their luminances.
  private var pixels: PixelBuffer
  private let luminances: UnsafeMutablePointer<UInt16>
  /// A row's luminances after the vertical blur, extended on both sides with its first and last value, and after both
  /// blurs.
  private let line: UnsafeMutablePointer<UInt16>
  private let blurred: UnsafeMutablePointer<UInt16>
  private let columns: [UnsafeRawPointer]
  private var rows: [UnsafeRawPointer] = []
  private var taken = 0

  /// - Parameters:
  ///   - weights: Weights of a Gaussian with a radius above 0 and without halvings.
  ///   - threshold: Threshold in levels of 255.
  init(
    _ shape: ImageShape, weights: GaussianWeights, amount: Double, threshold: Double, context: RenderContext,
    sink: any RowSink
  ) {
    precondition(weights.radius > 0 && weights.halvings == 0)
    (self.shape, self.weights, kernels) = (shape, weights, context.kernels)
    self.amount = Int32((amount * 4096).rounded())
    self.threshold = Int32((threshold * (shape.format.depth == .eight ? 128 : 257)).rounded())
    assembler = BandAssembler(shape: shape, context: context, sink: sink)
    let (width, radius) = (Self.paddedWidth(shape), weights.radius)
    ringHeight = min(2 * radius + 1, shape.size.height)
    pixels = PixelBuffer(
      shape: ImageShape(size: PixelSize(width: shape.size.width, height: ringHeight), format: shape.format))
    luminances = .allocate(capacity: ringHeight * width)
    line = .allocate(capacity: width + 2 * radius)
    blurred = .allocate(capacity: width)
    // The padding of rows is read too.
    luminances.initialize(repeating: 0, count: ringHeight * width)
    line.initialize(repeating: 0, count: width + 2 * radius)
    blurred.initialize(repeating: 0, count: width)
    columns = (0..<2 * radius + 1).map { [line] in UnsafeRawPointer(line + $0) }
  }

  deinit {
    luminances.deallocate()
    line.deallocate()
    blurred.deallocate()
  }

  /// Returns the width rounded up, because the blur's kernels process four channels at a time.
  private static func paddedWidth(_ shape: ImageShape) -> Int { (shape.size.width + 3) / 4 * 4 }

  static func workingBytes(_ shape: ImageShape, weights: GaussianWeights) -> Int {
    let width = paddedWidth(shape)
    return (2 * weights.radius + 1) * (shape.bytesPerRow + 64 + 2 * width) + 4 * (width + weights.radius)
  }

  func push(_ band: RowBand) throws {
    for y in band.rows {
      let row = band.row(y)
      pixels.mutableRow(y % ringHeight).copyMemory(from: row, byteCount: shape.bytesPerRow)
      kernels.luminance(luminance(y), row, count: shape.size.width, depth: shape.format.depth)
      taken += 1
      while assembler.nextRow < shape.size.height,
        min(assembler.nextRow + weights.radius, shape.size.height - 1) < taken
      {
        try makeRow(assembler.nextRow)
      }
    }
  }

  func finish() throws { try assembler.finish() }

  private func luminance(_ y: Int) -> UnsafeMutablePointer<UInt16> {
    luminances + y % ringHeight * Self.paddedWidth(shape)
  }

  private func makeRow(_ y: Int) throws {
    let (width, radius, depth) = (shape.size.width, weights.radius, shape.format.depth)
    let count = Self.paddedWidth(shape) / 4
    rows.removeAll(keepingCapacity: true)
    for row in y - radius...y + radius {
      rows.append(UnsafeRawPointer(luminance(min(max(row, 0), shape.size.height - 1))))
    }
    let middle = line + radius
    kernels.weigh(middle, rows, weights, count: count, depth: depth)
    line.update(repeating: middle[0], count: radius)
    (middle + width).update(repeating: middle[width - 1], count: Self.paddedWidth(shape) - width + radius)
    kernels.weigh(blurred, columns, weights, count: count, depth: depth)
    try assembler.append {
      kernels.sharpen(
        $0, pixels.row(y % ringHeight), luminance: luminance(y), blurred: blurred, threshold: threshold,
        amount: amount, count: width, depth: depth)
    }
  }
}
