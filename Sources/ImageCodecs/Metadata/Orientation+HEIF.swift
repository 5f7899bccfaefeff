import PixelCore

extension Orientation {
  /// Creates the Exif orientation for a rotation and a mirroring after it (HEIF, ISO/IEC 23008-12, sections 6.5.10 and
  /// 6.5.12). Formats with these properties ignore the orientation in Exif.
  ///
  /// - Parameters:
  ///   - quarterTurns: Quarter turns counter-clockwise, 0 to 3.
  ///   - mirroring: 0 none, 1 top to bottom, 2 left to right.
  init(quarterTurns: Int, mirroring: Int) {
    let turned: [Orientation] =
      switch mirroring {
      case 0: [.up, .left, .down, .right]
      case 1: [.downMirrored, .leftMirrored, .upMirrored, .rightMirrored]
      default: [.upMirrored, .rightMirrored, .downMirrored, .leftMirrored]
      }
    self = turned[quarterTurns]
  }
}
