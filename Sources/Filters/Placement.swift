import Parameters
import PixelCore

/// The position of a smaller rectangle on a larger one.
public enum Placement: String, ParameterChoice, Sendable {
  /// In the top-left corner.
  case topLeft
  /// In the middle of the top edge.
  case top
  /// In the top-right corner.
  case topRight
  /// In the middle of the left edge.
  case left
  /// In the middle.
  case center
  /// In the middle of the right edge.
  case right
  /// In the bottom-left corner.
  case bottomLeft
  /// In the middle of the bottom edge.
  case bottom
  /// In the bottom-right corner.
  case bottomRight

  /// Returns the position of the top left corner of a rectangle of `size` on a canvas.
  ///
  /// - Parameter inset: Distance in pixels inwards from the sides that the rectangle touches. On an axis along which
  ///   the rectangle is centred, the inset is ignored and the offset is floor((W − w) / 2).
  public func origin(of size: PixelSize, on canvas: PixelSize, inset: PixelPoint) -> PixelPoint {
    PixelPoint(
      x: offset(horizontalSide, canvas.width - size.width, inset.x),
      y: offset(verticalSide, canvas.height - size.height, inset.y))
  }

  /// Whether a rectangle at this position touches the left or right side (`across`), and whether it touches the top or
  /// bottom side (`down`).
  var isAtSide: (across: Bool, down: Bool) { (horizontalSide != .middle, verticalSide != .middle) }

  private enum Side { case near, middle, far }

  private var horizontalSide: Side {
    switch self {
    case .topLeft, .left, .bottomLeft: .near
    case .top, .center, .bottom: .middle
    case .topRight, .right, .bottomRight: .far
    }
  }

  private var verticalSide: Side {
    switch self {
    case .topLeft, .top, .topRight: .near
    case .left, .center, .right: .middle
    case .bottomLeft, .bottom, .bottomRight: .far
    }
  }

  private func offset(_ side: Side, _ room: Int, _ inset: Int) -> Int {
    switch side {
    case .near: inset
    case .middle: room >> 1  // An arithmetic shift rounds down, even if the canvas is smaller.
    case .far: room - inset
    }
  }
}
