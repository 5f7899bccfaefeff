import Filters
import ImageCodecs
import PixelCore
import PixelKernels
import Rendering

/// A picture as text that has a terminal show it.
///
/// It is made smaller to fit the window, by the engine's own resize, and never larger than it is. Transparent parts show
/// a checkerboard.
package struct TerminalPicture {
  /// Ends with a line feed.
  public let text: String

  /// - Throws: What rendering the photo throws.
  public init(of photo: Photo, in terminal: Terminal) throws {
    text = try Self.text(of: try photo.applying(Self.fitting(terminal)).image(in: .encodedPremultiplied), in: terminal)
  }

  /// - Parameters:
  ///   - file: A picture's file that was rendered here, of whatever size.
  ///   - workers: Decode it.
  /// - Throws: What reading and rendering it throws.
  public init(of file: EncodedImage, in terminal: Terminal, workers: WorkerPool) throws {
    try self.init(OpenFile(memory: file, name: "the picture"), terminal, workers)
  }

  /// The same for the file at a path.
  public init(ofFile path: String, in terminal: Terminal, workers: WorkerPool) throws {
    try self.init(OpenFile(path: path, limits: Self.limits), terminal, workers)
  }

  /// Limits are for what others made.
  private static var limits: PhotoLimits {
    var limits = PhotoLimits()
    limits.maxPixels = .max
    return limits
  }

  private init(_ file: OpenFile, _ terminal: Terminal, _ workers: WorkerPool) throws {
    let fitting = try ImageRendering("a preview", [Self.fitting(terminal)], limits: Self.limits)
    let small = try workers.read(file, limits: Self.limits) { try fitting.image(of: file, $0, with: $1) }
    text = try Self.text(of: Self.premultiplied(small), in: terminal)
  }

  private static func fitting(_ terminal: Terminal) -> Resize {
    let room = room(in: terminal)
    return Resize(width: room.width, height: room.height, enlarge: false)
  }

  private static func premultiplied(_ picture: Image) -> Image {
    guard picture.shape.format.alpha == .straight else { return picture }
    let conversion = FormatConversion(from: picture.shape.format, to: .encodedPremultiplied, kernels: .current)
    var buffer = PixelBuffer(shape: ImageShape(size: picture.size, format: .encodedPremultiplied))
    for y in 0..<picture.size.height {
      conversion.apply(buffer.mutableRow(y), picture.row(y), count: picture.size.width)
    }
    return Image(buffer)
  }

  /// - Parameter picture: 8-bit, encoded; premultiplied or opaque.
  private static func text(of picture: Image, in terminal: Terminal) throws -> String {
    let picture = board.under(picture)
    return switch terminal.graphics {
    case .kitty: InlinePicture.kitty(png: try png(picture))
    case .iTerm2: InlinePicture.iTerm2(png: try png(picture))
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
