/// The meaning of a pixel's channels. Pixels always have the four channels red, green, blue and alpha, in this order.
/// 16-bit channels are little-endian, like the machine.
public struct PixelFormat: Hashable, Sendable, CustomStringConvertible {
  /// Bits per channel.
  public enum Depth: Int, Sendable, CaseIterable {
    /// 0 to 255.
    case eight = 8
    /// 0 to 65535.
    case sixteen = 16

    /// The largest value of a channel, which means 1.
    public var largest: Int { self == .eight ? 255 : 65_535 }
    /// Bytes of the four channels.
    public var bytesPerPixel: Int { self == .eight ? 4 : 8 }
  }

  /// How light maps to numbers.
  public enum Transfer: String, Sendable, CaseIterable {
    /// sRGB's transfer curve, as used in files and for blending in browsers.
    case encoded
    /// Proportional to light.
    case linear
  }

  /// How alpha and colour relate.
  public enum Alpha: String, Sendable {
    /// Colour is multiplied by alpha, so no channel exceeds it. Transparent pixels have no colour.
    case premultiplied
    /// Colour is independent of alpha, as PNG stores it.
    case straight
    /// Every alpha is the largest value, so premultiplied and straight are the same.
    case opaque
  }

  /// Bits per channel.
  public var depth: Depth
  /// How light maps to numbers.
  public var transfer: Transfer
  /// How alpha and colour relate.
  public var alpha: Alpha

  /// Creates a format from its properties.
  public init(depth: Depth, transfer: Transfer, alpha: Alpha) {
    (self.depth, self.transfer, self.alpha) = (depth, transfer, alpha)
  }

  /// Bytes of the four channels.
  public var bytesPerPixel: Int { depth.bytesPerPixel }

  /// A description such as `8 bits, encoded, premultiplied`.
  public var description: String { "\(depth.rawValue) bits, \(transfer.rawValue), \(alpha.rawValue)" }

  /// Returns the same format with another kind of alpha.
  public func with(alpha: Alpha) -> PixelFormat {
    var format = self
    format.alpha = alpha
    return format
  }

  /// The format in which a file with alpha stores pixels of this format: encoded values, straight or opaque, of the
  /// same depth.
  public var stored: PixelFormat {
    PixelFormat(depth: depth, transfer: .encoded, alpha: alpha == .opaque ? .opaque : .straight)
  }

  /// 8-bit encoded sRGB, premultiplied: the default for filters.
  public static let encodedPremultiplied = PixelFormat(depth: .eight, transfer: .encoded, alpha: .premultiplied)
  /// 8-bit encoded sRGB with straight alpha, as in PNG files.
  public static let encodedStraight = PixelFormat(depth: .eight, transfer: .encoded, alpha: .straight)
  /// 8-bit encoded sRGB, every alpha 255, as in JPEG files.
  public static let encodedOpaque = PixelFormat(depth: .eight, transfer: .encoded, alpha: .opaque)
}

/// The properties of an image that are known without its pixels: size and pixel format.
public struct ImageShape: Hashable, Sendable, CustomStringConvertible {
  /// Pixels across and down.
  public var size: PixelSize
  /// The meaning of a pixel's channels.
  public var format: PixelFormat

  /// Creates a shape from a size and a format.
  public init(size: PixelSize, format: PixelFormat) {
    self.size = size
    self.format = format
  }

  /// A description such as `40 × 30 pixels (8 bits, encoded, opaque)`.
  public var description: String { "\(size) pixels (\(format))" }

  /// Bytes per row without padding.
  public var bytesPerRow: Int { size.width * format.bytesPerPixel }

  /// Bytes of the whole image, with rows padded as in ``PixelBuffer``. The largest `Int` on overflow.
  public var byteCount: Int {
    let (rowBytes, isTooWide) = size.width.multipliedReportingOverflow(by: format.bytesPerPixel)
    guard !isTooWide, rowBytes < .max / 2 else { return .max }
    let (count, overflow) = PixelBuffer.stride(bytesPerRow: rowBytes).multipliedReportingOverflow(by: size.height)
    return overflow ? .max : count
  }
}
