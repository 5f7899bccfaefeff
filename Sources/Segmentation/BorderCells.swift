import PixelCore

/// The cells along a picture's border, from which the backdrop is estimated.
///
/// A ring along the border, as wide as a hundredth of the shorter side (2 to 16 pixels), is divided into 24 cells per
/// side.
enum BorderCells {
  private static let countOfSide = 24

  /// Returns the cells along the upper, lower, left and right border. There are fewer if a side has fewer pixels than
  /// cells.
  static func areas(of size: PixelSize) -> [PixelRect] {
    let (width, height) = (size.width, size.height)
    let ring = min(max(min(width, height) / 100, 2), 16, width, height)
    var areas: [PixelRect] = []
    for side in 0..<4 {
      let length = side < 2 ? width : height
      for number in 0..<countOfSide {
        let (first, next) = (length * number / countOfSide, length * (number + 1) / countOfSide)
        if first == next { continue }
        let along = first..<next
        switch side {
        case 0: areas.append(PixelRect(columns: along, rows: 0..<ring))
        case 1: areas.append(PixelRect(columns: along, rows: height - ring..<height))
        case 2: areas.append(PixelRect(columns: 0..<ring, rows: along))
        default: areas.append(PixelRect(columns: width - ring..<width, rows: along))
        }
      }
    }
    return areas
  }
}

extension PixelRect {
  /// Returns the centre of the rectangle in coordinates from −1 to 1.
  func middle(in size: PixelSize) -> (x: Double, y: Double) {
    (
      Double(2 * origin.x + self.size.width) / Double(size.width) - 1,
      Double(2 * origin.y + self.size.height) / Double(size.height) - 1
    )
  }
}
