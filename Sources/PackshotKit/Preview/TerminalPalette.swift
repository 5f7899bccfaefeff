import PixelCore

/// Colours as parameters of `SGR` (ECMA-48, section 8.3.117). Direct and indexed colours follow ISO 8613-6, but with
/// semicolons, which all terminals accept.
enum TerminalPalette {
  case trueColor
  /// xterm's 256 colours: a cube of 6 × 6 × 6 and 24 greys. The first sixteen are not used, because users can change
  /// them.
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

  /// Returns the nearest colour of the cube and the greys by squared distance. If two are equally near, the cube's is
  /// used.
  static func index(of color: Color) -> Int {
    let channels = [color.red, color.green, color.blue].map { Int($0) }
    let distance = { (other: [Int]) in zip(channels, other).reduce(0) { $0 + ($1.0 - $1.1) * ($1.0 - $1.1) } }

    let steps = channels.map { channel in levels.indices.min { abs(levels[$0] - channel) < abs(levels[$1] - channel) }!
    }
    let grey = min(23, max(0, (channels.reduce(0, +) / 3 - 3) / 10))
    let cubeIsNearer = distance(steps.map { levels[$0] }) <= distance(Array(repeating: 8 + 10 * grey, count: 3))
    return cubeIsNearer ? 16 + 36 * steps[0] + 6 * steps[1] + steps[2] : 232 + grey
  }

  /// The channel values of the cube, as in xterm's 256colres.pl.
  private static let levels = [0, 95, 135, 175, 215, 255]
}
