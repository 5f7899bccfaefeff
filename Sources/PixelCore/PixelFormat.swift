/// What the numbers of a pixel mean. Pixels always have four channels in the order red, green, blue, alpha; channels of
/// 16 bits are little-endian, as the machine's own.
public struct PixelFormat: Hashable, Sendable, CustomStringConvertible {
  /// Bits in a channel.
  public enum Depth: Int, Sendable, CaseIterable {
    /// 0 to 255.
    case eight = 8
    /// 0 to 65535.
    case sixteen = 16

    /// The largest value of a channel, which stands for 1.
    public var largest: Int { self == .eight ? 255 : 65_535 }
    /// Bytes of the four channels.
    public var bytesPerPixel: Int { self == .eight ? 4 : 8 }
  }

  /// How light maps to numbers.
  public enum Transfer: String, Sendable, CaseIterable {
    /// sRGB's transfer curve: what files hold and browsers blend in.
    case encoded
    /// Proportional to light.
    case linear
  }

  /// How alpha and colour relate.
  public enum Alpha: String, Sendable {
    /// Colour is already multiplied by alpha, so no channel exceeds it; transparent pixels carry no colour.
    case premultiplied
    /// Colour is independent of alpha, as PNG stores it.
    case straight
    /// Every alpha is the largest value, so the other two mean the same.
    case opaque
  }

  /// Bits in a channel.
  public var depth: Depth
  /// How light maps to numbers.
  public var transfer: Transfer
  /// How alpha and colour relate.
  public var alpha: Alpha

  /// A format by what its numbers mean.
  public init(depth: Depth, transfer: Transfer, alpha: Alpha) {
    (self.depth, self.transfer, self.alpha) = (depth, transfer, alpha)
  }

  /// Bytes of the four channels.
  public var bytesPerPixel: Int { depth.bytesPerPixel }

  /// Such as `8 bits, encoded, premultiplied`.
  public var description: String { "\(depth.rawValue) bits, \(transfer.rawValue), \(alpha.rawValue)" }

  /// The same format with another relation of alpha and colour.
  public func with(alpha: Alpha) -> PixelFormat {
    var format = self
    format.alpha = alpha
    return format
  }

  /// What a file that can hold alpha has of such pixels: encoded values, straight or opaque, of the same depth.
  public var stored: PixelFormat {
    PixelFormat(depth: depth, transfer: .encoded, alpha: alpha == .opaque ? .opaque : .straight)
  }

  /// 8-bit encoded sRGB, premultiplied: what filters work in by default.
  public static let encodedPremultiplied = PixelFormat(depth: .eight, transfer: .encoded, alpha: .premultiplied)
  /// 8-bit encoded sRGB with straight alpha: what PNG files hold.
  public static let encodedStraight = PixelFormat(depth: .eight, transfer: .encoded, alpha: .straight)
  /// 8-bit encoded sRGB, every alpha 255: what JPEG files hold.
  public static let encodedOpaque = PixelFormat(depth: .eight, transfer: .encoded, alpha: .opaque)
}

/// What is known of an image before it has pixels: its size and their format.
public struct ImageShape: Hashable, Sendable, CustomStringConvertible {
  /// Pixels across and down.
  public var size: PixelSize
  /// What the numbers of a pixel mean.
  public var format: PixelFormat

  /// The shape of an image of some size, in some format.
  public init(size: PixelSize, format: PixelFormat) {
    self.size = size
    self.format = format
  }

  /// Such as `40 × 30 pixels (8 bits, encoded, opaque)`.
  public var description: String { "\(size) pixels (\(format))" }

  /// Bytes in a row without padding.
  public var bytesPerRow: Int { size.width * format.bytesPerPixel }

  /// Bytes of the whole image held at once, rows padded as ``PixelBuffer`` pads them. Saturates where it would overflow.
  public var byteCount: Int {
    let (rowBytes, isTooWide) = size.width.multipliedReportingOverflow(by: format.bytesPerPixel)
    guard !isTooWide, rowBytes < .max / 2 else { return .max }
    let (count, overflow) = PixelBuffer.stride(bytesPerRow: rowBytes).multipliedReportingOverflow(by: size.height)
    return overflow ? .max : count
  }
}
