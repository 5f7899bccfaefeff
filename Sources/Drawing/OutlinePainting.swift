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
    let (size, format) = (shape.size, shape.format)
    var coverage = OutlineCoverage(outline, width: size.width, height: size.height)
    var pixels = CoveredPaint(Paint(color, in: format), depth: format.depth)
    var shares = [UInt16](repeating: 0, count: size.width)
    var painted = PixelBuffer(shape: ImageShape(size: PixelSize(width: size.width, height: 1), format: format))
    for y in 0..<size.height where !coverage.isEmpty(row: y) {
      coverage.measure(row: y, into: &shares)
      let row = painted.mutableRow(0)
      var x = 0
      while x < size.width {
        // Most pixels of a row have the same share as their neighbours.
        let first = x
        while x < size.width, shares[x] > 0 {
          let (share, start) = (shares[x], x)
          repeat { x += 1 } while x < size.width && shares[x] == share
          pixels.pixel(share).fill(row + start * format.bytesPerPixel, count: x - start)
        }
        if x > first {
          let (own, place) = (mutableRow(y) + first * format.bytesPerPixel, row + first * format.bytesPerPixel)
          kernels.sourceOver(own, background: own, foreground: place, count: x - first, depth: format.depth)
        }
        while x < size.width, shares[x] == 0 { x += 1 }
      }
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
