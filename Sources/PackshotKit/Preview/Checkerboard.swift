import PixelCore
import PixelKernels

/// Opaque squares of two colours behind the transparent parts of a picture, as in image editors.
struct Checkerboard {
  /// Side of a square in pixels.
  let square: Int
  /// The colour of the top left square, and the colour of its neighbours.
  let colors: [Color]

  /// Returns a picture on a board of the same size. The result is opaque.
  ///
  /// - Parameter picture: An 8-bit encoded image, premultiplied or opaque.
  func under(_ picture: Image) -> Image {
    let size = picture.size
    var canvas = PixelBuffer(shape: ImageShape(size: size, format: .encodedOpaque))
    let squares = colors.map { $0.pixel(in: .encodedOpaque) }
    for y in 0..<size.height {
      let row = canvas.mutableRow(y)
      for x in 0..<size.width { squares[(x / square + y / square) % 2].store(in: row, at: x) }
      Kernels.current.sourceOver(
        row, background: row, foreground: picture.row(y), count: size.width, depth: .eight)
    }
    return Image(canvas)
  }
}
