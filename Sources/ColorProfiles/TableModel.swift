import PixelCore
import PixelKernels

/// A profile with tables from three RGB channels or four inks to L*a*b*.
struct TableModel: Sendable {
  private let profile: ICCProfile
  private let channels: Int

  init(_ profile: ICCProfile, channels: Int) throws(ICCProfile.Fault) {
    guard profile.connectionSpace == "Lab " else { throw .init(reason: "its tables lead to XYZ, which is not read") }
    (self.profile, self.channels) = (profile, channels)
  }

  func transform(_ conversion: ColorConversion) throws(ICCProfile.Fault) -> TableTransform {
    let tag = conversion.intent.tags.first(where: profile.has) ?? "A2B0"
    let table = try ProfileTable(profile.data(of: tag), inputs: channels, outputs: 3)
    let white = conversion.intent == .absolute ? profile.mediaWhite : Primaries.d50
    let scale = Matrix3(diagonal: zip(white, Primaries.d50).map { $0 / $1 })
    return TableTransform(
      curves: table.inputs, sizes: table.grid.sizes, nodes: table.grid.nodes,
      outputs: table.outputs.enumerated().map { channel, curve in { table.encoding.value(channel, curve($0)) } },
      black: conversion.makesBlack ? try black(of: table, conversion.intent) : 0,
      toSRGB: (conversion.space.primaries.matrix.inverse * scale).values)
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
    if channels == 4, profile.deviceClass == "prtr", intent == .relative {
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
