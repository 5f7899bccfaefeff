import PixelCore

/// Writes ICC profiles for files that state their colours in other ways (ICC.1:2022, section 7).
///
/// The profiles have nine tags and about 450 bytes. With these profiles, such files are read, kept and reported like
/// files with an embedded profile.
package enum ProfileWriter {
  /// Adobe RGB (1998), by its numbers (Adobe RGB (1998) Color Image Encoding, section 4.3).
  public static let adobeRGB = profile(
    named: "Adobe RGB", .init(red: (0.64, 0.33), green: (0.21, 0.71), blue: (0.15, 0.06), white: Primaries.d65),
    .gamma(563 / 256.0))!

  /// Returns a profile with the given primaries and a power curve; nil if the chromaticities aren't colours.
  ///
  /// - Parameter places: Chromaticities x and y of red, green, blue and white.
  public static func profile(named name: String, places: [(Double, Double)], gamma: Double) -> [UInt8]? {
    guard places.count == 4, places.allSatisfy({ $0.1 > 0.001 }) else { return nil }
    let lights = Primaries(red: places[0], green: places[1], blue: places[2], white: places[3])
    return profile(named: name, lights, .gamma(gamma))
  }

  static func profile(named name: String, _ lights: Primaries, _ curve: Curve) -> [UInt8]? {
    guard lights.matrix.values.allSatisfy({ $0.magnitude < 16 }) else { return nil }
    let column = { (index: Int) in (0..<3).map { lights.matrix.values[3 * $0 + index] } }
    let parts: [(names: [String], data: [UInt8])] = [
      (["desc"], text(name)), (["cprt"], text("CC0")), (["wtpt"], light(Primaries.d50)),
      (["rXYZ"], light(column(0))), (["gXYZ"], light(column(1))), (["bXYZ"], light(column(2))),
      (["rTRC", "gTRC", "bTRC"], curve.data),
    ]
    let count = parts.reduce(0) { $0 + $1.names.count }
    let start = 132 + 12 * count
    var (list, data) = (long(count), [UInt8]())
    for part in parts {
      for name in part.names { list += Array(name.utf8) + long(start + data.count) + long(part.data.count) }
      data += part.data + [UInt8](repeating: 0, count: -part.data.count & 3)
    }
    return header(byteCount: start + data.count) + list + data
  }

  /// The curve shared by all three channels.
  enum Curve: Sendable {
    case gamma(Double)
    /// IEC 61966-2-1.
    case sRGB

    fileprivate var data: [UInt8] {
      let (function, parameters): (Int, [Double]) =
        switch self {
        case .gamma(let gamma): (0, [gamma])
        case .sRGB: (3, [2.4, 1 / 1.055, 0.055 / 1.055, 1 / 12.92, 0.04045])
        }
      return Array("para\0\0\0\0".utf8) + word(function) + word(0) + parameters.flatMap(fixed)
    }
  }

  /// Returns the header of a display profile of version 4.3, from RGB to XYZ, perceptual.
  private static func header(byteCount: Int) -> [UInt8] {
    var header = long(byteCount) + [UInt8](repeating: 0, count: 124)
    header.replaceSubrange(8..<10, with: [4, 0x30])
    header.replaceSubrange(12..<24, with: "mntrRGB XYZ ".utf8)
    header.replaceSubrange(36..<40, with: "acsp".utf8)
    header.replaceSubrange(68..<80, with: Primaries.d50.flatMap(fixed))
    return header
  }

  private static func light(_ light: [Double]) -> [UInt8] { Array("XYZ \0\0\0\0".utf8) + light.flatMap(fixed) }

  private static func text(_ text: String) -> [UInt8] {
    let units = text.utf16.map { word(Int($0)) }
    let parts = [Array("mluc\0\0\0\0".utf8), long(1), long(12), Array("enUS".utf8), long(2 * units.count), long(28)]
    return (parts + units).flatMap(\.self)
  }

  private static func word(_ value: Int) -> [UInt8] { [UInt8(value >> 8 & 0xff), UInt8(value & 0xff)] }
  private static func long(_ value: Int) -> [UInt8] { word(value >> 16) + word(value) }
  private static func fixed(_ value: Double) -> [UInt8] { long(Int((value * 65536).rounded())) }
}
