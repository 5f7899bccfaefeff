/// How to turn a stored picture upright: Exif's `Orientation` tag (Exif 2.32, tag 0x0112).
public enum Orientation: Int, Sendable, CaseIterable, Codable {
  /// Upright already.
  case up = 1
  /// Mirrored left to right.
  case upMirrored
  /// Turned by 180°.
  case down
  /// Mirrored top to bottom.
  case downMirrored
  /// Mirrored at the diagonal from top left to bottom right.
  case leftMirrored
  /// Must be turned by 90° clockwise.
  case right
  /// Mirrored at the diagonal from top right to bottom left.
  case rightMirrored
  /// Must be turned by 90° counter-clockwise.
  case left

  /// Whether turning swaps width and height.
  public var swapsAxes: Bool { rawValue >= 5 }

  /// Whether the stored picture's columns appear in reverse order in the upright picture, and whether its rows do. If
  /// ``swapsAxes`` is true, stored columns appear as rows, and stored rows as columns.
  public var reverses: (columns: Bool, rows: Bool) {
    let corner = stored(x: 0, y: 0, in: PixelSize(width: 2, height: 2))
    return (corner.x > 0, corner.y > 0)
  }

  /// Returns the upright size of a picture stored with `size`.
  public func upright(_ size: PixelSize) -> PixelSize { swapsAxes ? size.swapped : size }

  /// Returns the stored position of the pixel at `(x, y)` of the upright picture, for a picture stored with `size`.
  public func stored(x: Int, y: Int, in size: PixelSize) -> PixelPoint {
    let (right, bottom) = (size.width - 1, size.height - 1)
    return switch self {
    case .up: PixelPoint(x: x, y: y)
    case .upMirrored: PixelPoint(x: right - x, y: y)
    case .down: PixelPoint(x: right - x, y: bottom - y)
    case .downMirrored: PixelPoint(x: x, y: bottom - y)
    case .leftMirrored: PixelPoint(x: y, y: x)
    case .right: PixelPoint(x: y, y: bottom - x)
    case .rightMirrored: PixelPoint(x: right - y, y: bottom - x)
    case .left: PixelPoint(x: right - y, y: x)
    }
  }
}
