import Filters
import ImageCodecs
import PixelCore

/// A picture as text that has a terminal show it.
///
/// It is made smaller to fit the window, by the engine's own resize, and never larger than it is. Transparent parts show
/// a checkerboard.
public struct TerminalPicture {
  /// Ends with a line feed.
  public let text: String

  /// - Throws: What rendering the photo throws.
  public init(of photo: Photo, in terminal: Terminal) throws {
    let room = Self.room(in: terminal)
    let small = try photo.applying(Resize(width: room.width, height: room.height, enlarge: false))
    let picture = CheckeredPicture(try small.image(in: .encodedPremultiplied))
    text =
      switch terminal.graphics {
      case .kitty: InlinePicture.kitty(png: try picture.png())
      case .iTerm2: InlinePicture.iTerm2(png: try picture.png())
      case .trueColorBlocks: HalfBlocks(palette: .trueColor).text(of: picture)
      case .paletteBlocks: HalfBlocks(palette: .xterm256).text(of: picture)
      }
  }

  /// The pixels that fit a window, with a line left for the prompt.
  private static func room(in terminal: Terminal) -> PixelSize {
    let window = terminal.window
    let rows = max(1, window.rows - 1)
    switch terminal.graphics {
    case .trueColorBlocks, .paletteBlocks: return PixelSize(width: window.columns, height: 2 * rows)
    case .kitty, .iTerm2:
      // A cell of 8 × 16 pixels is small on any screen of today, and fits.
      let pixels = window.pixels ?? PixelSize(width: 8 * window.columns, height: 16 * window.rows)
      return PixelSize(width: pixels.width, height: max(1, pixels.height * rows / window.rows))
    }
  }
}
