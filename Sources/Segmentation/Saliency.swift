import PixelCore
import PixelKernels

/// How much each part of a picture draws the eye, for crops of pictures without a plain backdrop.
///
/// The picture is seen in square cells of 8 pixels of its analysed copy (at most 1000 pixels on the longer side).
package struct Saliency {
  /// What draws the eye.
  package enum Measure: Sendable {
    /// Edges, saturated colours and skin, as libvips' `attention` does.
    case attention
    /// Variety of lightness: the quadratic entropy 1 − Σp² of 16 bins.
    case entropy
  }

  private static let side = 8
  private let columns: Int
  private let rows: Int
  /// The measure of each cell, row by row.
  private let cells: [Float]

  package static func workingBytes(for photo: PixelSize) -> Int { StudioPicture.workingBytes(for: photo) }

  package init(_ measure: Measure, of band: RowBand, kernels: Kernels) {
    let picture = StudioPicture(band, kernels: kernels)
    let side = Self.side
    let (columns, rows) = (max(1, picture.size.width / side), max(1, picture.size.height / side))
    (self.columns, self.rows) = (columns, rows)
    switch measure {
    case .attention: cells = Self.attention(in: picture, columns, rows)
    case .entropy: cells = Self.entropy(in: picture, columns, rows)
    }
  }

  /// Returns the middle of a window, in shares of the picture's width and height. Of all windows of this size within the
  /// picture, it has the most in its middle: cells count less the nearer they are to the window's sides.
  ///
  /// - Parameters:
  ///   - width: The window's width as a share of the picture's.
  ///   - height: The window's height as a share of the picture's.
  package func middle(ofWindow width: Double, by height: Double) -> (x: Double, y: Double) {
    let (halfWidth, halfHeight) = (Self.half(width, of: columns), Self.half(height, of: rows))
    var across = cells
    for y in 0..<rows {
      let row = Array(cells[y * columns..<(y + 1) * columns])
      for x in 0..<columns { across[y * columns + x] = Self.weighted(row, around: x, half: halfWidth) }
    }
    var best = (score: -Float.infinity, distance: Float.infinity, x: columns / 2, y: rows / 2)
    for x in Self.places(halfWidth, of: columns) {
      let column = (0..<rows).map { across[$0 * columns + x] }
      for y in Self.places(halfHeight, of: rows) {
        let score = Self.weighted(column, around: y, half: halfHeight)
        let (dx, dy) = (Float(2 * x + 1 - columns), Float(2 * y + 1 - rows))
        let distance = dx * dx + dy * dy
        if score > best.score || score == best.score && distance < best.distance { best = (score, distance, x, y) }
      }
    }
    return ((Double(best.x) + 0.5) / Double(columns), (Double(best.y) + 0.5) / Double(rows))
  }

  private static func half(_ share: Double, of count: Int) -> Float { max(0.5, Float(share) * Float(count) / 2) }

  /// Returns the middles that keep a window inside the picture.
  private static func places(_ half: Float, of count: Int) -> ClosedRange<Int> {
    let first = min(max(0, Int(half)), (count - 1) / 2)
    return first...max(first, count - 1 - first)
  }

  private static func weighted(_ values: [Float], around middle: Int, half: Float) -> Float {
    var sum: Float = 0
    for index in max(0, middle - Int(half))...min(values.count - 1, middle + Int(half)) {
      sum += values[index] * (1 - abs(Float(index - middle)) / (half + 1))
    }
    return sum
  }

  private static func attention(in picture: StudioPicture, _ columns: Int, _ rows: Int) -> [Float] {
    let colors = OKLab.colors(of: means(of: picture, columns, rows))
    return colors.indices.map { index in
      let (x, y, color) = (index % columns, index / columns, colors[index])
      var edge: Float = 0
      for (column, row) in [(x - 1, y), (x + 1, y), (x, y - 1), (x, y + 1)]
      where (0..<columns).contains(column) && (0..<rows).contains(row) {
        edge = max(edge, Float(color.squaredDistance(to: colors[row * columns + column])).squareRoot())
      }
      let (a, b) = (Float(color.a), Float(color.b))
      let chroma = (a * a + b * b).squareRoot()
      // Skin is a warm hue of medium chroma, whatever its lightness (OKLab's a from 80 to 370, b from 80 to 410).
      let isSkin = a > 80 && a < 370 && b > 80 && b < 410 && b > 0.5 * a && b < 2.2 * a && color.lightness > 1200
      // In the dark, colours aren't seen.
      let isSeen = color.lightness > 800
      return edge + (isSeen ? chroma + (isSkin ? 250 : 0) : 0)
    }
  }

  private static func entropy(in picture: StudioPicture, _ columns: Int, _ rows: Int) -> [Float] {
    let (width, height) = (picture.size.width, picture.size.height)
    return (0..<columns * rows).map { index in
      let (left, top) = (index % columns * side, index / columns * side)
      var (bins, count) = ([Int](repeating: 0, count: 16), 0)
      for y in top..<min(top + side, height) {
        for x in left..<min(left + side, width) {
          let place = y * width + x
          let (red, green) = (Int(picture.channels[0][place]), Int(picture.channels[1][place]))
          bins[(77 * red + 150 * green + 29 * Int(picture.channels[2][place])) >> 12] += 1
          count += 1
        }
      }
      return 1 - Float(bins.reduce(0) { $0 + $1 * $1 }) / Float(count * count)
    }
  }

  /// Returns the mean colour of each cell, as opaque pixels.
  private static func means(of picture: StudioPicture, _ columns: Int, _ rows: Int) -> [UInt32] {
    let (width, height) = (picture.size.width, picture.size.height)
    return (0..<columns * rows).map { index in
      let (left, top) = (index % columns * side, index / columns * side)
      var (sums, count) = (SIMD4<Int>.zero, 0)
      for y in top..<min(top + side, height) {
        for x in left..<min(left + side, width) {
          for channel in 0..<3 { sums[channel] += Int(picture.channels[channel][y * width + x]) }
          count += 1
        }
      }
      return 0xFF00_0000 | UInt32(sums.z / count) << 16 | UInt32(sums.y / count) << 8 | UInt32(sums.x / count)
    }
  }
}
