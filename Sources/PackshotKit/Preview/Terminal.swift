import Glibc
import PixelCore

/// What a terminal can show of a picture, and in how much room.
package struct Terminal: Equatable, Sendable {
  /// How pixels get on the screen, best first.
  public enum Graphics: Equatable, Sendable {
    /// [kitty's graphics protocol](https://sw.kovidgoyal.net/kitty/graphics-protocol/): the picture's own pixels.
    case kitty
    /// [iTerm2's inline images](https://iterm2.com/documentation-images.html): the picture's own pixels.
    case iTerm2
    /// Two pixels a character, in 24-bit colour.
    case trueColorBlocks
    /// Two pixels a character, in the 256 colours of xterm.
    case paletteBlocks
  }

  /// The window of a terminal.
  public struct Window: Equatable, Sendable {
    /// Characters across and down.
    public var columns: Int
    public var rows: Int
    /// Pixels of the whole window; nil where the terminal does not say.
    public var pixels: PixelSize?

    public init(columns: Int = 80, rows: Int = 24, pixels: PixelSize? = nil) {
      (self.columns, self.rows, self.pixels) = (columns, rows, pixels)
    }
  }

  public var graphics: Graphics
  public var window: Window

  public init(graphics: Graphics, window: Window = Window()) { (self.graphics, self.window) = (graphics, window) }

  /// A terminal as its environment describes it.
  ///
  /// - Throws: ``PackshotError/noPreview(why:)`` where it cannot show colours, or is asked not to by `NO_COLOR`.
  public init(environment: [String: String], window: Window) throws(PackshotError) {
    let kind = environment["TERM"] ?? ""
    if kind.isEmpty || kind == "dumb" {
      throw .noPreview(
        why: "the terminal is \(kind.isEmpty ? "unknown (TERM is not set)" : "dumb") and has no colours")
    }
    if environment["NO_COLOR"]?.isEmpty == false { throw .noPreview(why: "NO_COLOR asks for no colours") }
    self.init(graphics: Self.graphics(kind: kind, environment), window: window)
  }

  /// The terminal that standard output is.
  ///
  /// - Throws: ``PackshotError/noPreview(why:)`` where it is none, or cannot show pictures.
  public static func standardOutput(environment: [String: String]) throws(PackshotError) -> Terminal {
    guard isatty(STDOUT_FILENO) == 1 else { throw .noPreview(why: "standard output is not a terminal") }
    var window = Window()
    var size = winsize()
    if ioctl(STDOUT_FILENO, UInt(TIOCGWINSZ), &size) == 0, size.ws_col > 0, size.ws_row > 0 {
      (window.columns, window.rows) = (Int(size.ws_col), Int(size.ws_row))
      if size.ws_xpixel > 0, size.ws_ypixel > 0 {
        window.pixels = PixelSize(width: Int(size.ws_xpixel), height: Int(size.ws_ypixel))
      }
    }
    return try Terminal(environment: environment, window: window)
  }

  private static func graphics(kind: String, _ environment: [String: String]) -> Graphics {
    let program = environment["TERM_PROGRAM"] ?? ""
    // tmux and screen keep the variables of the terminal they were started in, and swallow its pictures.
    let isMultiplexed = environment["TMUX"] != nil || kind.hasPrefix("screen") || kind.hasPrefix("tmux")
    if !isMultiplexed {
      let isKitty = environment["KITTY_WINDOW_ID"] != nil || kind == "xterm-kitty" || kind == "xterm-ghostty"
      if isKitty { return .kitty }
      let isITerm2 =
        ["iTerm.app", "WezTerm", "mintty"].contains(program) || environment["WEZTERM_PANE"] != nil
        || environment["LC_TERMINAL"] == "iTerm2"
      if isITerm2 { return .iTerm2 }
    }
    let hasTrueColor =
      ["truecolor", "24bit"].contains(environment["COLORTERM"] ?? "") || kind.hasSuffix("-direct")
    return hasTrueColor ? .trueColorBlocks : .paletteBlocks
  }
}
