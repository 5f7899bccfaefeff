import Foundation
import PixelCore
import PixelKernels
import TestSupport
import Testing

/// Colours through a profile's grid, compared with the formula in double precision, at every level.
@Suite struct TableTransformTests {
  @Test(arguments: [
    ([9, 9, 9], false), ([2, 3, 17], true), ([9, 9, 9, 9], false), ([5, 2, 11, 4], true), ([2, 2, 2, 2], false),
  ])
  func resultsAreWithinOneLevelOfTheFormula(_ sizes: [Int], _ isBent: Bool) {
    let seed = UInt64(sizes.reduce(7) { 31 * $0 + $1 })
    let profile = Profile(sizes, isBent: isBent, seed: seed)
    let pixels = seededPixels(isThorough ? 400_000 : 4_000, seed: seed)
    for level in CPULevel.available {
      let kernels = Kernels(level: level)
      let made = result(of: pixels) { kernels.convertToSRGB($0, $1[0], profile.transform, count: $2) }
      for (pixel, made) in zip(pixels, made) {
        let (values, result) = (channels(pixel), channels(made))
        let expected = profile.colour(of: values.prefix(sizes.count).map { Double($0) / 255 })
        let error = zip(result, expected).map { abs(Double($0) - 255 * $1) }.max()!
        #expect(error < 0.8, "\(values) became \(result) at \(level), seed \(seed)")
        #expect(result[3] == (sizes.count == 4 ? 255 : values[3]))
      }
    }
  }

  @Test(arguments: [([9, 9, 9], false), ([2, 3, 17], true), ([9, 9, 9, 9], false), ([5, 2, 11, 4], true)])
  func sixteenBitResultsAreWithin12Of65535(_ sizes: [Int], _ isBent: Bool) {
    let seed = UInt64(sizes.reduce(9) { 31 * $0 + $1 })
    let profile = Profile(sizes, isBent: isBent, seed: seed)
    let pixels = seededPixels(isThorough ? 400_000 : 4_000, seed: seed, as: UInt64.self)
    let transform = profile.transform
    let made = result(of: pixels) { Kernels.current.convertToSRGB($0, $1[0], transform, count: $2, depth: .sixteen) }
    var largest = 0.0
    for (pixel, made) in zip(pixels, made) {
      let (values, result) = (channels(pixel), channels(made))
      let expected = profile.colour(of: values.prefix(sizes.count).map { Double($0) / 65535 })
      largest = max(largest, zip(result, expected).map { abs(Double($0) - 65535 * $1) }.max()!)
      #expect(result[3] == (sizes.count == 4 ? 65535 : values[3]))
    }
    #expect(largest < 12, "\(largest), seed \(seed)")
  }

  /// Every grey of 16 bits: the tables, roots and products together are off by at most half a level.
  @Test func graysAreRoundedCorrectly() {
    let greys = (0...255).map { Double($0) / 255 }
    for level in greys.indices {
      // A grid of a single colour with the lightness of this level.
      let light = greys[level] <= 0.04045 ? greys[level] / 12.92 : pow((greys[level] + 0.055) / 1.055, 2.4)
      let lightness = light > 216.0 / 24389 ? 116 * cbrt(light) - 16 : light * 24389 / 27
      let transform = TableTransform(
        curves: Array(repeating: { $0 }, count: 3), sizes: [2, 2, 2],
        nodes: (0..<8).flatMap { _ in [UInt16((lightness / 100 * 65535).rounded()), 32768, 32768] },
        outputs: [{ 100 * $0 }, { 65535 * $0 / 256 - 128 }, { 65535 * $0 / 256 - 128 }], black: 0, toSRGB: toSRGB)
      let made = result(of: [pixel(1, 2, 3, 4)]) { Kernels.current.convertToSRGB($0, $1[0], transform, count: $2) }
      #expect(channels(made[0]) == [level, level, level, 4])
    }
  }
}

private let toSRGB = [
  3.1341359, -1.6173864, -0.4906619, -0.9787955, 1.9162545, 0.0334428, 0.0719550, -0.2289768, 1.4053860,
]

