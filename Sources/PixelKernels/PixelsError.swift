import Errors
import PixelCore

/// An array of pixels is not what its size and format say, or an image cannot have the format that is asked for.
public enum PixelsError: DescribedError, Equatable {
  /// An image has at least one pixel.
  case noPixels(size: PixelSize)
  /// The array has more or fewer values than the size asks for.
  case wrongCount(found: Int, size: PixelSize)
  /// The array's values have another number of bits than the format's channels.
  case wrongDepth(values: PixelFormat.Depth, format: PixelFormat.Depth)
  /// A pixel cannot be one of the format: `values` are its red, green, blue and alpha.
  case contradiction(x: Int, y: Int, values: [Int], alpha: PixelFormat.Alpha, largest: Int)
  /// Opaque pixels are asked of an image that has alpha.
  case hasAlpha

  /// Always an option's: what was handed over is at fault.
  public var code: ErrorCode { .option }

  /// The case, as a word.
  public var reason: String {
    switch self {
    case .noPixels: "no-pixels"
    case .wrongCount: "wrong-pixel-count"
    case .wrongDepth: "wrong-pixel-depth"
    case .contradiction: "wrong-pixel"
    case .hasAlpha: "has-alpha"
    }
  }

  /// Sizes, counts, places.
  public var facts: Facts {
    switch self {
    case .noPixels(let size): ["width": .count(size.width), "height": .count(size.height)]
    case .wrongCount(let found, let size):
      ["found": .count(found), "width": .count(size.width), "height": .count(size.height)]
    case .wrongDepth(let values, let format): ["found": .count(values.rawValue), "format": .count(format.rawValue)]
    case .contradiction(let x, let y, let values, let alpha, _):
      ["x": .count(x), "y": .count(y), "found": .list(values.map { .count($0) }), "alpha": .text(alpha.rawValue)]
    case .hasAlpha: [:]
    }
  }

  /// None that is not in the message.
  public var remedy: (any Remedy)? { nil }

  /// What was found, and what is allowed.
  public var message: String {
    switch self {
    case .noPixels(let size): return "the image's size is \(size); it must be at least 1 × 1"
    case .wrongCount(let found, let size):
      let (values, overflow) = size.pixelCount.multipliedReportingOverflow(by: 4)
      return "the array of pixels has \(found) values; an image of \(size) pixels has "
        + (overflow ? "more than fit into memory" : "\(values): red, green, blue and alpha of each")
    case .wrongDepth(let values, let format):
      return
        "the array's values have \(values.rawValue) bits, and the format's channels \(format.rawValue); they must have "
        + "the same"
    case .contradiction(let x, let y, let values, .opaque, let largest):
      return "the pixel at (\(x), \(y)) has alpha \(values[3]); in an opaque image it must be \(largest)"
    case .contradiction(let x, let y, let values, _, _):
      return
        "the pixel at (\(x), \(y)) is \(values); in a premultiplied image no colour may be above alpha, which comes last"
    case .hasAlpha:
      return
        "the image has alpha, and opaque pixels were asked for; flatten it first, so that it is known what shows through"
    }
  }
}
