/// Builds valid and invalid ICC profiles (ICC.1:2022).
public struct ProfileBuilder: Sendable {
  public var colorSpace: String
  public var connectionSpace = "XYZ "
  /// The device class, by default a monitor.
  public var deviceClass = "mntr"
  public var version: UInt8 = 4
  public var tags: [(name: String, data: [UInt8])]

  public init(colorSpace: String, tags: [(name: String, data: [UInt8])]) {
    (self.colorSpace, self.tags) = (colorSpace, tags)
  }

  /// A profile of three primaries, each as XYZ relative to D50, with one curve for all.
  public init(named name: String, lights: [[Double]], curve: [UInt8]) {
    self.init(colorSpace: "RGB ", tags: [("desc", Self.text(name))])
    for (channel, light) in zip(["r", "g", "b"], lights) {
      tags.append((channel + "XYZ", Array("XYZ \0\0\0\0".utf8) + light.flatMap(Self.fixed)))
      tags.append((channel + "TRC", curve))
    }
  }

  public init(grey curve: [UInt8]) { self.init(colorSpace: "GRAY", tags: [("kTRC", curve)]) }

  public var bytes: [UInt8] {
    var list = Self.long(tags.count)
    var data: [UInt8] = []
    let start = 132 + 12 * tags.count
    for tag in tags {
      list += Array(tag.name.utf8) + Self.long(start + data.count) + Self.long(tag.data.count)
      data += tag.data + [UInt8](repeating: 0, count: -tag.data.count & 3)
    }
    var header = Self.long(start + data.count) + [UInt8](repeating: 0, count: 124)
    header.replaceSubrange(8..<12, with: [version, 0x40, 0, 0])
    header.replaceSubrange(12..<24, with: (deviceClass + colorSpace + connectionSpace).utf8)
    header.replaceSubrange(36..<40, with: "acsp".utf8)
    header.replaceSubrange(68..<80, with: [0.9642, 1, 0.8249].flatMap(Self.fixed))
    return header + list + data
  }

  // MARK: Profiles of photos

  /// The profile that phones write, with Apple's published numbers.
  public static let displayP3 = ProfileBuilder(
    named: "Display P3",
    lights: [[0.51512, 0.24120, -0.00105], [0.29198, 0.69225, 0.04189], [0.15710, 0.06657, 0.78407]], curve: sRGBCurve)
  /// Adobe RGB (1998), section 4.3.
  public static let adobeRGB = ProfileBuilder(
    named: "Adobe RGB (1998)",
    lights: [[0.60974, 0.31111, 0.01947], [0.20528, 0.62567, 0.06087], [0.14919, 0.06322, 0.74457]],
    curve: gamma(563 / 256))
  /// ROMM RGB (ISO 22028-2), without its straight part near black.
  public static let proPhotoRGB = ProfileBuilder(
    named: "ProPhoto RGB", lights: [[0.79767, 0.28804, 0], [0.13519, 0.71187, 0], [0.03134, 0.00009, 0.82491]],
    curve: gamma(1.8))
  /// IEC 61966-2-1, under a meaningless name.
  public static let sRGB = ProfileBuilder(
    named: "c2", lights: [[0.43607, 0.22249, 0.01392], [0.38515, 0.71687, 0.09708], [0.14307, 0.06061, 0.71410]],
    curve: sRGBCurve)

  /// Four channels that darken and tint paper in proportion, through a grid of 2 × 2 × 2 × 2 nodes and curves.
  public static let cmykProfile: ProfileBuilder = {
    var profile = ProfileBuilder(
      colorSpace: "CMYK",
      tags: [("desc", text("four inks")), ("A2B0", table(inputs: 4, curve: [0, 20000, 65535], node: ink))])
    profile.connectionSpace = "Lab "
    return profile
  }()

  /// A press profile before version 4: separate tables for each intent, with paper that isn't white and ink that isn't black.
  public static let press: ProfileBuilder = {
    let table = { (factor: Double, offset: Double, vividness: Double) in
      Self.table(inputs: 4, curve: [0, 20000, 65535]) { inks in
        let lab = ink(inks)
        return [factor * lab[0] + offset, vividness * lab[1], vividness * lab[2]]
      }
    }
    var profile = ProfileBuilder(
      colorSpace: "CMYK",
      tags: [
        ("desc", text("a press")), ("wtpt", Array("XYZ \0\0\0\0".utf8) + [0.84, 0.87, 0.69].flatMap(fixed)),
        ("A2B0", table(0.9, 10, 0.8)), ("A2B1", table(0.94, 6, 0.9)), ("A2B2", table(0.96, 4, 1.1)),
        // Little ink for light colours, and only black for dark ones, from which readers find the black point.
        ("B2A0", nodes(inputs: 3, outputs: 4, curve: [0, 65535]) { $0[0] == 1 ? [0, 0, 0, 0] : [0, 0, 0, 60000] }),
      ])
    (profile.connectionSpace, profile.deviceClass, profile.version) = ("Lab ", "prtr", 2)
    return profile
  }()

  /// RGB through a grid, as scanners have it.
  public static let scanner: ProfileBuilder = {
    var profile = ProfileBuilder(
      colorSpace: "RGB ",
      tags: [("A2B1", table(inputs: 3, curve: [0, 9000, 65535], node: { ink($0.map { 1 - $0 } + [0.1]) }))])
    profile.connectionSpace = "Lab "
    return profile
  }()

