import PixelCore

/// What a pixel of a ``DifferencePicture`` shows.
///
/// The further apart a pixel is, the darker it is shown, in five steps that look even: the lightness of neighbouring colours
/// is equally far apart in OKLab, and each step begins at about two and a half times the difference that the one before does.
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

  /// The pixel differs: the mark for each difference of a channel, in levels of 255.
  static let different: [UInt8] = (0...255).map { level in
    unmatched + UInt8(max(1, lowest.prefix { $0 <= level }.count))
  }

  /// The difference that each step begins at; the first one has fractions of a level too.
  static let lowest = [1, 4, 10, 25, 64]

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

  /// What each colour means, from the steps of differences to what was not compared.
  static let legend: [(color: Color, meaning: String)] =
    zip(ramp, zip(lowest, lowest.dropFirst().map { $0 - 1 } + [255])).map { ($0, "\($1.0)–\($1.1)") }
    + zip(colors, ["within tolerance", "anti-aliasing", "not compared", "in one picture only"])
}
