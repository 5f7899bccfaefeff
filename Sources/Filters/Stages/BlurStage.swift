import PixelCore
import PixelKernels

/// Blurs an image row by row. Each output row is computed as soon as the last input row that it depends on has arrived.
///
/// Beyond its edges the image is extended with its edge pixels. A halved image has additional rows and columns on all
/// sides and is extended in the same way. That is exact, because farther out all pixels that are averaged are equal.
final class BlurStage: RowSink {
  private let input: ImageShape
  private let kernels: Kernels
  private let assembler: BandAssembler
  private let first: any BlurStep

  /// - Parameter weights: Weights of a Gaussian with a radius above 0.
  init(_ input: ImageShape, weights: GaussianWeights, context: RenderContext, sink: any RowSink) {
    self.input = input
    kernels = context.kernels
    assembler = BandAssembler(shape: input, context: context, sink: sink)
    let sizes = Self.sizes(input.size, weights: weights)
    let (kernels, depth) = (context.kernels, input.format.depth)
    var step: any BlurStep = BlurEnd(input, assembler, kernels)
    for (size, half) in zip(sizes, sizes.dropFirst()) { step = DoublingStep(from: half, to: size, kernels, step) }
    step = WeighingStep(sizes.last!, weights, depth, kernels, step)
    for (size, half) in zip(sizes, sizes.dropFirst()).reversed() {
      step = HalvingStep(from: size, to: half, kernels, step)
    }
    first = step
  }

  /// Returns the sizes of the image, of its half, and so on.
  private static func sizes(_ size: PixelSize, weights: GaussianWeights) -> [PixelSize] {
    var sizes = [size]
    for _ in 0..<weights.halvings {
      sizes.append(
        PixelSize(
          width: GaussianWeights.halved(sizes.last!.width), height: GaussianWeights.halved(sizes.last!.height)))
    }
    return sizes
  }

  /// Returns the memory of the steps in bytes: some rows of each size.
  static func workingBytes(_ input: ImageShape, weights: GaussianWeights) -> Int {
    let sizes = sizes(input.size, weights: weights)
    let rowBytes = { (size: PixelSize) in (size.width + 16) * Kernels.blurBytesPerPixel }
    let around =
      sizes.dropLast().reduce(0) { $0 + 6 * rowBytes($1) } + sizes.dropFirst().reduce(0) { $0 + 4 * rowBytes($1) }
    let last = sizes.last!
    return rowBytes(input.size) + around + min(2 * weights.radius + 1, last.height) * rowBytes(last)
      + rowBytes(last) + 2 * weights.radius * Kernels.blurBytesPerPixel
  }

  func push(_ band: RowBand) throws {
    for y in band.rows {
      kernels.widenForBlur(first.place, band.row(y), count: input.size.width, depth: input.format.depth)
      try first.take()
    }
  }

  func finish() throws { try assembler.finish() }
}

/// A step of a blur. It provides the memory for its next input row and processes the row after it was written there.
private protocol BlurStep: AnyObject {
  /// Memory for the next row's 16-bit pixels.
  var place: UnsafeMutableRawPointer { get }
  /// Processes the row written at ``place``. Not called after the last row.
  func take() throws
}

/// A ring buffer of the last rows that a step received.
private struct RowRing: ~Copyable {
  private var rows: PixelBuffer
  private let height: Int
  /// Number of rows received so far.
  private(set) var count = 0

  init(width: Int, height: Int) {
    self.height = height
    rows = .ofBlurRows(width: width, height: height)
  }

  /// Memory for the next row, which replaces the oldest.
  var place: UnsafeMutableRawPointer { mutating get { rows.mutableRow(count % height) } }

  mutating func take() { count += 1 }

  /// Returns a row. Beyond the image's edges, returns the first or the last row.
  func row(_ y: Int, of imageHeight: Int) -> UnsafeRawPointer {
    rows.row(min(max(y, 0), imageHeight - 1) % height)
  }
}

extension PixelBuffer {
  /// Returns a buffer for rows in the format of the steps.
  fileprivate static func ofBlurRows(width: Int, height: Int = 1) -> PixelBuffer {
    let format = PixelFormat(depth: .sixteen, transfer: .encoded, alpha: .premultiplied)
    return PixelBuffer(shape: ImageShape(size: PixelSize(width: width, height: height), format: format))
  }
}

/// A row with extra pixels on both sides that repeat its first and last pixel.
private struct WidenedRow: ~Copyable {
  private var pixels: PixelBuffer
  private let width: Int
  private let before: Int
  private let behind: Int

  init(width: Int, before: Int, behind: Int) {
    (self.width, self.before, self.behind) = (width, before, behind)
    pixels = .ofBlurRows(width: before + width + behind)
  }

  /// Start of the extra pixels on the left. Valid as long as the row exists.
  var start: UnsafeMutableRawPointer { mutating get { pixels.mutableRow(0) } }

  /// Start of the row itself.
  var row: UnsafeMutableRawPointer { mutating get { start + before * Kernels.blurBytesPerPixel } }