  /// RGB through a grid of 16-bit XYZ.
  public static let scannerToXYZ: ProfileBuilder = {
    let node = { (rgb: [Double]) -> [Int] in
      let light = (0..<3).map { row in (0..<3).reduce(0.02) { $0 + 0.9 * lights[$1][row] * rgb[$1] } }
      return light.map { Int(($0 * 32768).rounded()) }
    }
    return ProfileBuilder(
      colorSpace: "RGB ",
      tags: [("A2B0", nodes(inputs: 3, outputs: 3, curve: [0, 1000, 9000, 30000, 65535], node: node))])
  }()

  /// RGB through a grid, cubes and a matrix to XYZ, as in JPEGs with the colours of JPEG XL.
  public static let cubes: ProfileBuilder = {
    // The first two channels are the sum and the difference of red and green.
    let grid = (0..<8).flatMap { index -> [Int] in
      let (sum, difference, blue) = (Double(index >> 2), Double(index >> 1 & 1) - 0.5, Double(index & 1))
      return [sum + difference / 4, sum - difference / 4, blue].map { Int(65535 * min(1, max(0, 0.3 + 0.6 * $0))) }
    }
    let curves = { (curve: [UInt8]) in [curve, curve, curve].flatMap(\.self) }
    // XYZ of 1 + 32767/32768 is written as 1.
    let matrix = (0..<3).flatMap { row in lights.map { $0[row] * 0.55 } } + [-0.002, -0.002, -0.001]
    let gridPart = [2, 2, 2] + [UInt8](repeating: 0, count: 13) + [2, 0, 0, 0] + grid.flatMap(word)
    let (straight, cube) = (curves(function(0, [1])), curves(function(0, [3])))
    let parts = [straight, matrix.flatMap(fixed), cube, gridPart, straight]
    let offsets = parts.indices.map { 32 + parts[..<$0].map(\.count).reduce(0, +) }
    let data = Array("mAB \0\0\0\0".utf8) + [3, 3, 0, 0] + offsets.flatMap(long) + parts.flatMap(\.self)
    return ProfileBuilder(colorSpace: "RGB ", tags: [("A2B0", data)])
  }()

  /// Apple's numbers for Display P3.
  private static let lights = [
    [0.51512, 0.24120, -0.00105], [0.29198, 0.69225, 0.04189], [0.15710, 0.06657, 0.78407],
  ]

  /// L*, a* and b* of CMYK values.
  private static func ink(_ inks: [Double]) -> [Double] {
    let (cyan, magenta, yellow, light) = (inks[0], inks[1], inks[2], 1 - inks[3])
    return [
      100 * light * (1 - 0.42 * cyan - 0.4 * magenta - 0.08 * yellow),
      light * (-35 * cyan + 70 * magenta - 5 * yellow), light * (-45 * cyan - 5 * magenta + 85 * yellow),
    ]
  }

  /// A 16-bit table with two nodes along each channel.
  private static func table(inputs: Int, curve: [Int], node: ([Double]) -> [Double]) -> [UInt8] {
    nodes(inputs: inputs, outputs: 3, curve: curve) { place in
      let lab = node(place)
      return [Int(lab[0] * 652.8), Int((lab[1] + 128) * 256), Int((lab[2] + 128) * 256)]
    }
  }

  /// The same with arbitrary 16-bit values.
  private static func nodes(inputs: Int, outputs: Int, curve: [Int], node: ([Double]) -> [Int]) -> [UInt8] {
    let nodes = (0..<1 << inputs).flatMap { index in
      node((0..<inputs).map { Double(index >> (inputs - 1 - $0) & 1) })
    }
    let identity = [1.0, 0, 0, 0, 1, 0, 0, 0, 1].flatMap(fixed)
    let inputCurves = (0..<inputs).flatMap { _ in curve }
    let outputCurves = (0..<outputs).flatMap { _ in [0, 65535] }
    let parts = [
      Array("mft2\0\0\0\0".utf8), [UInt8(inputs), UInt8(outputs), 2, 0], identity, word(curve.count), word(2),
    ]
    return (parts + (inputCurves + nodes + outputCurves).map(word)).flatMap(\.self)
  }

  // MARK: Curves

  public static let sRGBCurve = function(3, [2.4, 1 / 1.055, 0.055 / 1.055, 1 / 12.92, 0.04045])
  public static func gamma(_ gamma: Double) -> [UInt8] {
    Array("curv\0\0\0\0".utf8) + long(1) + word(Int((gamma * 256).rounded()))
  }
  public static func table(_ values: [Int]) -> [UInt8] {
    Array("curv\0\0\0\0".utf8) + long(values.count) + values.flatMap(word)
  }
  public static func function(_ number: Int, _ parameters: [Double]) -> [UInt8] {
    Array("para\0\0\0\0".utf8) + word(number) + [0, 0] + parameters.flatMap(fixed)
  }

  /// Version 4 text in one language.
  public static func text(_ text: String) -> [UInt8] {
    let units = text.utf16.map { word(Int($0)) }
    let parts = [Array("mluc\0\0\0\0".utf8), long(1), long(12), Array("enUS".utf8), long(2 * units.count), long(28)]
    return (parts + units).flatMap(\.self)
  }

  public static func word(_ value: Int) -> [UInt8] { [UInt8(value >> 8 & 0xFF), UInt8(value & 0xFF)] }
  public static func long(_ value: Int) -> [UInt8] { word(value >> 16) + word(value) }
  public static func fixed(_ value: Double) -> [UInt8] { long(Int((value * 65536).rounded())) }
}
