import Errors
import PixelCore
import PixelKernels
import Synchronization

/// A parsed ICC profile: its colour model, and the conversion to working spaces.
///
/// Supports matrix profiles with three primaries and a curve each, grey profiles, and table profiles for RGB and CMYK.
package final class ColorProfile: Sendable {
  /// The colour model of the numbers that a profile describes.
  public enum Model: String, Sendable, Codable {
    case rgb
    case grey
    case cmyk

    /// The model in words.
    public var words: String {
      switch self {
      case .rgb: "RGB"
      case .grey: "grey"
      case .cmyk: "CMYK"
      }
    }
  }

  public let model: Model
  /// The display name.
  public let name: String?
  /// Whether the profile's numbers mean the same colours as in sRGB, whatever its name: greys match within half a
  /// level, a grid of 17 × 17 × 17 colours within two levels.
  public var isSRGB: Bool { space == .sRGB }
  /// The working space in which the profile's numbers mean the same colours, within the tolerances of ``isSRGB``; nil
  /// if there is none.
  public let space: WorkingSpace?
  /// Maximum share of one channel that the conversion to sRGB mixes into another: 0 for sRGB's primaries, 0.22 for
  /// Display P3's, 1 if unknown.
  public let mixing: Double
  private let way: Way
  /// Conversions made so far.
  private let transforms: Mutex<[ColorConversion: ColorTransform]>

  private enum Way: Sendable {
    case mixture(Mixture)
    case table(TableModel)

    func transform(_ conversion: ColorConversion) throws(ICCProfile.Fault) -> ColorTransform {
      switch self {
      case .mixture(let mixture): .matrix(mixture.transform(conversion))
      case .table(let table): .table(try table.transform(conversion))
      }
    }

    func light(_ conversion: ColorConversion) throws(ICCProfile.Fault) -> ([Double]) -> [Double] {
      switch self {
      case .mixture(let mixture): mixture.light(conversion)
      case .table(let table): try table.light(conversion)
      }
    }
  }

  /// - Throws: What is wrong with the profile, worded as part of a sentence.
  private init(_ bytes: [UInt8]) throws(ICCProfile.Fault) {
    let profile = try ICCProfile(bytes)
    name = profile.name
    if profile.colorSpace == "CMYK" || profile.colorSpace == "RGB " && ["A2B0", "A2B1"].contains(where: profile.has) {
      model = profile.colorSpace == "CMYK" ? .cmyk : .rgb
      way = .table(TableModel(profile: profile, channels: model == .cmyk ? 4 : 3))
      (space, mixing) = (nil, 1)
    } else {
      let mixture = try Mixture(profile)
      model = mixture.model
      way = .mixture(mixture)
      (space, mixing) = (WorkingSpace.allCases.first(where: mixture.isNear), mixture.mixing)
    }
    transforms = Mutex([.standard: try way.transform(.standard)])
  }

  /// Returns the conversion to a working space. If the profile's table for an intent is damaged, returns
  /// ``ColorConversion/standard`` to sRGB, which was read together with the profile.
  public func transform(_ conversion: ColorConversion = .standard) -> ColorTransform {
    transforms.withLock { transforms in
      if let transform = transforms[conversion] { return transform }
      let transform = (try? way.transform(conversion)) ?? transforms[.standard]!
      transforms[conversion] = transform
      return transform
    }
  }

  /// Returns a function from the profile's numbers, 0…1, to the working space's linear light, which isn't limited to 0…1.
  func light(_ conversion: ColorConversion) -> (([Double]) -> [Double])? { try? way.light(conversion) }

  /// Returns the profile in these bytes, or why it can't be used, worded as part of a sentence. Caches recent profiles.
  public static func read(_ bytes: [UInt8]) -> Result<ColorProfile, Unusable> {
    let key = Bytes(bytes: bytes)
    return known.withLock { known in
      if let result = known[key] { return result }
      let result: Result<ColorProfile, Unusable>
      do throws(ICCProfile.Fault) {
        result = .success(try ColorProfile(bytes))
      } catch {
        result = .failure(Unusable(error.reason))
      }
      if known.count >= 16 { known.removeAll() }
      known[key] = result
      return result
    }
  }

  private static let known = Mutex<[Bytes: Result<ColorProfile, Unusable>]>([:])

  /// A profile's bytes, hashed at once. An array would hash each byte by itself, which takes milliseconds for tables.
  private struct Bytes: Hashable {
    let bytes: [UInt8]

    func hash(into hasher: inout Hasher) { bytes.withUnsafeBytes { hasher.combine(bytes: $0) } }
  }

  /// Why a profile can't be used.
  public struct Unusable: DescribedError {
    /// What is wrong with the profile, worded as part of a sentence.
    public let message: String

    public init(_ message: String) { self.message = message }

    public var descriptor: ErrorDescriptor {
      .init(.unreadable, message, ["why": message], reason: "unusable-profile")
    }
  }

  /// Whether `bytes` have the signature of a profile.
  public static func isProfile(_ bytes: [UInt8]) -> Bool { ICCProfile.Signature(bytes, at: 36) == "acsp" }

  /// Whether a profile's header declares CMYK.
  public static func isForCMYK(_ bytes: [UInt8]) -> Bool { ICCProfile.Signature(bytes, at: 16) == "CMYK" }
}

