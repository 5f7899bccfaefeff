import ImageCodecs
import PixelCore
import PixelKernels

/// The rows of a picture, converted to the format used for the comparison.
struct ConvertedRows {
  /// The shape of the rows that ``read(rows:into:stride:)`` returns.
  let shape: ImageShape
  private let source: any RowSource
  private let conversion: FormatConversion
  private let kernels: Kernels
  /// A buffer for unconverted rows, needed if the source has another bit depth. Nil if rows are converted in place.
  private let original: Scratch?

  private final class Scratch {
    var rows: PixelBuffer
    init(_ shape: ImageShape) { rows = PixelBuffer(shape: shape) }
  }

  /// - Parameters:
  ///   - format: Must have at least the source's bit depth. Can be opaque only if the source is.
  ///   - maxRows: Maximum number of rows to read at once.
  init(_ source: any RowSource, as format: PixelFormat, maxRows: Int, kernels: Kernels) {
    self.source = source
    self.kernels = kernels
    shape = ImageShape(size: source.shape.size, format: format)
    conversion = FormatConversion(from: source.shape.format, to: format, kernels: kernels)
    let size = PixelSize(width: shape.size.width, height: maxRows)
    original =
      source.shape.format.depth == format.depth
      ? nil : Scratch(ImageShape(size: size, format: source.shape.format))
  }

  /// Returns the format for comparing two pictures: straight values for an exact comparison, premultiplied values
  /// otherwise.
  static func format(_ one: PixelFormat, _ other: PixelFormat, _ measure: Measure) -> PixelFormat {
    let isOpaque = one.alpha == .opaque && other.alpha == .opaque
    return PixelFormat(
      depth: one.depth == .eight && other.depth == .eight ? .eight : .sixteen, transfer: .encoded,
      alpha: isOpaque ? .opaque : measure == .exact ? .straight : .premultiplied)
  }

  func read(rows: Int, into destination: UnsafeMutableRawPointer, stride: Int) throws -> Int {
    let width = shape.size.width
    let count =
      if let original {
        try source.read(rows: rows, into: original.rows.mutableRow(0), stride: original.rows.stride)
      } else {
        try source.read(rows: rows, into: destination, stride: stride)
      }
    for row in 0..<count {
      let place = destination + row * stride
      if original != nil || !conversion.isIdentity {
        conversion.apply(place, original?.rows.row(row) ?? UnsafeRawPointer(place), count: width)
      }
      if shape.format.alpha == .straight { kernels.clearHiddenColor(place, count: width, depth: shape.format.depth) }
    }
    return count
  }
}
