import Filters
import ImageCodecs
import PixelCore
import PixelKernels
import Segmentation

extension RowReader {
  /// Reads the whole picture band by band in the format of `shape`. Transparent pixels get no colour.
  ///
  /// - Parameters:
  ///   - toSRGB: The conversion of colours, applied before anything else.
  ///   - grid: A grid for the photo's hash, to which the rows are added as they are in the file. Nil if it isn't needed.
  func pushAllRows(
    into sink: any RowSink, shape: ImageShape, context: RenderContext, toSRGB: ColorTransform? = nil,
    addingTo grid: CellGrid? = nil
  ) throws {
    let conversion = FormatConversion(from: self.shape.format, to: shape.format, kernels: context.kernels)
    let bandHeight = context.bandHeight(for: shape)
    let size = PixelSize(width: shape.size.width, height: bandHeight)
    var buffer = PixelBuffer(shape: ImageShape(size: size, format: shape.format))
    // Rows with the same number of bytes are converted in place.
    let isInPlace = self.shape.format.depth == shape.format.depth
    var file = PixelBuffer(
      shape: ImageShape(size: isInPlace ? PixelSize(width: 1, height: 1) : size, format: self.shape.format))
    var y = 0
    while y < shape.size.height {
      try context.checkpoint?()
      let rows = min(bandHeight, shape.size.height - y)
      let count =
        isInPlace
        ? try read(rows: rows, into: buffer.mutableRow(0), stride: buffer.stride)
        : try read(rows: rows, into: file.mutableRow(0), stride: file.stride)
      if let grid {
        for row in 0..<count {
          grid.add(pixels: isInPlace ? buffer.row(row) : file.row(row), y: y + row, format: self.shape.format)
        }
      }
      if let toSRGB {
        for row in 0..<count {
          let pixels = isInPlace ? buffer.mutableRow(row) : file.mutableRow(row)
          context.kernels.convertToSRGB(
            pixels, UnsafeRawPointer(pixels), toSRGB, count: shape.size.width, depth: self.shape.format.depth)
        }
      }
      if !conversion.isIdentity {
        for row in 0..<count {
          conversion.apply(
            buffer.mutableRow(row), isInPlace ? buffer.row(row) : file.row(row), count: shape.size.width)
        }
      }
      if shape.format.alpha == .straight {
        for row in 0..<count {
          context.kernels.clearHiddenColor(
            buffer.mutableRow(row), count: shape.size.width, depth: shape.format.depth)
        }
      }
      try sink.push(RowBand(shape: shape, rows: y..<(y + count), base: buffer.row(0), stride: buffer.stride))
      y += count
    }
    try sink.finish()
  }
}
