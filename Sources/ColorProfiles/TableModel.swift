import PixelCore
import PixelKernels

/// What a profile says that works by tables: of three values or four inks, to L*a*b*.
struct TableModel {
  let transform: TableTransform

  init(_ profile: ICCProfile, channels: Int) throws(ICCProfile.Fault) {
    guard profile.connectionSpace == "Lab " else { throw .init(reason: "its tables lead to XYZ, which is not read") }
    // That of the relative colorimetric intent, or of the only one.
    let table = try ProfileTable(profile.data(of: profile.has("A2B1") ? "A2B1" : "A2B0"), inputs: channels, outputs: 3)
    transform = TableTransform(
      curves: table.inputs, sizes: table.grid.sizes, nodes: table.grid.nodes,
      outputs: table.outputs.enumerated().map { channel, curve in { table.encoding.value(channel, curve($0)) } },
      black: try Self.black(of: profile, table, channels: channels), toSRGB: Primaries.sRGB.matrix.inverse.values)
  }

  /// The luminance of the darkest colour: of a printer's profile that of the black that it prints, as more ink than paper takes
  /// would be darker; of any other that of all inks, or of no light. Without a table for the intent itself there is none: that of
  /// another may have changed its black already.
  private static func black(
    of profile: ICCProfile, _ table: ProfileTable, channels: Int
  ) throws(ICCProfile.Fault) -> Double {
    var darkest = [Double](repeating: channels == 4 ? 1 : 0, count: channels)
    if channels == 4, profile.deviceClass == "prtr" {
      guard profile.has("A2B0"), profile.has("B2A0") else { return 0 }
      let printing = try ProfileTable(profile.data(of: "B2A0"), inputs: 3, outputs: channels)
      darkest = printing(printing.encoding.black)
    } else if !profile.has("A2B1") {
      return 0
    }
    // One that is lighter than L* = 50 is taken for a mistake.
    return ToneCurve.light(ofLightness: min(50, max(0, table.encoding.value(0, table(darkest)[0]))))
  }
}
