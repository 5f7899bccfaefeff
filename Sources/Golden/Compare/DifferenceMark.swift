import PixelCore

/// The marks of pixels in a ``DifferencePicture``.
///
/// A larger difference has a darker colour. The five steps of a ``DifferenceScale`` look evenly spaced: the lightness
/// in OKLab of neighbouring colours has equal distances.
enum DifferenceMark {
  /// The pixels are equal.
  static let same: UInt8 = 0
  /// The pixels differ within the tolerance.
  static let tolerated: UInt8 = 1
  /// The pixels differ only in the anti-aliasing of an edge, and don't count.
  static let antialiased: UInt8 = 2
  /// The pixel was not compared.
  static let unseen: UInt8 = 3
  /// The pixel is inside only one of the pictures.
  static let unmatched: UInt8 = 4

  /// Returns the mark for a different pixel at a step of the scale.
  static func different(_ step: UInt8) -> UInt8 { unmatched + 1 + step }

  /// The colour of each mark except ``same``.
  static let colors =
    [
      Color(red: 0xFF, green: 0xE0, blue: 0x66), Color(red: 0xFF, green: 0x9F, blue: 0x1C),
      Color(red: 0xA9, green: 0xC4, blue: 0xE0), Color(red: 0x8E, green: 0x3F, blue: 0xF0),
    ] + ramp

  /// From light pink for the smallest difference to dark red for the largest.
  private static let ramp = [
    Color(red: 0xFF, green: 0x91, blue: 0xAC), Color(red: 0xFC, green: 0x43, blue: 0x72),
    Color(red: 0xD3, green: 0x02, blue: 0x3A), Color(red: 0x94, green: 0x01, blue: 0x1B),
    Color(red: 0x58, green: 0x01, blue: 0x06),
  ]

  /// The colours of a scale's steps, and the other colours with their meanings.
  static let legend: (steps: [Color], others: [(color: Color, meaning: String)]) = (
    ramp, Array(zip(colors, ["within tolerance", "anti-aliasing", "not compared", "in one picture only"]))
  )
}
