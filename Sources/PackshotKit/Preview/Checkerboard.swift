import PixelCore
import PixelKernels

/// Squares of two colours, opaque, which show through where a picture is transparent, as editors have it.
struct Checkerboard {
  /// Pixels across and down of a square.
  let square: Int
  /// The colour of the square at the top left, and that of its neighbours.
  let colors: [Color]

  /// A picture laid on a board of its own size: opaque.
  ///
  /// - Parameter picture: 8-bit, encoded; premultiplied or opaque.
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
