import PixelCore
import PixelKernels

/// Continues a photo's backdrop beyond its frame.
///
/// Beyond the frame, the light is that of the nearest pixel's field. The grain is mirrored from a strip along the frame
/// that shows no product, so the frame leaves no seam. A shadow that reaches the frame is mirrored, too, and fades out.
package struct BackdropExtension {
  private let field: LightField
  private let lit: IlluminationSplit
  /// Size of the photo.
  private let size: PixelSize
  /// Pixels of the analysed picture per pixel of the photo.
  private let scale: (x: Float, y: Float)
  /// Widths in pixels of the photo of the strips without product.
  package let left: Int, top: Int, right: Int, bottom: Int

  /// - Parameter band: A complete photo, premultiplied or opaque.
  package init?(of band: RowBand, kernels: Kernels) {
    let picture = StudioPicture(band, kernels: kernels)
    guard min(picture.size.width, picture.size.height) >= 32,
      let field = try? LightField(of: BackdropCells(of: picture)), field.support >= 45
    else { return nil }
    let lit = IlluminationSplit(picture, by: field)
    let contour = Contour(in: lit, around: BackdropRegion(in: lit, holes: .keep, takesShade: false)).backdrop
    let photo = band.shape.size
    let scale = (
      x: Float(picture.size.width) / Float(photo.width), y: Float(picture.size.height) / Float(photo.height)
    )
    (self.field, self.lit, size, self.scale) = (field, lit, photo, scale)
    guard let box = contour.productBox else {
      (left, right, top, bottom) = (photo.width, photo.width, photo.height, photo.height)
      return
    }
    // A pixel of the analysed picture is left out for safety.
    left = max(0, Int(Float(box.columns.lowerBound - 1) / scale.x))
    right = max(0, Int(Float(picture.size.width - box.columns.upperBound - 1) / scale.x))
    top = max(0, Int(Float(box.rows.lowerBound - 1) / scale.y))
    bottom = max(0, Int(Float(picture.size.height - box.rows.upperBound - 1) / scale.y))
  }

  /// Writes a row of the extended photo, in encoded levels.
  ///
  /// - Parameters:
  ///   - y: The row, relative to the photo's first row.
  ///   - columns: The columns to write, relative to the photo's first column. Columns of the photo are skipped if the row
  ///     is in the photo.
  ///   - pixel: Returns a pixel of the photo, by column and row.
  ///   - store: Receives the new pixels, by column.
  package func write(
    row y: Int, columns: Range<Int>, pixel: (Int, Int) -> SIMD4<Float>, store: (Int, SIMD4<Float>) -> Void
  ) {
    let (row, beyondRows) = Self.mirrored(y, size.height, top, bottom)
    let isInside = (0..<size.height).contains(y)
    withUnsafeTemporaryAllocation(of: Float.self, capacity: 6 * size.width) { lines in
      let base = lines.baseAddress!
      func line(_ index: Int) -> UnsafeMutablePointer<Float> { base + index * size.width }
      let own = (line(0), line(1), line(2))
      let nearest = (line(3), line(4), line(5))
      field.write(row: (Float(row) + 0.5) * scale.y, scale: scale.x, count: size.width, into: own)
      let edge = Float(min(max(y, 0), size.height - 1)) + 0.5
      field.write(row: edge * scale.y, scale: scale.x, count: size.width, into: nearest)
      for x in columns where !(isInside && (0..<size.width).contains(x)) {
        let (column, beyondColumns) = Self.mirrored(x, size.width, left, right)
        let clamped = min(max(x, 0), size.width - 1)
        let there = SIMD4(own.0[column], own.1[column], own.2[column], 255)
        let here = SIMD4(nearest.0[clamped], nearest.1[clamped], nearest.2[clamped], 255)
        let color = pixel(column, row)
        let light = lit.light[
          min(Int((Float(column) + 0.5) * scale.x), lit.size.width - 1),
          min(Int((Float(row) + 0.5) * scale.y), lit.size.height - 1)]
        let shadow = smoothstep(1 - Float(light) / 4096, 0.01, 0.03)
        let rest = 1 - shadow * max(beyondRows, beyondColumns)
        store(x, here + (color * here / there - here) * rest)
      }
    }
  }

  /// Returns the pixel to mirror for a position beyond a side, and how far beyond it is: 0 at the side, 1 after the
  /// strip was mirrored twice.
  private static func mirrored(_ position: Int, _ length: Int, _ before: Int, _ behind: Int) -> (Int, Float) {
    if (0..<length).contains(position) { return (position, 0) }
    // A wider strip would repeat shadows that the product casts.
    let strip = max(1, min(length, position < 0 ? before : behind, max(16, length / 12)))
    let distance = position < 0 ? -position - 1 : position - length
    let turn = distance % (2 * strip)
    let inset = turn < strip ? turn : 2 * strip - 1 - turn
    return (position < 0 ? inset : length - 1 - inset, min(1, Float(distance + 1) / Float(2 * strip)))
  }
}

extension Plane<UInt8> {
  /// The smallest rectangle around the pixels that are 0.
  fileprivate var productBox: PixelRect? {
    var (left, right, top, bottom) = (width, -1, height, -1)
    for y in 0..<height {
      let first = end(of: 1, from: 0, in: y * width)
      guard first < width else { continue }
      let last = (0..<width).last { self[$0, y] == 0 }!
      (left, right) = (Swift.min(left, first), Swift.max(right, last))
      (top, bottom) = (Swift.min(top, y), y)
    }
    return right < 0 ? nil : PixelRect(columns: left..<right + 1, rows: top..<bottom + 1)
  }
}
