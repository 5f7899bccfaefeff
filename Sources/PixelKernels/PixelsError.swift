import Errors
import PixelCore

/// Why an array of pixels doesn't match its size or format, or an image can't be converted to a format.
public enum PixelsError: DescribedError, Equatable {
  /// The size is empty; an image has at least one pixel.
  case noPixels(size: PixelSize)
  /// The number of values doesn't match the size.
  case wrongPixelCount(found: Int, size: PixelSize)
  /// The values have another bit depth than the format.
  case wrongPixelDepth(found: PixelFormat.Depth, format: PixelFormat.Depth)
  /// A pixel has a value that the format doesn't allow. `found` is its red, green, blue and alpha; the last value is
  /// the largest one allowed.
  case wrongPixel(x: Int, y: Int, found: [Int], alpha: PixelFormat.Alpha, Int)
  /// The requested format is opaque, but the image has alpha.
  case hasAlpha

  public var descriptor: ErrorDescriptor {
    switch self {
    case .noPixels(let size): return .init(.option, "the image's size is \(size); it must be at least 1 × 1")
    case .wrongPixelCount(let found, let size):
      let (values, overflow) = size.pixelCount.multipliedReportingOverflow(by: 4)
      return .init(
        .option,
        "the array of pixels has \(found) values; an image of \(size) pixels has "
          + (overflow ? "more than fit into memory" : "\(values): red, green, blue and alpha of each"))
    case .wrongPixelDepth(let found, let format):
      return .init(
        .option,
        "the array's values have \(found.rawValue) bits, and the format's channels \(format.rawValue); they must have "
          + "the same")
    case .wrongPixel(let x, let y, let values, .opaque, let largest):
      return .init(
        .option, "the pixel at (\(x), \(y)) has alpha \(values[3]); in an opaque image it must be \(largest)")
    case .wrongPixel(let x, let y, let values, _, _):
      return .init(
        .option,
        "the pixel at (\(x), \(y)) is \(values); in a premultiplied image no colour may be above alpha, which comes last"
      )
    case .hasAlpha:
      return .init(
        .option,
        "the image has alpha, but opaque pixels were requested; flatten it onto a color first"
      )
    }
  }
}

extension PixelSize: DetailedValue {
  /// The width and the height.
  public var details: Details { ["width": width, "height": height] }
}
