import Catalog
import Filters
import Foundation
import ImageCodecs
import ObjectStore
import PixelCore
import PixelKernels
import Rendering

/// A picture as text that a terminal shows as an image.
///
/// The picture is scaled down to fit the window, with packshot's own resize, and never enlarged. Transparent parts show
/// a checkerboard.
package struct TerminalPicture {
  /// The text, which ends with a line feed.
  public let text: String

  /// - Throws: An error from rendering the photo.
  public init(of photo: Photo, in terminal: Terminal) throws {
    text = try Self.text(of: try photo.applying(Self.fitting(terminal)).image(in: .encodedPremultiplied), in: terminal)
  }

  /// - Parameters:
  ///   - file: A picture file rendered by this program, of any size.
  ///   - workers: The worker processes that decode the file.
  /// - Throws: An error from reading or rendering the file.
  public init(of file: EncodedImage, in terminal: Terminal, workers: WorkerPool) throws {
    try self.init(OpenFile(memory: file, name: "the picture"), terminal, workers)
  }

  /// Creates the preview of a file rendered by this program.
  public init(ofFile path: String, in terminal: Terminal, workers: WorkerPool) throws {
    try self.init(OpenFile(path: path, limits: Self.limits), terminal, workers)
  }

  /// Creates the preview of a photo in the catalog: of its stored bytes, otherwise of its file, or of its thumbnail if
  /// the file is gone.
  ///
  /// - Throws: ``PackshotError`` if there is nothing to show, and the errors of rendering the photo.
  public init(
    of photo: Catalog.Photo, in catalog: Catalog, _ terminal: Terminal, limits: PhotoLimits, workers: WorkerPool
  ) throws {
    let path = catalog.paths.resolvedPath(photo.path)
    let file: OpenFile
    if photo.data != nil {
      file = try OpenFile(memory: catalog.content("data", of: photo), name: path)
    } else {
      do {
        file = try OpenFile(path: path, limits: limits)
      } catch {
        guard photo.thumbnail != nil, case .missing = error else { throw PackshotError.rendering(error) }
        file = try OpenFile(memory: catalog.content("thumbnail", of: photo), name: path)
      }
    }
    do {
      try self.init(file, terminal, workers, limits: limits)
    } catch let error where error is CodecError || error is PhotoFailure {
      throw PhotoFailure(error).naming(path)
    }
  }

  /// Limits without a maximum size, because limits protect only against files from elsewhere.
  private static var limits: PhotoLimits {
    var limits = PhotoLimits()
    limits.maxPixels = .max
    return limits
  }

  private init(
    _ file: OpenFile, _ terminal: Terminal, _ workers: WorkerPool, limits: PhotoLimits = Self.limits
  ) throws {
    let fitting = try ImageRendering("a preview", [Self.fitting(terminal)], limits: limits)
    let small = try workers.read(file, limits: limits) { try fitting.image(of: file, $0, with: $1) }
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

  /// - Parameter picture: An 8-bit encoded image, premultiplied or opaque.
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

  /// Returns a PNG file with fast compression, because it goes only to the terminal.
  private static func png(_ picture: Image) throws -> [UInt8] { try picture.encoded(.png(compression: 1)) }

  /// Returns the space for the picture in pixels, leaving a line for the prompt.
  private static func room(in terminal: Terminal) -> PixelSize {
    let window = terminal.window
    let rows = max(1, window.rows - 1)
    switch terminal.graphics {
    case .trueColorBlocks, .paletteBlocks: return PixelSize(width: window.columns, height: 2 * rows)
    case .kitty, .iTerm2:
      // If the size in pixels is unknown, assumes cells of 8 × 16 pixels, which is small on today's screens, so the
      // picture fits.
      let pixels = window.pixels ?? PixelSize(width: 8 * window.columns, height: 16 * window.rows)
      return PixelSize(width: pixels.width, height: max(1, pixels.height * rows / window.rows))
    }
  }
}

extension Catalog {
  /// Returns the bytes that the catalog stores of a photo.
  fileprivate func content(_ attribute: String, of photo: Photo) throws -> EncodedImage {
    EncodedImage(try read { try $0.bytes(of: photo, attribute) } ?? Data())
  }
}
