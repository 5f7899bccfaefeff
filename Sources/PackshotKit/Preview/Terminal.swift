import PixelCore
import Platform

/// The graphics that a terminal supports, and its size.
package struct Terminal: Equatable, Sendable {
  /// A way to show pixels. Better ones come first.
  public enum Graphics: Equatable, Sendable {
    /// [kitty's graphics protocol](https://sw.kovidgoyal.net/kitty/graphics-protocol/), which shows the picture's own
    /// pixels.
    case kitty
    /// [iTerm2's inline images](https://iterm2.com/documentation-images.html), which show the picture's own pixels.
    case iTerm2
    /// Two pixels per character, in 24-bit colour.
    case trueColorBlocks
    /// Two pixels per character, in xterm's 256 colours.
    case paletteBlocks
  }

  /// The size of a terminal window.
  public struct Window: Equatable, Sendable {
    /// Width and height in characters.
    public var columns: Int
    public var rows: Int
    /// Size of the window in pixels. Nil if the terminal doesn't report it.
    public var pixels: PixelSize?

    public init(columns: Int = 80, rows: Int = 24, pixels: PixelSize? = nil) {
      (self.columns, self.rows, self.pixels) = (columns, rows, pixels)
    }
  }

  public var graphics: Graphics
  public var window: Window

  public init(graphics: Graphics, window: Window = Window()) { (self.graphics, self.window) = (graphics, window) }

  /// Creates the terminal described by environment variables.
  ///
  /// - Throws: ``PackshotError/noPreview(why:)`` if it has no colours, or `NO_COLOR` is set.
  public init(environment: [String: String], window: Window) throws(PackshotError) {
    let kind = environment["TERM"] ?? ""
    if kind.isEmpty || kind == "dumb" {
      throw .noPreview(
        why: "the terminal is \(kind.isEmpty ? "unknown (TERM is not set)" : "dumb") and has no colours")
    }
    if environment["NO_COLOR"]?.isEmpty == false { throw .noPreview(why: "NO_COLOR asks for no colours") }
    self.init(graphics: Self.graphics(kind: kind, environment), window: window)
  }

  /// Returns the terminal connected to standard output.
  ///
  /// - Throws: ``PackshotError/noPreview(why:)`` if standard output is no terminal, or the terminal can't show
  ///   pictures.
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
    // Inside tmux and screen, the variables of the outer terminal are still set, but its pictures don't get through.
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
