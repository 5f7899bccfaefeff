import PixelCore

/// How a picture was reduced by a whole factor: each square of pixels became one pixel.
package struct Reduction: Hashable, Sendable {
  /// Size before the reduction.
  public let size: PixelSize
  /// Width and height of a square in pixels.
  public let factor: Int
  /// The first square's corner. It is beyond the picture's edge if the squares there are incomplete. Others are incomplete
  /// at the right and lower edge.
  public let origin: PixelPoint

  public init(of size: PixelSize, by factor: Int = 1, from origin: PixelPoint = .zero) {
    (self.size, self.factor, self.origin) = (size, factor, origin)
  }

  /// Returns the reduction of a picture that is turned afterwards.
  public func turned(by turn: Orientation) -> Reduction {
    func surplus(_ length: Int) -> Int { (factor - length % factor) % factor }
    let (x, y) = (turn.reverses.columns ? -surplus(size.width) : 0, turn.reverses.rows ? -surplus(size.height) : 0)
    return Reduction(
      of: turn.upright(size), by: factor, from: turn.swapsAxes ? PixelPoint(x: y, y: x) : PixelPoint(x: x, y: y))
  }

  /// Returns the picture's pixels for a box that was found after the reduced picture was reduced again, by `other`.
  func area(of box: PixelRect, reducedBy other: Int) -> PixelRect {
    func range(_ range: Range<Int>, from origin: Int, of length: Int) -> Range<Int> {
      let side = factor * other
      return max(0, origin + range.lowerBound * side)..<min(length, origin + range.upperBound * side)
    }
    return PixelRect(
      columns: range(box.columns, from: origin.x, of: size.width),
      rows: range(box.rows, from: origin.y, of: size.height))
  }
}
