import Parameters
import PixelCore
import PixelKernels

/// Multiplies each pixel's channels by a matrix.
///
/// The four rows compute red, green, blue and alpha. Each has five numbers: the factors of straight red, green, blue,
/// alpha and 1, with channels from 0 to 1. Results are clamped to 0 to 1. Coefficients are rounded to the nearest
/// millionth. Alpha is the exact result rounded once, halves up. Colours are the exact result times that alpha, rounded
/// once.
///
/// Core Image's vectors are accepted too: `inputRVector` to `inputAVector` are the first four numbers of each row, and
/// `inputBiasVector` contains the fifth number of each row. Missing vectors are taken from the identity matrix.
///
/// The filter works on encoded values, as CSS and SVG filters do in `sRGB`, or on linear light, as Core Image's
/// `CIColorMatrix` does. If the recipe works with the other kind of values, pixels are converted with 16 bits and back.
public struct ColorMatrix: Filter {
  /// Rows for red, green, blue and alpha, each with the factors of red, green, blue, alpha and 1.
  public var rows = ColorCoefficients.identity
  /// Whether to work in linear light.
  public var linear = false

  public init() {}
  /// Creates the filter. Its parameters are explained at the properties of ColorMatrix.
  public init(rows: ColorCoefficients, linear: Bool = false) { (self.rows, self.linear) = (rows, linear) }

  /// Creates the filter from four rows for red, green, blue and alpha, each with the factors of red, green, blue, alpha
  /// and 1.
  ///
  /// - Throws: ``FilterError`` unless there are four rows of five numbers, each from −1000 to 1000.
  public init(rows: [[Double]], linear: Bool = false) throws(FilterError) {
    let table = Value(.list(rows.map { Value(.list($0.map(\.value))) }))
    try self.init(
      parameters: Value(
        .map([Value.Entry(key: "rows", value: table), Value.Entry(key: "linear", value: linear.value)])))
  }

  public static let name = "colorMatrix"
  public static let commutesWithScaling = true
  public static let keepsGainMap = true
  public static let mixesChannels = true
  public static let summary = "Multiplies each pixel's channels by a matrix."
  public static let shorthand: String? = "rows"
  public static let coreImageName: String? = "CIColorMatrix"
  public static let coreImageDefaults = ColorMatrix(rows: .identity, linear: true)
  public static let otherWords = [
    "hue", "tint", "invert", "negative", "recolor", "recomb", "CIColorMonochrome", "CIColorInvert", "CIHueAdjust",
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
  /// The factors of red, green, blue and alpha for a channel.
  fileprivate subscript(row row: Int) -> ChannelVector {
    get { ChannelVector(numbers: Array(rows.rows[row].prefix(4))) }
    set {
      var all = rows.rows
      all[row].replaceSubrange(0..<4, with: newValue.numbers)
      rows = ColorCoefficients(rows: all)!
    }
  }

  /// The constant added to each channel.
  fileprivate var bias: ChannelVector {
    get { ChannelVector(numbers: rows.rows.map { $0[4] }) }
    set { rows = ColorCoefficients(rows: zip(rows.rows, newValue.numbers).map { $0.prefix(4) + [$1] })! }
  }
}

/// Four coefficients for red, green, blue and alpha, as in Core Image's colour matrix.
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
  /// Multiplies each pixel's channels by a matrix. See <doc:Filters#colorMatrix>.
  public static func colorMatrix(rows: ColorCoefficients, linear: Bool = false) -> Self {
    ColorMatrix(rows: rows, linear: linear)
  }

  /// Multiplies each pixel's channels by a matrix. See <doc:Filters#colorMatrix>.
  public static func colorMatrix(rows: [[Double]], linear: Bool = false) throws(FilterError) -> Self {
    try ColorMatrix(rows: rows, linear: linear)
  }
}
