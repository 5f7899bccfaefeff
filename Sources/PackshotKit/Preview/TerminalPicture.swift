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
    let picture = Self.board.under(try small.image(in: .encodedPremultiplied))
    text =
      switch terminal.graphics {
      case .kitty: InlinePicture.kitty(png: try Self.png(picture))
      case .iTerm2: InlinePicture.iTerm2(png: try Self.png(picture))
      case .trueColorBlocks: HalfBlocks(palette: .trueColor).text(of: picture)
      case .paletteBlocks: HalfBlocks(palette: .xterm256).text(of: picture)
      }
  }

  private static let board = Checkerboard(
    square: 4, colors: [Color(red: 204, green: 204, blue: 204), Color(red: 153, green: 153, blue: 153)])

  /// The bytes of a PNG file, compressed little: it goes no further than to the terminal.
  private static func png(_ picture: Image) throws -> [UInt8] { try picture.encoded(.png(compression: 1)) }

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
