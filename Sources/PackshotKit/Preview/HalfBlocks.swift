import PixelCore

/// A picture in characters. `▀` shows one pixel in the text colour and the pixel below in the background colour. A
/// character cell is about twice as high as wide, so the pixels are square.
struct HalfBlocks {
  let palette: TerminalPalette

  /// Returns a line for every two rows of pixels. Colour codes are written where colours change, and reset at the end
  /// of each line.
  ///
  /// - Parameter picture: An 8-bit encoded, opaque image.
  func text(of picture: Image) -> String {
    var text = ""
    for y in stride(from: 0, to: picture.size.height, by: 2) {
      var (above, below) = ("", "")
      for x in 0..<picture.size.width {
        let colors = (
          palette.foreground(Self.color(picture, x, y)),
          y + 1 < picture.size.height
            ? palette.background(Self.color(picture, x, y + 1)) : TerminalPalette.defaultBackground
        )
        let changed = [colors.0 == above ? nil : colors.0, colors.1 == below ? nil : colors.1].compactMap(\.self)
        if !changed.isEmpty { text += "\u{1b}[\(changed.joined(separator: ";"))m" }
        text += "▀"
        (above, below) = colors
      }
      text += "\u{1b}[0m\n"
    }
    return text
  }

  private static func color(_ picture: Image, _ x: Int, _ y: Int) -> Color {
    let channels = (picture.row(y) + 4 * x).loadUnaligned(as: SIMD4<UInt8>.self)
    return Color(red: channels.x, green: channels.y, blue: channels.z)
  }
}