/// A matrix or grey profile: a curve for each channel, and the primaries that the channels mix.
private struct Mixture: Sendable {
  let model: ColorProfile.Model
  private let curves: [ToneCurve]
  /// XYZ of the channels' primaries, relative to D50.
  private let lights: Matrix3
  /// The measured white of the medium, as XYZ.
  private let mediaWhite: [Double]
  /// The luminance of the darkest colour.
  private let black: Double

  init(_ profile: ICCProfile) throws(ICCProfile.Fault) {
    switch profile.colorSpace {
    case "RGB ":
      guard profile.connectionSpace == "XYZ " else { throw .init(reason: "it is damaged") }
      model = .rgb
      curves = [
        try ToneCurve(profile.data(of: "rTRC")), try ToneCurve(profile.data(of: "gTRC")),
        try ToneCurve(profile.data(of: "bTRC")),
      ]
      let lights = Primaries(
        red: try profile.light("rXYZ"), green: try profile.light("gXYZ"), blue: try profile.light("bXYZ"))
      self.lights = lights.matrix
      // Only the luminance of the darkest colour is used.
      let darkest = lights.matrix * curves.map { $0(0) }
      black = min(Self.lightestBlack, max(0, darkest[1]))
    case "GRAY":
      model = .grey
      let own = try ToneCurve(profile.data(of: "kTRC"))
      let curve = profile.connectionSpace == "Lab " ? .light(ofLightness: own) : own
      curves = [curve]
      lights = Matrix3(columns: [Primaries.d50, [0, 0, 0], [0, 0, 0]])
      black = min(Self.lightestBlack, curve(0))
    default:
      throw .init(reason: "it is for \(profile.colorSpace), and not for RGB, grey or CMYK")
    }
    mediaWhite = profile.mediaWhite
    guard
      WorkingSpace.allCases.allSatisfy({ space in
        let all = matrix(to: space).values + absoluteMatrix(to: space).values
        return all.allSatisfy { $0.magnitude <= 16 }
      })
    else {
      throw .init(reason: "its primaries are not colours")
    }
  }

  /// The luminance of L* = 50. A lighter black is considered a mistake.
  private static let lightestBlack = 0.184187

  /// Returns the matrix from the channels' linear values to the linear values of a space. Grey gives exactly equal
  /// values.
  private func matrix(to space: WorkingSpace) -> Matrix3 {
    model == .grey ? Matrix3([1, 0, 0, 1, 0, 0, 1, 0, 0]) : space.primaries.matrix.inverse * lights
  }

