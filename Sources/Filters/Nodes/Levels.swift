import Errors
import Parameters
import PixelCore
import PixelKernels

/// Stretches the image's encoded values between a black point and a white point.
///
/// Each straight channel v of encoded sRGB becomes `((v − black) / (white − black))^(1/gamma)`, clipped to 0 to 1. All
/// channels have the same points, so neutral colours stay neutral. With `working: linear`, the same is done
/// to the encoded value. Alpha is unchanged.
///
/// Each result is within half a level of a float64 computation. Translucent pixels with 16 bits are interpolated between
/// 65,536 values of the curve, which can add a few levels of 65,535.
///
/// With `points: auto`, the values of red, green and blue of all pixels are counted together. The black point is the
/// highest value that at most the share `clip` of them is below, and the white point is the lowest value that at most
/// that share is above. Pixels with less than half the opacity don't count. An image of a single value is unchanged.
/// The points depend on the image as it is at this step, and the image is buffered.
public struct Levels: Filter {
  /// How the points are chosen.
  public enum Points: String, ParameterChoice {
    /// By `black` and `white`.
    case given
    /// From the image's own values.
    case auto
  }

  /// How the points are chosen. Defaults to given.
  public var points = Points.given
  /// The encoded value that becomes black, from 0 to 1. Defaults to 0.
  public var black = 0.0
  /// The encoded value that becomes white, from 0 to 1. Defaults to 1.
  public var white = 1.0
  /// The gamma of the midtones, from 0.1 to 10. Above 1 they become brighter. Defaults to 1.
  public var gamma = 1.0
  /// For automatic points: the share of the values that may be clipped at either end. Defaults to 0.5 %.
  public var clip = 0.005

  public init() {}
  /// Creates a filter with given points. Its parameters are explained at the properties of Levels.
  public init(black: Double = 0, white: Double = 1, gamma: Double = 1) {
    (self.black, self.white, self.gamma) = (black, white, gamma)
  }
  /// Creates a filter whose points come from the image. Its parameters are explained at the properties of Levels.
  public init(clip: Double, gamma: Double = 1) { (points, self.clip, self.gamma) = (.auto, clip, gamma) }

  public static let name = "levels"
  public static let keepsPlaces = true
  public static let commutesWithScaling = true
  public static let keepsGainMap = true
  public static let summary = "Stretches the image's values between a black point and a white point."
  public static let shorthand: String? = "points"
  public static let otherWords = [
    "autoLevels", "autoLevel", "autoContrast", "normalise", "normalize", "contrastStretch", "linearStretch", "level",
    "histStretch", "CIToneCurve",
  ]
  public static let example = "levels: { black: 8%, white: 92% }"
  public static let parameters = [
    Parameter<Self>("points", \.points, "Whether the points are given, or come from the image's own values."),
    Parameter<Self>("black", \.black, kind: .fraction, in: 0...1, "The encoded value that becomes black."),
    Parameter<Self>("white", \.white, kind: .fraction, in: 0...1, "The encoded value that becomes white."),
    Parameter<Self>("gamma", \.gamma, in: 0.1...10, "Above 1 the midtones become brighter, below 1 darker."),
    Parameter<Self>(
      "clip", \.clip, kind: .fraction, in: 0...0.49,
      "With `points: auto`, the share of the values that may be clipped at either end."),
  ]

  /// The smallest distance between black and white, about a level of 255.
  private static let leastDistance = 0.004

  public func check() throws(FilterError) {
    switch points {
    case .given:
      guard white - black >= Self.leastDistance else {
        throw .unsuitableParameter(
          parameter: "white",
          why: "`white` is \(white.value) and `black` is \(black.value); `white` must be higher by at least "
            + "\(Self.leastDistance.value)")
      }
      guard clip == Self().clip else {
        throw .unsuitableParameter(
          parameter: "clip", why: "`clip` is for automatic points; add `points: auto`, or remove it")
      }
    case .auto:
      guard black == 0, white == 1 else {
        throw .unsuitableParameter(
          parameter: black == 0 ? "white" : "black",
          why: "`points: auto` finds `black` and `white` in the image; remove either `points` or the given values")
      }
    }
  }

  public func plan(_ input: ImageShape, in context: PlanContext) -> FilterPlan {
    let gamma = gamma
    switch points {
    case .given:
      if black == 0, white == 1, gamma == 1 { return FilterPlan(output: input, work: .nothing) }
      return .mapping(
        input, in: .encoded, as: canonicalText, by: [Self.curve(black: black, white: white, gamma: gamma)])
    case .auto:
      let clip = clip
      return .mapping(input, in: .encoded) { band, _ in
        guard let (low, high) = ColorHistogram(band).ends(dropping: clip), low < high else { return nil }
        let black = Self.encoded(low, in: band.shape.format)
        let white = Self.encoded(high, in: band.shape.format)
        if black == 0, white == 1, gamma == 1 { return nil }
        return [Self.curve(black: black, white: white, gamma: gamma)]
      }
    }
  }

  private static func curve(black: Double, white: Double, gamma: Double) -> ColorCurves.Curve {
    let (width, exponent) = (white - black, 1 / gamma)
    return { value in
      let stretched = min(1, max(0, (value - black) / width))
      return exponent == 1 ? stretched : ExactMath.power(stretched, exponent)
    }
  }

  /// Returns the encoded value of a channel.
  private static func encoded(_ channel: Int, in format: PixelFormat) -> Double {
    let value = Double(channel) / Double(format.depth.largest)
    return format.transfer == .encoded ? value : TransferCurve.encode(value)
  }
}

extension Filter where Self == Levels {
  /// Stretches the image's values between a black point and a white point. See ``Levels``.
  public static func levels(black: Double = 0, white: Double = 1, gamma: Double = 1) -> Self {
    Levels(black: black, white: white, gamma: gamma)
  }

  /// Stretches the image's values as far as the image itself allows. See ``Levels``.
  public static func levels(clip: Double, gamma: Double = 1) -> Self {
    Levels(clip: clip, gamma: gamma)
  }
}
