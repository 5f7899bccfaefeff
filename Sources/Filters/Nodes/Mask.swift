import Parameters
import PixelCore
import PixelKernels

/// Makes the photo transparent where a source is dark or transparent.
///
/// The source is scaled to the photo's size with Lanczos-3, and the photo is multiplied by the source's luminance or
/// alpha. The luminance is 0.2126 of red, 0.7152 of green and 0.0722 of blue, of encoded sRGB in any working space,
/// over black where the source is translucent. White keeps a pixel and black makes it transparent. `invert` swaps the
/// two. An opaque photo's alpha becomes the mask. Each channel is rounded once.
public struct Mask: Filter {
  /// The source's channel used as the mask.
  public enum Channel: String, ParameterChoice {
    /// Brightness of the source. Transparent parts count as black.
    case luminance
    /// Alpha of the source.
    case alpha
  }

  /// The source used as the mask.
  public var source = SourceName("")
  /// The source's channel used as the mask: luminance or alpha. Defaults to luminance.
  public var channel = Channel.luminance
  /// Whether the dark or transparent parts are kept instead. Defaults to false.
  public var invert = false

  public init() {}
  /// Creates the filter. Its parameters are explained at the properties of Mask.
  public init(_ source: SourceName, channel: Channel = .luminance, invert: Bool = false) {
    (self.source, self.channel, self.invert) = (source, channel, invert)
  }

  public static let name = "mask"
  public static let summary = "Makes the photo transparent where a source is dark or transparent."
  public static let shorthand: String? = "source"
  public static let otherWords = [
    "alphaMask", "stencil", "CIBlendWithMask", "CIBlendWithAlphaMask", "copyOpacity", "joinChannel", "maskImage",
  ]
  public static let example = "mask: { source: backdrop, invert: true }"
  public static let parameters = [
    Parameter<Self>("source", \.source, isRequired: true, "The source to mask the photo by."),
    Parameter<Self>("channel", \.channel, "The source's channel to use: luminance or alpha."),
    Parameter<Self>("invert", \.invert, "Whether dark, or transparent, parts are kept instead."),
  ]

  public var sourceNames: [String] { [source.name] }

  public func plan(_ input: ImageShape, in context: PlanContext) throws(FilterError) -> FilterPlan {
    let shape = try context.source(source, for: "source")
    let scaled = Resize(width: input.size.width, height: input.size.height, mode: .stretch)
      .plan(shape, in: PlanContext())
    let output = ImageShape(size: input.size, format: input.format.with(alpha: .premultiplied))
    return FilterPlan(
      output: output,
      work: .rows { [self] context in
        MaskLoop(try scaled.image(of: context.sources[source.name]!, context), channel, isInverted: invert, context)
      },
      workingBytes: scaled.workingBytes + scaled.output.bound.byteCount)
  }
}

/// Multiplies rows by the rows of a mask.
private final class MaskLoop: RowLoop {
  private let mask: Image
  private let channel: Mask.Channel
  private let isInverted: Bool
  private let kernels: Kernels
  private let toEncoded: FormatConversion
  private var encoded: PixelBuffer
  private var shares: [UInt16]

  init(_ mask: Image, _ channel: Mask.Channel, isInverted: Bool, _ context: RenderContext) {
    (self.mask, self.channel, self.isInverted, kernels) = (mask, channel, isInverted, context.kernels)
    let format = mask.shape.format
    let target = PixelFormat(depth: format.depth, transfer: .encoded, alpha: format.alpha)
    toEncoded = FormatConversion(from: format, to: target, kernels: context.kernels)
    encoded = PixelBuffer(shape: ImageShape(size: PixelSize(width: mask.size.width, height: 1), format: target))
    shares = [UInt16](repeating: 0, count: mask.size.width)
  }

  func apply(to input: UnsafeRawPointer, row y: Int, into output: UnsafeMutableRawPointer) {
    let (count, depth) = (shares.count, mask.shape.format.depth)
    let row = encoded.mutableRow(0)
    toEncoded.apply(row, mask.row(y), count: count)
    let whole: UInt16 = depth == .eight ? 32640 : 65535
    shares.withUnsafeMutableBufferPointer { shares in
      let shares = shares.baseAddress!
      switch (channel, depth) {
      case (.luminance, _): kernels.luminance(shares, row, count: count, depth: depth)
      case (.alpha, .eight):
        for x in 0..<count { shares[x] = UInt16(row.load(fromByteOffset: 4 &* x &+ 3, as: UInt8.self)) &<< 7 }
      case (.alpha, .sixteen):
        for x in 0..<count { shares[x] = row.load(fromByteOffset: 8 &* x &+ 6, as: UInt16.self) }
      }
      if isInverted { for x in 0..<count { shares[x] = whole &- shares[x] } }
      kernels.multiply(output, input, by: shares, count: count, depth: depth)
    }
  }
}
