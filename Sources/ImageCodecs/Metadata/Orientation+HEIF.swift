import PixelCore

extension Orientation {
  /// Exif's word for a turn and the mirroring after it (HEIF, ISO/IEC 23008-12, sections 6.5.10 and 6.5.12). What Exif says
  /// itself does not count in formats that have these.
  ///
  /// - Parameters:
  ///   - quarterTurns: Counter-clockwise, 0 to 3.
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