  /// Fills the extra pixels on both sides.
  mutating func extend() {
    let words = row.assumingMemoryBound(to: UInt64.self)
    (words - before).update(repeating: words[0], count: before)
    (words + width).update(repeating: words[width - 1], count: behind)
  }
}

/// Halves the image.
private final class HalvingStep: BlurStep {
  private let input: PixelSize
  private let output: PixelSize
  private let kernels: Kernels
  private let next: any BlurStep
  private var ring: RowRing
  private var line: WidenedRow
  private var made = 0
  private var rows: [UnsafeRawPointer]

  init(from input: PixelSize, to output: PixelSize, _ kernels: Kernels, _ next: any BlurStep) {
    (self.input, self.output, self.kernels, self.next) = (input, output, kernels, next)
    ring = RowRing(width: input.width, height: 5)
    // The last pixel of the half is computed from five pixels, starting at twice its index, and one more is read.
    line = WidenedRow(width: input.width, before: 4, behind: 2 * output.width - input.width)
    rows = []
  }

  var place: UnsafeMutableRawPointer { ring.place }

  func take() throws {
    ring.take()
    while made < output.height, min(2 * made, input.height - 1) < ring.count {
      rows.removeAll(keepingCapacity: true)
      for y in 2 * made - 4...2 * made { rows.append(ring.row(y, of: input.height)) }
      kernels.halveRows(line.row, rows, count: input.width)
      line.extend()
      kernels.halveColumns(next.place, line.start, count: output.width)
      made += 1
      try next.take()
    }
  }
}

/// Applies the Gaussian's weights to each pixel and its neighbours.
private final class WeighingStep: BlurStep {
  private let size: PixelSize
  private let weights: GaussianWeights
  private let depth: PixelFormat.Depth
  private let kernels: Kernels
  private let next: any BlurStep
  private var ring: RowRing
  private var line: WidenedRow
  /// Pointers to the row shifted by one pixel each.
  private let columns: [UnsafeRawPointer]
  private var rows: [UnsafeRawPointer] = []
  private var made = 0

  init(
    _ size: PixelSize, _ weights: GaussianWeights, _ depth: PixelFormat.Depth, _ kernels: Kernels, _ next: any BlurStep
  ) {
    (self.size, self.weights, self.depth, self.kernels, self.next) = (size, weights, depth, kernels, next)
    ring = RowRing(width: size.width, height: min(2 * weights.radius + 1, size.height))
    line = WidenedRow(width: size.width, before: weights.radius, behind: weights.radius)
    let start = UnsafeRawPointer(line.start)
    columns = (0..<2 * weights.radius + 1).map { start + $0 * Kernels.blurBytesPerPixel }
  }

  var place: UnsafeMutableRawPointer { ring.place }

  func take() throws {
    ring.take()
    while made < size.height, min(made + weights.radius, size.height - 1) < ring.count {
      rows.removeAll(keepingCapacity: true)
      for y in made - weights.radius...made + weights.radius { rows.append(ring.row(y, of: size.height)) }
      kernels.weigh(line.row, rows, weights, count: size.width, depth: depth)
      line.extend()
      kernels.weigh(next.place, columns, weights, count: size.width, depth: depth)
      made += 1
      try next.take()
    }
  }
}

/// Doubles the image.
private final class DoublingStep: BlurStep {
  private let input: PixelSize
  private let output: PixelSize
  private let kernels: Kernels
  private let next: any BlurStep
  private var ring: RowRing
  private var line: PixelBuffer
  private var made = 0

  init(from input: PixelSize, to output: PixelSize, _ kernels: Kernels, _ next: any BlurStep) {
    (self.input, self.output, self.kernels, self.next) = (input, output, kernels, next)
    ring = RowRing(width: input.width, height: 3)
    line = .ofBlurRows(width: input.width)
  }

  var place: UnsafeMutableRawPointer { ring.place }

  func take() throws {
    ring.take()
    while made < output.height, made / 2 + 2 < ring.count {
      let row = { (y: Int) in self.ring.row(y, of: self.input.height) }
      let cell = made / 2
      let (between, line) = (made % 2 == 1, line.mutableRow(0))
      kernels.doubleRows(line, between ? nil : row(cell), row(cell + 1), row(cell + 2), count: input.width)
      kernels.doubleColumns(next.place, line, count: output.width)
      made += 1
      try next.take()
    }
  }
}

/// Converts the result to the image's own format.
private final class BlurEnd: BlurStep {
  private let shape: ImageShape
  private let assembler: BandAssembler
  private let kernels: Kernels
  private var row: PixelBuffer

  init(_ shape: ImageShape, _ assembler: BandAssembler, _ kernels: Kernels) {
    (self.shape, self.assembler, self.kernels) = (shape, assembler, kernels)
    row = .ofBlurRows(width: shape.size.width)
  }

  var place: UnsafeMutableRawPointer { row.mutableRow(0) }

  func take() throws {
    let source = UnsafeRawPointer(row.mutableRow(0))
    try assembler.append { [kernels, shape] in
      kernels.narrowFromBlur($0, source, count: shape.size.width, depth: shape.format.depth)
    }
  }
}
