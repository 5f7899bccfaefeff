import PixelCore
import PixelKernels

/// A profile with tables from three RGB channels or four inks to L*a*b* or XYZ.
struct TableModel: Sendable {
  let profile: ICCProfile
  let channels: Int

  func transform(_ conversion: ColorConversion) throws(ICCProfile.Fault) -> TableTransform {
    let (table, black, toSpace) = try parts(of: conversion)
    return TableTransform(
      curves: table.inputs, sizes: table.grid.sizes, nodes: table.grid.nodes,
      outputs: table.outputs.enumerated().map { channel, curve in { table.encoding.value(channel, curve($0)) } },
      black: black, toSRGB: toSpace.values)
  }

  /// Returns a function from the profile's numbers, 0…1, to a space's linear light, which isn't limited to 0…1.
  func light(_ conversion: ColorConversion) throws(ICCProfile.Fault) -> ([Double]) -> [Double] {
    let (table, black, toSpace) = try parts(of: conversion)
    return { values in
      let light = ProfileTable.light(ofLab: table(values).enumerated().map(table.encoding.value))
      return toSpace * zip(light, Primaries.d50).map { ($0 - black * $1) / (1 - black) }
    }
  }

  /// Returns the table for a conversion, the luminance that becomes black, and the matrix from XYZ to the space.
  private func parts(
    of conversion: ColorConversion
  ) throws(ICCProfile.Fault) -> (ProfileTable, black: Double, toSpace: Matrix3) {
    let tag = conversion.intent.tags.first(where: profile.has) ?? "A2B0"
    var table = try ProfileTable(profile.data(of: tag), inputs: channels, outputs: 3)
    if profile.connectionSpace == "XYZ " || table.mixture != nil {
      table = table.resampled(fromXYZ: profile.connectionSpace == "XYZ ")
    }
    let white = conversion.intent == .absolute ? profile.mediaWhite : Primaries.d50
    let scale = Matrix3(diagonal: zip(white, Primaries.d50).map { $0 / $1 })
    return (
      table, conversion.makesBlack ? try black(of: table, conversion.intent) : 0,
      conversion.space.primaries.matrix.inverse * scale
    )
  }

  /// Returns the luminance that becomes black.
  ///
  /// For version 4 profiles and an intent for which the maker adapts colours, it is the value in the specification. For
  /// a printer profile it is the luminance of the printed black, because more ink than the paper takes would be darker.
  /// For any other profile it is the luminance of all inks together, or of no light. Without a table for the intent
  /// itself, the result is 0, because the table of another intent may already adapt black.
  private func black(of table: ProfileTable, _ intent: ColorConversion.Intent) throws(ICCProfile.Fault) -> Double {
    if profile.version >= 4, intent != .relative { return Self.perceptualBlack }
    var darkest = [Double](repeating: channels == 4 ? 1 : 0, count: channels)
    if channels == 4, profile.deviceClass == "prtr", intent == .relative, profile.connectionSpace == "Lab " {
      guard profile.has("A2B0"), profile.has("B2A0") else { return 0 }
      let printing = try ProfileTable(profile.data(of: "B2A0"), inputs: 3, outputs: channels)
      darkest = printing(printing.encoding.black)
    } else if !profile.has(intent.tags[0]) {
      return 0
    }
    // A lighter black than L* = 50 is considered a mistake.
    return ToneCurve.light(ofLightness: min(50, max(0, table.encoding.value(0, table(darkest)[0]))))
  }

  /// From ICC.1:2022, section 6.3.3.
  private static let perceptualBlack = 0.0034731
}

extension ColorConversion.Intent {
  /// The tables for the intent, in order of preference (ICC.1:2022, section 9.1).
  fileprivate var tags: [ICCProfile.Signature] {
    switch self {
    case .relative, .absolute: ["A2B1", "A2B0"]
    case .perceptual: ["A2B0", "A2B1"]
    case .saturation: ["A2B2", "A2B0", "A2B1"]
    }
  }
}
