import PixelCore

/// How a terminal is told a colour: parameters of `SGR` (ECMA-48, section 8.3.117; direct and indexed colours as in
/// ISO 8613-6, with the semicolons that all terminals take).
enum TerminalPalette {
  case trueColor
  /// xterm's 256: sixteen that people choose themselves and are not used, a cube of 6 × 6 × 6, and 24 greys.
  case xterm256

  static let defaultBackground = "49"

  func foreground(_ color: Color) -> String { "38;" + parameters(color) }
  func background(_ color: Color) -> String { "48;" + parameters(color) }

  private func parameters(_ color: Color) -> String {
    switch self {
    case .trueColor: "2;\(color.red);\(color.green);\(color.blue)"
    case .xterm256: "5;\(Self.index(of: color))"
    }
  }

  /// Of the cube and the greys, the nearest by squared distance; of equals, the cube's.
  static func index(of color: Color) -> Int {
    let channels = [color.red, color.green, color.blue].map { Int($0) }
    let distance = { (other: [Int]) in zip(channels, other).reduce(0) { $0 + ($1.0 - $1.1) * ($1.0 - $1.1) } }

    let steps = channels.map { channel in levels.indices.min { abs(levels[$0] - channel) < abs(levels[$1] - channel) }!
    }
    let grey = min(23, max(0, (channels.reduce(0, +) / 3 - 3) / 10))
    let cubeIsNearer = distance(steps.map { levels[$0] }) <= distance(Array(repeating: 8 + 10 * grey, count: 3))
    return cubeIsNearer ? 16 + 36 * steps[0] + 6 * steps[1] + steps[2] : 232 + grey
  }

  /// The cube's values of a channel, as xterm's 256colres.pl has them.
  private static let levels = [0, 95, 135, 175, 215, 255]
}
