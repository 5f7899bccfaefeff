import Errors
import Parameters
import PixelCore
import PixelKernels
import Segmentation

/// Removes a colour cast: a colour that should be neutral becomes grey.
///
/// In linear light, each straight channel is multiplied by `Y / n`, where n is the channel of the neutral colour and `Y
/// = 0.2126 R + 0.7152 G + 0.0722 B` its luminance. So the neutral colour keeps its brightness. Results are clipped at 1.
/// Alpha is unchanged.
///
/// Each result is within half a level of a float64 computation. Translucent pixels with 16 bits are interpolated between
/// 65,536 values of the curve, which can add a few levels of 65,535.
///
/// The neutral colour is given, or found in the image as it is at this step, which is buffered:
///
/// - `backdrop`: the colour of the backdrop, found as `trim` does.
/// - `greyWorld`: the mean of all pixels in linear light. Pixels with less than half the opacity don't count.
/// - `auto`: the backdrop if it is nearly neutral, otherwise the mean if that is. Nearly neutral means that the largest
///   factor is at most 1.6 times the smallest. A backdrop of a stronger colour is meant to have it.
///
/// If there is no such colour, or if its largest factor is more than 4 times its smallest, the image is unchanged, and a
/// warning gives the reason.
public struct WhiteBalance: Filter {
  /// The colour that becomes grey.
  public enum Neutral: Hashable, Sendable {
    /// The backdrop if it is nearly neutral, otherwise the mean of the image if that is.
    case auto
    /// The backdrop.
    case backdrop
    /// The mean of all pixels.
    case greyWorld
    /// A given colour.
    case color(Color)
  }

  /// The colour that becomes grey: found in the image, or given. Defaults to auto.
  public var neutral = Neutral.auto

  public init() {}
  /// Creates the filter. Its parameters are explained at the properties of WhiteBalance.
  public init(neutral: Neutral) { self.neutral = neutral }

  public static let name = "whiteBalance"
  public static let keepsPlaces = true
  public static let commutesWithScaling = true
  public static let keepsGainMap = true
  public static let summary = "Removes a colour cast: a colour that should be neutral becomes grey."
  public static let shorthand: String? = "neutral"
  public static let otherWords = [
    "autoWhiteBalance", "awb", "greyWorld", "grayWorld", "temperature", "colorBalance", "CITemperatureAndTint",
    "CIWhitePointAdjust",
  ]
  public static let example = "whiteBalance: \"#e8d9c0\""
  public static let parameters = [
    Parameter<Self>("neutral", \.neutral, "The colour that becomes grey: found in the image, or given.")
  ]

  /// The smallest channel of a given colour. Below it, factors would be very large.
  private static let leastChannel = 16

  public func check() throws(FilterError) {
    guard case .color(let color) = neutral else { return }
    guard color.isOpaque, min(color.red, color.green, color.blue) >= Self.leastChannel else {
      throw .unsuitableParameter(
        parameter: "neutral",
        why: "`neutral` is \(color); it must be opaque, with red, green and blue of at least \(Self.leastChannel)")
    }
  }

  public func plan(_ input: ImageShape, in context: PlanContext) -> FilterPlan {
    if case .color(let color) = neutral {
      let balance = Balance(neutral: color)
      if balance.isIdentity { return FilterPlan(output: input, work: .nothing) }
      return .mapping(input, in: .linear, as: canonicalText, by: balance.curves)
    }
    return .mapping(input, in: .linear, workingBytes: Content.workingBytes(for: input.size)) {
      [neutral] band, context in
      switch Self.balance(neutral, in: band, context) {
      case .success(let balance): return balance.isIdentity ? nil : balance.curves
      case .failure(let refusal):
        context.notes.add(refusal.warning)
        return nil
      }
    }
  }

