import PixelCore

/// Detects pixels at an edge that was only drawn with different anti-aliasing.
///
/// A pixel is detected if, in either picture, it has both a darker and a brighter neighbour, few neighbours are as
/// bright as the pixel itself, and the darkest or brightest neighbour belongs to an even area in both pictures
/// (Vytautas Vyšniauskas, "Anti-aliased pixel and intensity slope detector", 2009).
struct Antialiasing {
  /// Number of rows above and below a pixel that are examined.
  static let reach = 2

  private let first: RowWindow
  private let second: RowWindow
  private let size: PixelSize

  /// - Parameter size: Size of the area that both pictures share, from their top left corners.
  init(_ first: RowWindow, _ second: RowWindow, size: PixelSize) {
    self.first = first
    self.second = second
    self.size = size
  }

  /// Whether the pixel differs only in anti-aliasing. The rows up to ``reach`` above and below must be in both windows.
  func explains(_ x: Int, _ y: Int) -> Bool {
    isEdge(x, y, in: first, and: second) || isEdge(x, y, in: second, and: first)
  }

  private func isEdge(_ x: Int, _ y: Int, in picture: RowWindow, and other: RowWindow) -> Bool {
    let brightness = self.brightness(picture, x, y)
    var equalCount = isAtBorder(x, y) ? 1 : 0
    var darkest = (difference: 0, x: 0, y: 0)
    var brightest = (difference: 0, x: 0, y: 0)
    for row in max(0, y - 1)...min(y + 1, size.height - 1) {
      for column in max(0, x - 1)...min(x + 1, size.width - 1) where (column, row) != (x, y) {
        let difference = self.brightness(picture, column, row) - brightness
        if difference == 0 {
          equalCount += 1
          if equalCount > 2 { return false }
        } else if difference < darkest.difference {
          darkest = (difference, column, row)
        } else if difference > brightest.difference {
          brightest = (difference, column, row)
        }
      }
    }
    if darkest.difference == 0 || brightest.difference == 0 { return false }
    return [darkest, brightest].contains { isEven($0.x, $0.y, in: picture) && isEven($0.x, $0.y, in: other) }
  }

  /// Whether at least three neighbours equal the pixel. The outside of the picture counts as one equal neighbour.
  private func isEven(_ x: Int, _ y: Int, in picture: RowWindow) -> Bool {
    let pixel = word(picture, x, y)
    var equalCount = isAtBorder(x, y) ? 1 : 0
    for row in max(0, y - 1)...min(y + 1, size.height - 1) {
      for column in max(0, x - 1)...min(x + 1, size.width - 1) where (column, row) != (x, y) {
        if word(picture, column, row) == pixel {
          equalCount += 1
          if equalCount > 2 { return true }
        }
      }
    }
    return false
  }

  private func isAtBorder(_ x: Int, _ y: Int) -> Bool {
    x == 0 || y == 0 || x == size.width - 1 || y == size.height - 1
  }

  private func word(_ picture: RowWindow, _ x: Int, _ y: Int) -> UInt64 {
    picture.row(y).pixelWord(x, picture.shape.format.depth)
  }

  private func brightness(_ picture: RowWindow, _ x: Int, _ y: Int) -> Int {
    let (pixel, format) = (word(picture, x, y), picture.shape.format)
    if format.alpha != .straight { return Luma.overWhite(pixel, format.depth) }
    let (alpha, largest) = (Int(pixel >> UInt64(3 * format.depth.rawValue)), format.depth.largest)
    return Luma.overBlack(pixel, format.depth) * alpha / largest + largest - alpha
  }
}
