import PixelCore
import PixelKernels

/// JPEG ringing: the ripples that coarse quantisation leaves around a hard edge. They end with the 8-pixel block and
/// are weak compared with the edge.
///
/// A pixel counts as ringing if a pixel within a block's length is eight times as far from the backdrop. The part of a
/// soft shadow within a block's length of the product counts too, but that matters only if the shadow ends there.
struct Ringing {
  private let mask: ContentMask
  private let colors: [OKLab]
  private let backdrop: OKLab
  /// Length of a JPEG block in the reduced image.
  private let reach: Int

  /// - Parameter backdrop: A flat backdrop.
  init(around mask: ContentMask, _ colors: [OKLab], of image: ReducedImage, before backdrop: BackdropModel) {
    (self.mask, self.colors) = (mask, colors)
    self.backdrop = OKLab.colors(of: [backdrop.color])[0]
    reach = (8 + image.factor - 1) / image.factor
  }

  /// Returns the box without outer rows and columns that contain only ringing, at most a block's length on each side.
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

  /// Whether a pixel is ringing, or not content at all.
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

  /// The squared distance of a pixel from the backdrop.
  private func distance(_ x: Int, _ y: Int) -> Int {
    Int(colors[y * mask.size.width + x].squaredDistance(to: backdrop))
  }
}
