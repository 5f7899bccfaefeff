import PixelCore
import PixelKernels

extension PixelBuffer {
  /// Returns a transparent buffer.
  package static func transparent(_ shape: ImageShape) -> PixelBuffer {
    var buffer = PixelBuffer(shape: shape)
    for y in 0..<shape.size.height {
      buffer.mutableRow(y).initializeMemory(as: UInt8.self, repeating: 0, count: shape.bytesPerRow)
    }
    return buffer
  }

  /// Paints a colour source-over where an outline covers the pixels. Coverage is rounded to a level of the pixels'
  /// depth.
  ///
  /// The pixels must be premultiplied.
  package mutating func paint(_ outline: Outline, _ color: Color, kernels: Kernels) {
    let (size, depth) = (shape.size, shape.format.depth)
    let coverage = OutlineCoverage(outline, width: size.width, height: size.height)
    var pixels = CoveredPaint(Paint(color, in: shape.format), depth: depth)
    var shares = [UInt16](repeating: 0, count: size.width)
    var painted = PixelBuffer(
      shape: ImageShape(size: PixelSize(width: size.width, height: 1), format: shape.format))
    for y in 0..<size.height where !coverage.isEmpty(row: y) {
      coverage.measure(row: y, into: &shares)
      let row = painted.mutableRow(0)
      for x in 0..<size.width { pixels.pixel(shares[x]).store(in: row, at: x) }
      let own = mutableRow(y)
      kernels.sourceOver(own, background: own, foreground: painted.row(0), count: size.width, depth: depth)
    }
  }
}

/// The pixels of a paint for each coverage, computed once.
private struct CoveredPaint {
  private let paint: Paint
  private let depth: PixelFormat.Depth
  /// Pixels by coverage in levels of the depth.
  private var known: [Pixel?]

  init(_ paint: Paint, depth: PixelFormat.Depth) {
    (self.paint, self.depth) = (paint, depth)
    known = Array(repeating: nil, count: depth.largest + 1)
  }

  /// - Parameter share: Coverage in 1/65,535.
  mutating func pixel(_ share: UInt16) -> Pixel {
    let level = depth == .sixteen ? Int(share) : (Int(share) * 255 + 32_767) / 65_535
    if let pixel = known[level] { return pixel }
    let pixel = paint.covering(Double(level) / Double(depth.largest))
    known[level] = pixel
    return pixel
  }
}