  /// Returns the balance that makes an image's own colour neutral.
  private static func balance(
    _ neutral: Neutral, in band: RowBand, _ context: RenderContext
  ) -> Result<Balance, Refusal> {
    if neutral == .greyWorld { return greyWorld(of: band) }
    let backdrop = backdrop(of: band, context)
    guard neutral == .auto else { return backdrop }
    if case .success(let balance) = backdrop, balance.spread <= Balance.largestOfNearlyNeutral { return backdrop }
    return greyWorld(of: band).flatMap { balance in
      balance.spread <= Balance.largestOfNearlyNeutral
        ? .success(balance)
        : .failure(Refusal(reason: "neither the backdrop nor the mean of the photo is nearly neutral"))
    }
  }

  private static func backdrop(of band: RowBand, _ context: RenderContext) -> Result<Balance, Refusal> {
    switch Content.find(in: band, kernels: context.kernels) {
    case .failure(let failure): return .failure(Refusal(reason: failure.reason.text, word: failure.reason.word))
    case .success(let content):
      switch content.backdrop {
      case .clear: return .failure(Refusal(reason: "the backdrop is transparent"))
      case .flat(let color), .uneven(let color): return Balance(neutral: color).checked("the backdrop")
      }
    }
  }

  private static func greyWorld(of band: RowBand) -> Result<Balance, Refusal> {
    let histogram = ColorHistogram(band)
    guard histogram.pixelCount > 0 else { return .failure(Refusal(reason: "the photo is transparent")) }
    let format = band.shape.format
    let light = (0...format.depth.largest).map { value -> Double in
      let value = Double(value) / Double(format.depth.largest)
      return format.transfer == .linear ? value : TransferCurve.decode(value)
    }
    return Balance(light: (0..<3).map { histogram.mean($0) { light[$0] } }).checked("the mean of the photo")
  }
}

/// Why the image isn't balanced.
private struct Refusal: Error {
  /// The reason, worded to follow "because".
  var reason: String
  /// The reason without numbers, for counting.
  var word: String?

  var warning: Warning {
    let kind = "whiteBalance: the colours were not changed"
    return Warning("\(kind), because \(reason)", kind: kind, reason: word ?? reason)
  }
}

/// Factors for red, green and blue in linear light.
private struct Balance {
  let factors: [Double]

  static let largestSpread = 4.0
  static let largestOfNearlyNeutral = 1.6

  /// - Parameter light: Linear light of red, green and blue of the colour that becomes neutral.
  init(light: [Double]) {
    let luminance = 0.2126 * light[0] + 0.7152 * light[1] + 0.0722 * light[2]
    let isNeutral = light[0] == light[1] && light[1] == light[2]
    factors = light.map { isNeutral ? 1 : $0 == 0 ? .infinity : luminance / $0 }
  }

  init(neutral color: Color) {
    self.init(light: [color.red, color.green, color.blue].map { TransferCurve.decode(Double($0) / 255) })
  }

  var isIdentity: Bool { factors.allSatisfy { $0 == 1 } }

  /// How many times the smallest factor the largest one is.
  var spread: Double { factors.max()! / factors.min()! }

  var curves: [ColorCurves.Curve] { factors.map { factor in { $0 * factor } } }

  func checked(_ origin: String) -> Result<Balance, Refusal> {
    spread <= Self.largestSpread ? .success(self) : .failure(Refusal(reason: "\(origin) has too strong a colour"))
  }
}

extension WhiteBalance.Neutral: ParameterType {
  private static let words: [(String, WhiteBalance.Neutral)] = [
    ("auto", .auto), ("backdrop", .backdrop), ("greyWorld", .greyWorld),
  ]

  public static var kind: ParameterKind { .wordOrColor(words.map(\.0)) }

  public init?(_ value: Value) {
    if case .text(let text) = value.content, let known = Self.words.first(where: { $0.0 == text }) {
      self = known.1
    } else if let color = Color(value) {
      self = .color(color)
    } else {
      return nil
    }
  }

  public var value: Value {
    if case .color(let color) = self { return color.value }
    return Value(.text(Self.words.first { $0.1 == self }!.0))
  }
}

extension Filter where Self == WhiteBalance {
  /// Removes a colour cast: a colour that should be neutral becomes grey. See ``WhiteBalance``.
  public static func whiteBalance(neutral: WhiteBalance.Neutral = .auto) -> Self {
    WhiteBalance(neutral: neutral)
  }
}