  /// Returns the matrix for the absolute intent, which keeps the medium's measured white.
  private func absoluteMatrix(to space: WorkingSpace) -> Matrix3 {
    let scale = Matrix3(diagonal: zip(mediaWhite, Primaries.d50).map { $0 / $1 })
    return space.primaries.matrix.inverse * scale * lights
  }

  /// Returns the matrix and the offset of a conversion of linear values.
  private func way(_ conversion: ColorConversion) -> (matrix: Matrix3, offset: Double) {
    if conversion.intent == .absolute { return (absoluteMatrix(to: conversion.space), 0) }
    let matrix = matrix(to: conversion.space)
    if !conversion.makesBlack { return (matrix, 0) }
    return (Matrix3(matrix.values.map { $0 / (1 - black) }), -black / (1 - black))
  }

  func transform(_ conversion: ColorConversion) -> MatrixTransform {
    let (matrix, offset) = way(conversion)
    // Equal curves share a table.
    let different = Set(curves).count == 1 ? [curves[0]] : curves
    return MatrixTransform(curves: different.map { curve in { curve($0) } }, matrix: matrix.values, offset: offset)
  }

  func light(_ conversion: ColorConversion) -> ([Double]) -> [Double] {
    let (matrix, offset) = way(conversion)
    return { values in
      let light = matrix * values.indices.map { curves[min($0, curves.count - 1)](values[$0]) }
      return light.map { $0 + offset }
    }
  }

  var mixing: Double {
    if model == .grey { return 0 }
    return zip(matrix(to: .sRGB).values, Matrix3(diagonal: [1, 1, 1]).values).reduce(0) {
      max($0, ($1.0 - $1.1).magnitude)
    }
  }

  /// Whether the numbers mean the same colours in a space: greys match within half a level, a grid of 17 × 17 × 17
  /// colours within two.
  func isNear(_ space: WorkingSpace) -> Bool {
    let lights = curves.map { curve in (0...255).map { curve(Double($0) / 255) } }
    let (matrix, offset) = way(ColorConversion(space: space))
    func isNear(_ levels: [Int], _ tolerance: Double) -> Bool {
      let light = matrix * levels.enumerated().map { lights[min($0, lights.count - 1)][$1] }
      return zip(levels, light).allSatisfy { level, light in
        SRGBBounds.within(tolerance)[level].contains(light + offset)
      }
    }
    guard (0...255).allSatisfy({ isNear([$0, $0, $0], 0.5) }) else { return false }
    if model == .grey { return true }
    let grid = (0...16).map { $0 * 255 / 16 }
    return grid.allSatisfy { red in
      grid.allSatisfy { green in grid.allSatisfy { blue in isNear([red, green, blue], 2) } }
    }
  }
}

/// The range of linear light around each sRGB level, for two tolerances.
private enum SRGBBounds {
  private static let half = bounds(0.5)
  private static let two = bounds(2)

  /// Returns the range for each level up to 255. Clipped levels have no bound.
  static func within(_ tolerance: Double) -> [ClosedRange<Double>] { tolerance == 0.5 ? half : two }

  private static func bounds(_ tolerance: Double) -> [ClosedRange<Double>] {
    (0...255).map { level in
      let (low, high) = (Double(level) - tolerance, Double(level) + tolerance)
      return
        (low < 0 ? -.infinity : TransferCurve.decode(low / 255))...(high > 255
        ? .infinity : TransferCurve.decode(high / 255))
    }
  }
}

extension ICCProfile {
  /// The measured white of the medium, relative to D50. Display profiles before version 4 state the white of their
  /// lamps, to which the eye adapts.
  var mediaWhite: [Double] {
    if version < 4, deviceClass == "mntr" { return Primaries.d50 }
    guard let white = try? light("wtpt"), white.allSatisfy((0.1...2).contains) else { return Primaries.d50 }
    return white
  }

  /// Returns XYZ of a primary or a white.
  fileprivate func light(_ tag: Signature) throws(Fault) -> [Double] {
    let data = try data(of: tag)
    guard data.type == "XYZ " else { throw data.fault }
    return [try data.fixed(8), try data.fixed(12), try data.fixed(16)]
  }
}
