import Foundation
import ImageCodecs
import PackshotKit
import PixelCore
import Testing

@Suite struct TerminalPictureTests {
  private static let red = Color(red: 255, green: 0, blue: 0)
  private static let green = Color(red: 0, green: 255, blue: 0)
  private static let blue = Color(red: 0, green: 0, blue: 255)

  /// The bytes sent to a terminal, with `^[` for the escape character, as `cat -v` shows it.
  private func text(
    of pixels: [[Color]], _ graphics: Terminal.Graphics = .trueColorBlocks, in window: Terminal.Window = .init()
  ) throws -> String {
    let photo = try Photo(TestPicture.png(pixels), name: "a test's picture")
    return try TerminalPicture(of: photo, in: Terminal(graphics: graphics, window: window)).text
      .replacingOccurrences(of: "\u{1b}", with: "^[")
  }

  @Test func fourPixelsAreTwoCharacters() throws {
    #expect(
      try text(of: [[Self.red, Self.green], [Self.blue, .white]])
        == "^[[38;2;255;0;0;48;2;0;0;255m▀^[[38;2;0;255;0;48;2;255;255;255m▀^[[0m\n")
  }

  @Test func colorsAreSentOnlyWhenTheyChange() throws {
    let picture = [[Self.red, Self.red, Self.blue], [Self.green, Self.green, Self.green]]
    #expect(try text(of: picture) == "^[[38;2;255;0;0;48;2;0;255;0m▀▀^[[38;2;0;0;255m▀^[[0m\n")
  }

  @Test func anOddLastRowKeepsTheTerminalsBackground() throws {
    #expect(try text(of: [[.white]]) == "^[[38;2;255;255;255;49m▀^[[0m\n")
  }

  /// Squares of four pixels in #cccccc and #999999. Half red over #cccccc is ((255 + 204)/2, 102, 102).
  @Test func transparentPartsShowACheckerboard() throws {
    let halfRed = Color(red: 255, green: 0, blue: 0, alpha: 128)
    #expect(try text(of: [[halfRed]]) == "^[[38;2;230;102;102;49m▀^[[0m\n")
    let clear = try text(of: [Array(repeating: .transparent, count: 5)])
    #expect(clear == "^[[38;2;204;204;204;49m▀▀▀▀^[[38;2;153;153;153m▀^[[0m\n")
  }

  /// Numbers from published tables of xterm's colours.
  @Test(arguments: [
    ("#000000", 16), ("#ff0000", 196), ("#00ff00", 46), ("#0000ff", 21), ("#ffffff", 231), ("#5f87af", 67),
    ("#808080", 244), ("#080808", 232), ("#eeeeee", 255), ("#ffd700", 220), ("#121212", 233),
  ])
  func thePaletteIsXterms(color: String, index: Int) throws {
    let pixel = try #require(Color(css: color))
    #expect(try text(of: [[pixel]], .paletteBlocks) == "^[[38;5;\(index);49m▀^[[0m\n")
  }

  struct Fit: Sendable {
    let picture: PixelSize
    let window: Terminal.Window
    let columns: Int
    let lines: Int
  }

  /// One line of the window is left for the prompt.
  @Test(arguments: [
    Fit(picture: .init(width: 200, height: 100), window: .init(), columns: 80, lines: 20),
    Fit(picture: .init(width: 100, height: 400), window: .init(), columns: 12, lines: 23),
    Fit(picture: .init(width: 7, height: 5), window: .init(), columns: 7, lines: 3),
    Fit(picture: .init(width: 300, height: 300), window: .init(columns: 5, rows: 1), columns: 2, lines: 1),
  ])
  func thePictureFillsTheWindowButIsNotEnlarged(fit: Fit) throws {
    let row = Array(repeating: Self.blue, count: fit.picture.width)
    let lines = try text(of: Array(repeating: row, count: fit.picture.height), in: fit.window).split(separator: "\n")
    #expect(lines.count == fit.lines)
    #expect(lines.allSatisfy { line in line.count { $0 == "▀" } == fit.columns })
  }

  @Test func kittyGetsThePictureInPieces() throws {
    // Knuth's generator has no pattern that deflate could use, so the file needs more than one piece.
    var state: UInt64 = 7
    let channel = {
      state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
      return UInt8(state >> 56)
    }
    let picture = (0..<64).map { _ in
      (0..<64).map { _ in Color(red: channel(), green: channel(), blue: channel()) }
    }
    let pieces = try text(of: picture, .kitty).components(separatedBy: "^[\\").dropLast()
    #expect(pieces.count > 1)
    var payload = ""
    for (index, piece) in pieces.enumerated() {
      let parts = piece.split(separator: ";", maxSplits: 1)
      let more = "m=\(index == pieces.count - 1 ? 0 : 1)"
      #expect(parts[0] == "^[_G" + (index == 0 ? "a=T,f=100,q=2,\(more)" : more))
      #expect(parts[1].count <= 4096)
      payload += parts[1]
    }
    try expect(payload, holds: picture)
  }

  @Test func iTerm2GetsThePictureWithItsLength() throws {
    let picture = [[Self.red, Self.green], [Self.blue, .white]]
    let text = try text(of: picture, .iTerm2)
    let match = try #require(text.wholeMatch(of: /\^\[\]1337;File=inline=1;size=(\d+):([A-Za-z0-9+\/=]+)\u{7}\n/))
    #expect(Data(base64Encoded: String(match.2))?.count == Int(match.1))
    try expect(String(match.2), holds: picture)
  }

  /// 80 × 24 cells of 10 × 20 pixels: 23 lines are 460 pixels.
  @Test func inlinePicturesFitTheWindowsPixels() throws {
    let window = Terminal.Window(columns: 80, rows: 24, pixels: PixelSize(width: 800, height: 480))
    let row = Array(repeating: Self.red, count: 1000)
    let text = try text(of: Array(repeating: row, count: 1000), .iTerm2, in: window)
    let payload = try #require(text.split(separator: ":").last?.dropLast(2))
    let file = EncodedImage(try #require(Data(base64Encoded: String(payload))))
    #expect(try ImageCodec.probe(file).size == PixelSize(width: 460, height: 460))
  }

  private func expect(_ base64: String, holds pixels: [[Color]]) throws {
    let file = EncodedImage(try #require(Data(base64Encoded: base64)))
    let image = try Photo(file, name: "the picture sent").image()
    #expect(image.size == PixelSize(width: pixels[0].count, height: pixels.count))
    let isSame = pixels.indices.allSatisfy { y in
      pixels[y].indices.allSatisfy { x in
        let color = pixels[y][x]
        return image.pixel(x, y) == [color.red, color.green, color.blue, 255].map { Int($0) }
      }
    }
    #expect(isSame)
  }
}

@Suite struct TerminalTests {
  @Test(arguments: [
    (["TERM": "xterm-kitty"], Terminal.Graphics.kitty),
    (["TERM": "xterm-256color", "KITTY_WINDOW_ID": "1"], .kitty),
    (["TERM": "xterm-256color", "TERM_PROGRAM": "iTerm.app", "COLORTERM": "truecolor"], .iTerm2),
    (["TERM": "xterm-256color", "TERM_PROGRAM": "WezTerm"], .iTerm2),
    (["TERM": "xterm-256color", "COLORTERM": "truecolor"], .trueColorBlocks),
    (["TERM": "xterm-256color", "COLORTERM": "24bit"], .trueColorBlocks),
    (["TERM": "xterm-direct"], .trueColorBlocks),
    (["TERM": "xterm-256color"], .paletteBlocks),
    (["TERM": "xterm-256color", "NO_COLOR": ""], .paletteBlocks),
    // tmux inside kitty.
    (["TERM": "tmux-256color", "TMUX": "/tmp/tmux,1,0", "KITTY_WINDOW_ID": "1"], .paletteBlocks),
    (["TERM": "screen-256color", "KITTY_WINDOW_ID": "1", "COLORTERM": "truecolor"], .trueColorBlocks),
  ])
  func theEnvironmentDeterminesTheTerminalsGraphics(environment: [String: String], graphics: Terminal.Graphics) throws {
    #expect(try Terminal(environment: environment, window: .init()).graphics == graphics)
  }

  @Test(arguments: [
    (["TERM": "dumb"], "dumb"), ([:], "TERM is not set"), (["TERM": "xterm-kitty", "NO_COLOR": "1"], "NO_COLOR"),
  ])
  func aTerminalWithoutGraphicsIsExplained(environment: [String: String], word: String) throws {
    let error = #expect(throws: PackshotError.self) { try Terminal(environment: environment, window: .init()) }
    #expect(error?.message.contains(word) == true)
  }
}
