import PixelCore

/// The positions of an image that is repeated in rotated columns and rows.
///
/// Each copy is the same rotated image. Its position is rounded to whole pixels, so a copy is at most half a pixel from
/// its place in the pattern in each direction.
struct RotatedPlaces {
  /// Middle of the copy that the other copies are counted from.
  private let middle: (x: Double, y: Double)
  private let rotation: Rotation
  private let step: (x: Double, y: Double)
  /// Offset of every other row to the right.
  private let shift: Double
  /// Size of a rotated copy.
  private let size: PixelSize
  private let canvas: PixelSize
  /// Indices of the rows of copies that can be on the canvas.
  private let rows: ClosedRange<Int>

  /// - Parameters:
  ///   - image: Size of the image before the rotation.
  ///   - origin: Position of the image's top left corner before the rotation.
  ///   - size: Size of the rotated image, which has the same middle.
  init(
    _ repetition: Repetition, of image: PixelSize, at origin: PixelPoint, rotated size: PixelSize, on canvas: PixelSize
  ) {
    let gap = repetition.gap.wholePixels(of: canvas.shorterSide)
    let rotation = Rotation(degrees: repetition.angle)
    let step = (x: Double(image.width + gap.x), y: Double(image.height + gap.y))
    let middle = (x: Double(origin.x) + Double(image.width) / 2, y: Double(origin.y) + Double(image.height) / 2)
    // Distances of the canvas's corners from the middle, across the rows of copies.
    let corners: [(x: Int, y: Int)] = [
      (0, 0), (canvas.width, 0), (0, canvas.height), (canvas.width, canvas.height),
    ]
    let distances = corners.map { corner -> Double in
      (Double(corner.y) - middle.y) * rotation.cosine - (Double(corner.x) - middle.x) * rotation.sine
    }
    let reach = Double(size.width + size.height)
    let first = ((distances.min()! - reach) / step.y).rounded(.down)
    let last = ((distances.max()! + reach) / step.y).rounded(.up)
    rows = Int(first)...Int(last)
    shift = (repetition.stagger * step.x + 0.5).rounded(.down)
    (self.rotation, self.step, self.middle, self.size, self.canvas) = (rotation, step, middle, size, canvas)
  }

  /// Calls `body` with the top left corner of each copy that has pixels on a row of the canvas, in an order that is the
  /// same for every row.
  func forEachCopy(on y: Int, _ body: (PixelPoint) -> Void) {
    for row in rows {
      let offset = row & 1 == 1 ? shift : 0
      // The middle of copy `column` is at start + column · step.
      let start = rotation.rotated(x: offset, y: Double(row) * step.y)
      let (startX, startY) = (middle.x + start.x, middle.y + start.y)
      let along = (x: step.x * rotation.cosine, y: step.x * rotation.sine)
      guard
        let across = Self.columns(
          from: startX, by: along.x, between: -Double(size.width), Double(canvas.width + size.width)),
        let down = Self.columns(
          from: startY, by: along.y, between: Double(y) - Double(size.height), Double(y) + Double(size.height))
      else { continue }
      let columns = across.clamped(to: down)
      for column in columns where across.overlaps(down) {
        let corner = PixelPoint(
          x: Self.whole(startX + Double(column) * along.x - Double(size.width) / 2),
          y: Self.whole(startY + Double(column) * along.y - Double(size.height) / 2))
        if corner.y <= y, y < corner.y + size.height, corner.x < canvas.width, corner.x + size.width > 0 {
          body(corner)
        }
      }
    }
  }

  /// Returns the columns whose coordinate is between two bounds. Nil if there are none.
  private static func columns(
    from start: Double, by step: Double, between low: Double, _ high: Double
  ) -> ClosedRange<Int>? {
    // A level line: all columns have nearly the same coordinate.
    let farthest = 1 << 20
    if step.magnitude < 1e-9 { return start >= low && start <= high ? -farthest...farthest : nil }
    let ends = [(low - start) / step, (high - start) / step].sorted()
    let (first, last) = (ends[0].rounded(.up), ends[1].rounded(.down))
    guard first <= last else { return nil }
    let bound = { (value: Double) in Int(min(Double(farthest), max(-Double(farthest), value))) }
    return bound(first)...bound(last)
  }

  private static func whole(_ position: Double) -> Int { Int((position + 0.5).rounded(.down)) }
}
