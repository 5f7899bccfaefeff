import Filters
import ImageCodecs
import PixelCore
import PixelKernels
import Recipes
import Typesetting

/// The example that a filter declares, applied to the example photo.
package struct FilterExample {
  private let filter: any Filter

  /// Pixels between the two photos.
  private static let gap = 24
  private static let board = Checkerboard(square: 8, colors: [.white, Color(red: 232, green: 232, blue: 232)])

  /// Reads the example of a filter as a recipe step.
  ///
  /// - Throws: `RecipeError` if the example isn't a complete step.
  public init(of filter: any Filter.Type) throws {
    let recipe = try Recipe(
      yaml: """
        packshot: 1
        sources: { backdrop: backdrop.png }
        steps:
          - \(filter.example)
        outputs: [ { file: "{stem}.png" } ]
        """, file: "the example of \(filter.name)")
    self.filter = recipe.steps.last!.filter
  }

  /// The example photo, cut out. For filters that work on its backdrop, the same photo on plain paper.
  var photoBefore: Image {
    filter is Cutout || filter is Whiten || filter is Extend ? ExamplePhoto.vaseOnPaper : ExamplePhoto.vase
  }

  /// Returns the photo after the filter, as 8-bit encoded sRGB.
  public func result() throws -> Image {
    let photo = photoBefore
    let sources = ["backdrop": ExamplePhoto.backdrop]
    let plan = try filter.plan(photo.shape, in: PlanContext(sources: sources.mapValues(\.shape)))
    return try plan.image(
      of: photo, RenderContext(kernels: .current, sources: sources, typefaces: Typeface.standard(for: [filter])))
  }

  /// Returns the photo before and after the filter, side by side on checkerboards, as 8-bit encoded sRGB. It is opaque
  /// except for the space around the two, which is transparent.
  public func image() throws -> Image {
    let (before, after) = (photoBefore, try result())
    let size = PixelSize(
      width: before.size.width + Self.gap + after.size.width, height: max(before.size.height, after.size.height))
    var canvas = PixelBuffer(shape: ImageShape(size: size, format: .encodedStraight))
    for y in 0..<size.height {
      Color.transparent.pixel(in: .encodedStraight).fill(canvas.mutableRow(y), count: size.width)
    }
    Self.lay(before, on: &canvas, x: 0)
    Self.lay(after, on: &canvas, x: before.size.width + Self.gap)
    return Image(canvas)
  }

  /// Returns ``image()`` as a photo.
  public func photo() throws -> Photo { try Photo(EncodedImage(png()), name: "the example of the filter") }

  /// Writes ``image()`` to a PNG file. An existing file is replaced atomically.
  public func write(to path: String) throws {
    guard path.lowercased().hasSuffix(".png") else {
      throw PackshotError.refusedSetting("example", found: path, allowed: .described("the name of a .png file"))
    }
    try png().withUnsafeBytes { try TemporaryFile.write($0, to: path) }
  }

  private func png() throws -> [UInt8] { try image().encoded(.png(compression: 9)) }

  /// Draws a picture on its checkerboard, vertically centred.
  private static func lay(_ picture: Image, on canvas: inout PixelBuffer, x left: Int) {
    let top = (canvas.shape.size.height - picture.size.height) / 2
    let onBoard = board.under(picture)
    for y in 0..<picture.size.height {
      (canvas.mutableRow(top + y) + left * 4).copyMemory(from: onBoard.row(y), byteCount: onBoard.shape.bytesPerRow)
    }
  }
}
