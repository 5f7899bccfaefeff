import PixelCore
import PixelKernels

/// A profile with tables from three RGB channels or four inks to L*a*b* or XYZ.
struct TableModel: Sendable {
  let profile: ICCProfile
  let channels: Int

  func transform(_ conversion: ColorConversion) throws(ICCProfile.Fault) -> TableTransform {
    let own = try table(for: conversion.intent)
    let table = own.isOfLab ? own : own.resampled
    return TableTransform(
      curves: table.inputs, sizes: table.grid.sizes, nodes: table.grid.nodes,
      outputs: table.outputs.enumerated().map { channel, curve in { table.encoding.value(channel, curve($0)) } },
      black: try black(of: own, conversion), toSRGB: matrix(conversion).values)
  }

  /// Returns a function from the profile's numbers, 0…1, to a space's linear light, which isn't limited to 0…1.
  func light(_ conversion: ColorConversion) throws(ICCProfile.Fault) -> ([Double]) -> [Double] {
    let table = try table(for: conversion.intent)
    let (black, matrix) = (try black(of: table, conversion), matrix(conversion))
    return { values in
      matrix * zip(table.light(of: values), Primaries.d50).map { ($0 - black * $1) / (1 - black) }
    }
  }

  /// Returns the profile's table for an intent.
  private func table(for intent: ColorConversion.Intent) throws(ICCProfile.Fault) -> ProfileTable {
    guard ["Lab ", "XYZ "].contains(profile.connectionSpace) else { throw .init(reason: "it is damaged") }
    let tag = intent.tags.first(where: profile.has) ?? "A2B0"
    return try ProfileTable(
      profile.data(of: tag), inputs: channels, outputs: 3, leadsToXYZ: profile.connectionSpace == "XYZ ")
  }

  /// Returns the matrix from XYZ relative to D50 to a space's linear light.
  private func matrix(_ conversion: ColorConversion) -> Matrix3 {
    let white = conversion.intent == .absolute ? profile.mediaWhite : Primaries.d50
    return conversion.space.primaries.matrix.inverse * Matrix3(diagonal: zip(white, Primaries.d50).map { $0 / $1 })
  }

  /// Returns the luminance that becomes black, or 0 if the conversion leaves black as it is.
  ///
  /// For version 4 profiles and an intent for which the maker adapts colours, it is the value in the specification. For
  /// a printer profile it is the luminance of the printed black, because more ink than the paper takes would be darker.
  /// For any other profile it is the luminance of all inks together, or of no light. Without a table for the intent
  /// itself, the result is 0, because the table of another intent may already adapt black.
  private func black(of table: ProfileTable, _ conversion: ColorConversion) throws(ICCProfile.Fault) -> Double {
    guard conversion.makesBlack else { return 0 }
    let intent = conversion.intent
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
    return ToneCurve.light(ofLightness: min(50, max(0, table.lab(of: darkest)[0])))
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
