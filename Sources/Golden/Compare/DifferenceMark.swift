import PixelCore

/// What a pixel of a ``DifferencePicture`` shows.
///
/// The further apart a pixel is, the darker it is shown, in the five steps of a ``DifferenceScale``, which look even: the
/// lightness of neighbouring colours is equally far apart in OKLab.
enum DifferenceMark {
  /// Nothing: the pixel is the same.
  static let same: UInt8 = 0
  /// The pixel differs by less than is allowed.
  static let tolerated: UInt8 = 1
  /// The pixel differs only by how an edge was drawn, and is not counted.
  static let antialiased: UInt8 = 2
  /// The pixel was not looked at.
  static let unseen: UInt8 = 3
  /// Only one of the pictures has the pixel.
  static let unmatched: UInt8 = 4

  /// The pixel differs, by a step of the scale.
  static func different(_ step: UInt8) -> UInt8 { unmatched + 1 + step }

  /// What stands for each mark but ``same``.
  static let colors =
    [
      Color(red: 0xFF, green: 0xE0, blue: 0x66), Color(red: 0xFF, green: 0x9F, blue: 0x1C),
      Color(red: 0xA9, green: 0xC4, blue: 0xE0), Color(red: 0x8E, green: 0x3F, blue: 0xF0),
    ] + ramp

  /// From a light pink for the least to a dark red for the most.
  private static let ramp = [
    Color(red: 0xFF, green: 0x91, blue: 0xAC), Color(red: 0xFC, green: 0x43, blue: 0x72),
    Color(red: 0xD3, green: 0x02, blue: 0x3A), Color(red: 0x94, green: 0x01, blue: 0x1B),
    Color(red: 0x58, green: 0x01, blue: 0x06),
  ]

  /// The colours of a scale's steps, then each other colour with its meaning.
  static let legend: (steps: [Color], others: [(color: Color, meaning: String)]) = (
    ramp, Array(zip(colors, ["within tolerance", "anti-aliasing", "not compared", "in one picture only"]))
  )
}
