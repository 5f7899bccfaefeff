import Filters
import ImageCodecs
import PixelCore
import PixelKernels

/// Where the pixels of a photo are.
package enum PhotoPixels: Sendable {
  /// In a file, to be decoded.
  case file(EncodedImage)
  /// In memory already.
  case image(Image)

  /// The bytes that there are before anything is decoded.
  package var byteCount: Int {
    switch self {
    case .file(let file): file.count
    case .image(let image): image.shape.byteCount
    }
  }

  /// The file; nil where there is none.
  package var file: EncodedImage? { if case .file(let file) = self { file } else { nil } }
}

extension Image {
  /// Pushes the whole image, band by band, in the format of `shape`. Transparent pixels have no colour.
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
