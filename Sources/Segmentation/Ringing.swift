import PixelCore
import PixelKernels

/// The ripples that a JPEG's coarse steps leave around a hard edge. They end with its block of 8 pixels, and are small beside the edge.
///
/// A pixel is taken for a ripple if, within a block's length of it, another one is eight times as far from the backdrop. What a soft shadow
/// has within a block's length of the product is taken for ripples, too: it matters only where the shadow ends there.
struct Ringing {
  private let mask: ContentMask
  private let colors: [OKLab]
  private let backdrop: OKLab
  /// A block's length in the reduced image.
  private let reach: Int

  /// - Parameter backdrop: One colour.
  init(around mask: ContentMask, _ colors: [OKLab], of image: ReducedImage, before backdrop: BackdropModel) {
    (self.mask, self.colors) = (mask, colors)
    self.backdrop = OKLab.colors(of: [backdrop.color])[0]
    reach = (8 + image.factor - 1) / image.factor
  }

  /// A box without those of its outer rows and columns, a block's length of each side at most, in which there is nothing but ripples.
  func removed(from box: PixelRect) -> PixelRect {
    var (columns, rows) = (box.columns, box.rows)
    func trimmed(_ range: Range<Int>, isRinging: (Int) -> Bool) -> Range<Int> {
      var (first, end) = (range.lowerBound, range.upperBound)
      while first - range.lowerBound < reach, first + 1 < end, isRinging(first) { first += 1 }
      while range.upperBound - end < reach, first + 1 < end, isRinging(end - 1) { end -= 1 }
      return first..<end
    }
    rows = trimmed(rows) { y in columns.allSatisfy { isRinging($0, y) } }
    columns = trimmed(columns) { x in rows.allSatisfy { isRinging(x, $0) } }
    return PixelRect(columns: columns, rows: rows)
  }

  /// Whether a pixel is a ripple, or none of the content at all.
  private func isRinging(_ x: Int, _ y: Int) -> Bool {
    let size = mask.size
    if mask.pixels[y * size.width + x] == ContentMask.none { return true }
    let least = 64 * distance(x, y)
    for row in max(0, y - reach)...min(size.height - 1, y + reach) {
      for column in max(0, x - reach)...min(size.width - 1, x + reach) where distance(column, row) > least {
        return true
      }
    }
    return false
  }

  /// Squared.
  private func distance(_ x: Int, _ y: Int) -> Int {
    Int(colors[y * mask.size.width + x].squaredDistance(to: backdrop))
  }
}