/// A grid of colours like a press's, with some noise, and its result in double precision.
private struct Profile {
  private let sizes: [Int]
  private let nodes: [UInt16]
  private let bend: Double
  private let black = 0.004

  init(_ sizes: [Int], isBent: Bool, seed: UInt64) {
    var generator = SeededGenerator(seed: seed)
    var nodes: [UInt16] = []
    for node in 0..<sizes.reduce(1, *) {
      var (rest, place): (Int, [Double]) = (node, [])
      for size in sizes.reversed() {
        place.insert(Double(rest % size) / Double(size - 1), at: 0)
        rest /= size
      }
      let light = sizes.count == 4 ? 1 - 0.95 * place.removeLast() : 1
      let shares: [Double] = [
        light * (1 - 0.45 * place[0] - 0.4 * place[1] - 0.1 * place[2]),
        0.5 + light * (-0.3 * place[0] + 0.3 * place[1]), 0.5 + light * (-0.25 * place[0] + 0.35 * place[2]),
      ]
      for share in shares {
        let value = 65535 * min(1, max(0, share + .random(in: -0.01...0.01, using: &generator)))
        nodes.append(UInt16(value.rounded()))
      }
    }
    (self.sizes, self.nodes, bend) = (sizes, nodes, isBent ? 0.2 : 0)
  }

  var transform: TableTransform {
    TableTransform(
      curves: sizes.indices.map { channel in { self.place($0, channel) } }, sizes: sizes, nodes: nodes,
      outputs: (0..<3).map { channel in { self.output($0, channel) } }, black: black, toSRGB: toSRGB)
  }

  /// A position in the grid, 0…1.
  private func place(_ value: Double, _ channel: Int) -> Double { value * (1 + 0.1 * Double(channel) * (1 - value)) }

  /// L*, a* or b*.
  private func output(_ value: Double, _ channel: Int) -> Double {
    let bent = value + bend * value * (1 - value)
    return channel == 0 ? 100 * bent : 255 * bent - 128
  }

  /// sRGB red, green and blue, 0…1.
  func colour(of values: [Double]) -> [Double] {
    let lab = interpolated(values.indices.map { place(values[$0], $0) }, from: 0)
    let (l, a, b) = (output(lab[0], 0), output(lab[1], 1), output(lab[2], 2))
    let roots = [(l + 16) / 116 + a / 500, (l + 16) / 116, (l + 16) / 116 - b / 200]
    let lights = zip(roots, [0.9642, 1, 0.8249]).map { root, white in
      let light = root > 24.0 / 116 ? root * root * root : (root - 16.0 / 116) * 108 / 841
      return white * (light - black) / (1 - black)
    }
    return (0..<3).map { row in
      let light = (0..<3).reduce(0) { $0 + toSRGB[3 * row + $1] * lights[$1] }
      let bounded = min(1, max(0, light))
      return bounded <= 0.0031308 ? 12.92 * bounded : 1.055 * pow(bounded, 1 / 2.4) - 0.055
    }
  }

  /// Linear along a fourth value, and tetrahedral along the last three.
  private func interpolated(_ place: [Double], from start: Int) -> [Double] {
    let before = sizes.count - place.count
    let positions = place.indices.map { channel -> (part: Double, step: Int, offset: Int) in
      let position = place[channel] * Double(sizes[before + channel] - 1)
      let node = min(Int(position), sizes[before + channel] - 2)
      let step = sizes[(before + channel + 1)...].reduce(1, *)
      return (position - Double(node), step, node * step)
    }
    if place.count == 4 {
      let here = interpolated(Array(place[1...]), from: start + positions[0].offset)
      let there = interpolated(Array(place[1...]), from: start + positions[0].offset + positions[0].step)
      return zip(here, there).map { $0 + ($1 - $0) * positions[0].part }
    }
    var node = positions.reduce(start) { $0 + $1.offset }
    var result = (0..<3).map { Double(nodes[3 * node + $0]) / 65535 }
    for position in positions.sorted(by: { $0.part > $1.part }) {
      for channel in 0..<3 {
        let way = Double(nodes[3 * (node + position.step) + channel]) - Double(nodes[3 * node + channel])
        result[channel] += way * position.part / 65535
      }
      node += position.step
    }
    return result
  }
}
