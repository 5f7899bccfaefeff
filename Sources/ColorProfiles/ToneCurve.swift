import PixelCore

/// A curve of a profile, from 0…1 to 0…1 (ICC.1:2022, sections 10.6 and 10.18).
enum ToneCurve: Hashable, Sendable {
  /// A power function.
  case gamma(Double)
  /// At least two equally spaced values, interpolated linearly.
  case table([UInt16])
  /// One of the functions 0 to 4, with the parameters that it uses, in the order g, a, b, c, d, e, f.
  case function(Int, [Double])
  /// The luminance, from 0 to 1, of the lightness L* that another curve gives as a share of 100.
  indirect case light(ofLightness: ToneCurve)

  /// Reads the curve at the beginning of a tag's data. Also returns its length in bytes.
  static func read(_ data: TagData) throws(ICCProfile.Fault) -> (curve: ToneCurve, byteCount: Int) {
    switch data.type {
    case "curv":
      let count = try data.long(8)
      switch count {
      case 0: return (.gamma(1), 12)
      case 1: return (.gamma(Double(try data.word(12)) / 256), 14)
      default: return (.table(try data.words(12, count: count)), 12 + 2 * count)
      }
    case "para":
      let function = try data.word(8)
      guard function < parameterCounts.count else { throw data.fault }
      let count = parameterCounts[function]
      var parameters: [Double] = []
      for index in 0..<count { parameters.append(try data.fixed(12 + 4 * index)) }
      return (.function(function, parameters), 12 + 4 * count)
    default: throw data.fault
    }
  }

  init(_ data: TagData) throws(ICCProfile.Fault) { self = try Self.read(data).curve }

  private static let parameterCounts = [1, 3, 4, 5, 7]

  /// Returns the value at `x`, 0…1.
  func callAsFunction(_ x: Double) -> Double {
    switch self {
    case .gamma(let gamma): ExactMath.power(x, gamma)
    case .table(let values): Self.interpolate(values, x)
    case .function(let number, let parameters): min(1, max(0, Self.function(number, parameters, x)))
    case .light(let lightness): Self.light(ofLightness: 100 * lightness(x))
    }
  }

  /// Converts lightness to luminance (ICC.1:2022, section 6.3.2.2, after CIE 1976).
  static func light(ofLightness lightness: Double) -> Double {
    let root = (lightness + 16) / 116
    return root > 24 / 116.0 ? root * root * root : (root - 16 / 116.0) * 108 / 841
  }

  private static func interpolate(_ values: [UInt16], _ x: Double) -> Double {
    let place = x * Double(values.count - 1)
    let index = min(Int(place), values.count - 2)
    let (low, high) = (Double(values[index]), Double(values[index + 1]))
    return (low + (high - low) * (place - Double(index))) / 65535
  }

  private static func function(_ number: Int, _ p: [Double], _ x: Double) -> Double {
    func power() -> Double { ExactMath.power(max(0, p[1] * x + p[2]), p[0]) }
    return switch number {
    case 0: ExactMath.power(x, p[0])
    case 1: p[1] * x >= -p[2] ? power() : 0
    case 2: p[1] * x >= -p[2] ? power() + p[3] : p[3]
    case 3: x >= p[4] ? power() : p[3] * x
    default: x >= p[4] ? power() + p[5] : p[3] * x + p[6]
    }
  }
}
