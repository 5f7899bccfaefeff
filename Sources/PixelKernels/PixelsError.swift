import Errors
import PixelCore

/// An array of pixels is not what its size and format say, or an image cannot have the format that is asked for.
public enum PixelsError: DescribedError, Equatable {
  /// An image has at least one pixel.
  case noPixels(size: PixelSize)
  /// The array has more or fewer values than the size asks for.
  case wrongPixelCount(found: Int, size: PixelSize)
  /// The array's values have another number of bits than the format's channels.
  case wrongPixelDepth(found: PixelFormat.Depth, format: PixelFormat.Depth)
  /// A pixel has a value that the format doesn't allow: `found` are its red, green, blue and alpha, and the last value is the largest one allowed.
  case wrongPixel(x: Int, y: Int, found: [Int], alpha: PixelFormat.Alpha, Int)
  /// Opaque pixels are asked of an image that has alpha.
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
        "the image has alpha, and opaque pixels were asked for; flatten it first, so that it is known what shows through"
      )
    }
  }
}

extension PixelSize: DetailedValue {
  /// The width and the height.
  public var details: Details { ["width": width, "height": height] }
}
