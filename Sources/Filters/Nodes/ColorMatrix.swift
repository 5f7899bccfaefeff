import Parameters
import PixelCore
import PixelKernels

/// Multiplies each pixel's channels by a matrix.
///
/// The four rows make red, green, blue and alpha, each of five numbers: what straight red, green, blue, alpha and 1 give to
/// it, all channels counted 0…1. Results are clamped to 0…1. Coefficients are taken to the nearest millionth; then alpha is
/// the exact result rounded once, halves up, and colour the exact result times that alpha, rounded once.
///
/// Core Image's vectors are read too: `inputRVector` to `inputAVector` are the first four numbers of a row each, and
/// `inputBiasVector` the fifth of each row. Where one is not given, it is the identity's.
///
/// It works on encoded values, as CSS's and SVG's filters do in `sRGB`, or on linear light, as Core Image's `CIColorMatrix`
/// does. Where the recipe works in the other one, pixels are converted with 16 bits and back.
public struct ColorMatrix: Filter {
  /// Rows for red, green, blue and alpha; in each, the factors for red, green, blue, alpha and 1.
  public var rows = ColorCoefficients.identity
  /// Whether to work in linear light.
  public var linear = false

  public init() {}
  /// The filter with these parameters; ColorMatrix's properties say what they are.
  public init(rows: ColorCoefficients, linear: Bool = false) { (self.rows, self.linear) = (rows, linear) }

  /// Mixes by four rows of five numbers, for red, green, blue and alpha: what red, green, blue, alpha and 1 give to it.
  ///
  /// - Throws: ``FilterError`` unless there are four rows of five numbers, each −1000…1000.
  public init(rows: [[Double]], linear: Bool = false) throws(FilterError) {
    let table = Value(.list(rows.map { Value(.list($0.map(\.value))) }))
    try self.init(
      parameters: Value(
        .map([Value.Entry(key: "rows", value: table), Value.Entry(key: "linear", value: linear.value)])))
  }

  public static let name = "colorMatrix"
  public static let commutesWithScaling = true
  public static let summary = "Multiplies each pixel's channels by a matrix."
  public static let shorthand: String? = "rows"
  public static let coreImageName: String? = "CIColorMatrix"
  public static let coreImageDefaults = ColorMatrix(rows: .identity, linear: true)
  public static let otherWords = [
    "grayscale", "greyscale", "desaturate", "saturation", "brightness", "contrast", "hue", "tint", "invert", "negative",
    "recolor", "CIColorControls", "CIColorMonochrome", "CIColorInvert", "CIHueAdjust", "CIExposureAdjust",
    "CIPhotoEffectMono",
  ]
  public static let example = "colorMatrix: [[0, 0, 1, 0, 0], [0, 1, 0, 0, 0], [1, 0, 0, 0, 0], [0, 0, 0, 1, 0]]"
  public static let parameters = [
    Parameter<Self>(
      "rows", \.rows, in: -ColorCoefficients.limit...ColorCoefficients.limit, isRequired: true,
      "Rows for red, green, blue and alpha; in each, the factors for red, green, blue, alpha and 1."),
    Parameter<Self>("linear", \.linear, "Whether to work in linear light."),
  ]
  public static let coreImageParts =
    zip(0..., ["inputRVector", "inputGVector", "inputBVector", "inputAVector"]).map { row, name in
      Parameter<Self>(
        name, \.[row: row], in: -ColorCoefficients.limit...ColorCoefficients.limit, partOf: "rows",
        "The first four numbers of row \(row + 1).")
    } + [
      Parameter<Self>(
        "inputBiasVector", \.bias, in: -ColorCoefficients.limit...ColorCoefficients.limit, partOf: "rows",
        "The fifth number of each row.")
    ]

  public func plan(_ input: ImageShape, in context: PlanContext) -> FilterPlan {
    if rows == .identity { return FilterPlan(output: input, work: .nothing) }
    let alpha: PixelFormat.Alpha = rows.keepsAlpha ? input.format.alpha : .premultiplied
    let output = ImageShape(size: input.size, format: input.format.with(alpha: alpha))
    let (coefficients, width) = (rows, input.size.width)
    return FilterPlan(
      output: output,
      work: .rows(in: linear ? .linear : .encoded, from: input.format, to: output) { format, kernels in
        PixelLoop { kernels.colorMatrix($0, $1, coefficients, count: width, depth: format.depth) }
      })
  }
}

extension ColorMatrix {
  /// What red, green, blue and alpha give to a channel.
  fileprivate subscript(row row: Int) -> ChannelVector {
    get { ChannelVector(numbers: Array(rows.rows[row].prefix(4))) }
    set {
      var all = rows.rows
      all[row].replaceSubrange(0..<4, with: newValue.numbers)
      rows = ColorCoefficients(rows: all)!
    }
  }

  /// What 1 gives to each channel.
  fileprivate var bias: ChannelVector {
    get { ChannelVector(numbers: rows.rows.map { $0[4] }) }
    set { rows = ColorCoefficients(rows: zip(rows.rows, newValue.numbers).map { $0.prefix(4) + [$1] })! }
  }
}

/// Four coefficients, for red, green, blue and alpha, as Core Image gives a colour matrix.
private struct ChannelVector: ParameterType {
  let numbers: [Double]

  init(numbers: [Double]) { self.numbers = numbers }

  static var kind: ParameterKind { .numbers(["red", "green", "blue", "alpha"]) }

  init?(_ value: Value) {
    guard case .list(let values) = value.content, values.count == 4 else { return nil }
    numbers = values.compactMap { Double($0) }
    guard numbers.count == 4, numbers.allSatisfy({ $0.magnitude <= ColorCoefficients.limit }) else { return nil }
  }

  var value: Value { Value(.list(numbers.map(\.value))) }
}

extension ColorCoefficients: ParameterType {
  public static var kind: ParameterKind { .table(rows: 4, columns: ["red", "green", "blue", "alpha", "one"]) }

  public init?(_ value: Value) {
    guard case .list(let rows) = value.content, rows.count == 4 else { return nil }
    var numbers: [[Double]] = []
    for row in rows {
      guard case .list(let values) = row.content, values.count == 5 else { return nil }
      let row = values.compactMap { Double($0) }
      numbers.append(row)
    }
    self.init(rows: numbers)
  }

  public var value: Value { Value(.list(rows.map { Value(.list($0.map(\.value))) })) }
}

extension Filter where Self == ColorMatrix {
  /// Multiplies each pixel's channels by a matrix. See ``ColorMatrix``.
  public static func colorMatrix(rows: ColorCoefficients, linear: Bool = false) -> Self {
    ColorMatrix(rows: rows, linear: linear)
  }

  /// Multiplies each pixel's channels by a matrix. See ``ColorMatrix``.
  public static func colorMatrix(rows: [[Double]], linear: Bool = false) throws(FilterError) -> Self {
    try ColorMatrix(rows: rows, linear: linear)
  }
}
