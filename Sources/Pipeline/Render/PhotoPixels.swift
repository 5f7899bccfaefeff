import Filters
import ImageCodecs
import PixelCore
import PixelKernels

/// The pixels of a photo.
package enum PhotoPixels: Sendable {
  /// An encoded file.
  case file(EncodedImage)
  /// Pixels in memory.
  case image(Image)

  /// Size in bytes before decoding.
  package var byteCount: Int {
    switch self {
    case .file(let file): file.count
    case .image(let image): image.shape.byteCount
    }
  }

  /// The file, or nil for pixels in memory.
  package var file: EncodedImage? { if case .file(let file) = self { file } else { nil } }
}

extension Image {
  /// Pushes the whole image band by band in the format of `shape`. Transparent pixels get no colour.
  func pushAllRows(into sink: any RowSink, shape: ImageShape, context: RenderContext) throws {
    let conversion = FormatConversion(from: self.shape.format, to: shape.format, kernels: context.kernels)
    let bandHeight = context.bandHeight(for: shape)
    var band = PixelBuffer(
      shape: ImageShape(size: PixelSize(width: shape.size.width, height: bandHeight), format: shape.format))
    for first in stride(from: 0, to: shape.size.height, by: bandHeight) {
      try context.checkpoint?()
      let rows = first..<min(first + bandHeight, shape.size.height)
      for y in rows {
        let place = band.mutableRow(y - first)
        conversion.apply(place, row(y), count: shape.size.width)
        if shape.format.alpha == .straight {
          context.kernels.clearHiddenColor(place, count: shape.size.width, depth: shape.format.depth)
        }
      }
      try sink.push(RowBand(shape: shape, rows: rows, base: band.row(0), stride: band.stride))
    }
    try sink.finish()
  }
}
