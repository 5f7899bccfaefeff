import Testing

/// The parts of the specification that the builder and the reference decoder of PNGs share (W3C PNG, third edition).
enum PNGFormat {
  static let signature: [UInt8] = [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]

  /// Samples in a pixel, by colour type: 0 grey, 2 RGB, 3 indexed, 4 grey and alpha, 6 RGBA (section 11.2.1).
  static let channels = [0: 1, 2: 3, 3: 1, 4: 2, 6: 4]

  /// A colour type with one of its depths.
  struct Kind: CustomTestStringConvertible {
    let colorType: Int
    let bitDepth: Int
    var testDescription: String { "colour type \(colorType), \(bitDepth) bits" }

    static let all = [
      (0, [1, 2, 4, 8, 16]), (2, [8, 16]), (3, [1, 2, 4, 8]), (4, [8, 16]), (6, [8, 16]),
    ].flatMap { type, depths in depths.map { Kind(colorType: type, bitDepth: $0) } }
  }

  /// The evenly spaced columns and rows of one pass over a picture.
  struct Pass {
    let x: Int
    let y: Int
    let stepX: Int
    let stepY: Int

    func columns(of width: Int) -> [Int] { Array(stride(from: x, to: width, by: stepX)) }
    func rows(of height: Int) -> [Int] { Array(stride(from: y, to: height, by: stepY)) }
  }

  /// Adam7's seven passes (section 8.1), or the only one.
  static func passes(isInterlaced: Bool) -> [Pass] {
    let adam7 = [
      (0, 0, 8, 8), (4, 0, 8, 8), (0, 4, 4, 8), (2, 0, 4, 4), (0, 2, 2, 4), (1, 0, 2, 2), (0, 1, 1, 2),
    ]
    return (isInterlaced ? adam7 : [(0, 0, 1, 1)]).map { Pass(x: $0.0, y: $0.1, stepX: $0.2, stepY: $0.3) }
  }

  /// The prediction of a byte by a row's filter (sections 9.2 and 9.4). The file contains the difference. The neighbours are bytes
  /// at the same position in other pixels.
  static func prediction(filter: UInt8, left: UInt8, above: UInt8, aboveLeft: UInt8) -> UInt8 {
    switch filter {
    case 0: return 0
    case 1: return left
    case 2: return above
    case 3: return UInt8((Int(left) + Int(above)) / 2)
    default:
      // Paeth: whichever of the three is nearest to left + above − aboveLeft.
      let (toLeft, toAbove) = (Int(above) - Int(aboveLeft), Int(left) - Int(aboveLeft))
      let distances = (abs(toLeft), abs(toAbove), abs(toLeft + toAbove))
      if distances.0 <= distances.1, distances.0 <= distances.2 { return left }
      return distances.1 <= distances.2 ? above : aboveLeft
    }
  }
}
