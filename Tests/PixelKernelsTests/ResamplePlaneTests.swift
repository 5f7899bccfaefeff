import PixelCore
import PixelKernels
import TestSupport
import Testing

@Suite struct ResamplePlaneTests {
  private static let axes: [ResizedAxis] = [
    ResizedAxis(1, to: 40), ResizedAxis(40, to: 1), ResizedAxis(2, to: 33), ResizedAxis(31, to: 31),
    ResizedAxis(64, to: 32), ResizedAxis(203, to: 47), ResizedAxis(500, to: 18),
    ResizedAxis(61, from: 10.6, length: 50.4, to: 17),
  ]

  @Test(arguments: CPULevel.available) func bothPassesAreCloseToDoublePrecision(_ level: CPULevel) {
    for (index, axis) in Self.axes.enumerated() {
      let plane = Plane(width: axis.input, height: axis.input, seed: UInt64(index))
      let actual = plane.resampled(axis, axis, by: Kernels(level: level))
      let exact = plane.resampledExactly(axis, axis)
      let worst = zip(exact, actual).map { ($0 - Double($1)).magnitude }.max()!
      // Rounding alone takes up to half a level.
      #expect(worst <= 0.55, "\(axis)")
    }
  }

  @Test(arguments: CPULevel.available) func everyLevelGivesTheSameBytes(_ level: CPULevel) {
    for width in 1...70 {
      for (outputWidth, height, outputHeight) in [(width, 7, 3), (2 * width + 1, 2, 5), ((width + 2) / 3, 40, 1)] {
        let (columns, rows) = (ResizedAxis(width, to: outputWidth), ResizedAxis(height, to: outputHeight))
        let plane = Plane(width: width, height: height, seed: UInt64(width))
        #expect(
          plane.resampled(columns, rows, by: Kernels(level: level))
            == plane.resampled(columns, rows, by: Kernels(level: .baseline)),
          "\(width) × \(height) to \(outputWidth) × \(outputHeight)")
      }
    }
  }
}

/// Weights that combine a decoder's interpolation of chroma with an encoder's averaging.
@Suite struct ResampledAxisTests {
  /// Pixels of an axis as libjpeg interpolates them from chroma: ¾ of the nearest sample and ¼ of the next one.
  private func interpolated(_ samples: [Double], step: Int, count: Int) -> [Double] {
    (0..<count).map { pixel in
      let near = min(pixel / step, samples.count - 1)
      guard step == 2 else { return samples[near] }
      let far = max(0, min(samples.count - 1, pixel % 2 == 0 ? near - 1 : near + 1))
      return 0.75 * samples[near] + 0.25 * samples[far]
    }
  }

  private func means(_ samples: [Double]) -> [Double] {
    stride(from: 0, to: samples.count, by: 2).map { place -> Double in
      (samples[place] + samples[min(place + 1, samples.count - 1)]) / 2
    }
  }

  private func resampled(_ samples: [Double], _ axis: ResizedAxis) -> [Double] {
    axis.exactWeights(.lanczos3).map { $0.reduce(0) { $0 + $1.weight * samples[$1.index] } }
  }

  @Test(arguments: [(97, 31), (96, 96), (64, 15), (33, 80), (5, 2), (1, 1)], [1, 2, 4])
  func theWeightsEqualThreeSeparateSteps(_ lengths: (Int, Int), _ step: Int) {
    let (input, output) = lengths
    let count = (input + step - 1) / step
    let axis = ResizedAxis(input, to: output)
    var random = SeededGenerator(seed: 7)
    let samples = (0..<count).map { _ in Double(UInt8.random(in: 0...255, using: &random)) }
    for isAveraged in [false, true] {
      let weights = ResampledAxis(
        inputLength: input, outputLength: output, start: 0, length: Double(input), kernel: .lanczos3,
        chroma: .init(inputLength: count, step: step), isAveragedByTwo: isAveraged
      ).weights(depth: .sixteen)
      let whole = resampled(interpolated(samples, step: step, count: input), axis)
      let expected = isAveraged ? means(whole) : whole
      #expect(weights.outputLength == expected.count)
      for (sample, expected) in expected.enumerated() {
        let inputs = weights.inputs(of: sample)
        #expect(inputs.lowerBound >= 0 && inputs.upperBound <= count)
        let value = zip(inputs, weights.weights(of: sample)).reduce(0.0) { $0 + samples[$1.0] * Double($1.1) }
        #expect((value / Double(1 << 24) - expected).magnitude < 0.001, "sample \(sample)")
      }
    }
  }
}

@Suite struct ColorConversionTests {
  @Test(arguments: CPULevel.available) func colorsMatchT871(_ level: CPULevel) {
    // Every second chroma at every third luma, and the ends.
    let ends = { (step: Int) in Array(stride(from: 0, to: 255, by: isThorough ? step : 4 * step)) + [255] }
    let lumas = ends(3)
    for blue in ends(2) {
      for red in ends(2) {
        let (planes, count) = (
          [lumas, lumas.map { _ in blue }, lumas.map { _ in red }].map { $0.map(UInt8.init) }, lumas.count
        )
        var pixels = [UInt32](repeating: 0, count: count)
        pixels.withUnsafeMutableBytes {
          Kernels(level: level).convertToRGB(
            $0.baseAddress!, luma: planes[0], blue: planes[1], red: planes[2], count: count)
        }
        for (luma, pixel) in zip(lumas, pixels) {
          let (b, r) = (Double(blue) - 128, Double(red) - 128)
          let exact = [
            Double(luma) + 1.402 * r, Double(luma) - 0.344136286 * b - 0.714136286 * r, Double(luma) + 1.772 * b, 255,
          ]
          let isNear = zip(channels(pixel), exact).allSatisfy { (Double($0) - max(0, min(255, $1))).magnitude <= 0.51 }
          if !isNear { Issue.record("Y \(luma), Cb \(blue), Cr \(red): \(channels(pixel)), not \(exact)") }
        }
      }
    }
  }

  @Test(arguments: CPULevel.available) func everyLevelGivesTheSameBytes(_ level: CPULevel) {
    for width in 0...50 {
      let planes = (0..<3).map { Plane(width: width, height: 1, seed: UInt64(width * 3 + $0)).samples }
      let convert = { (level: CPULevel) in
        var pixels = [UInt32](repeating: 0, count: width + 1)
        pixels.withUnsafeMutableBytes {
          Kernels(level: level).convertToRGB(
            $0.baseAddress!, luma: planes[0], blue: planes[1], red: planes[2], count: width)
        }
        return pixels
      }
      #expect(convert(level) == convert(.baseline), "width \(width)")
    }
  }
}

/// Seeded samples of one byte, in rows.
private struct Plane {
  let width: Int
  let height: Int
  let samples: [UInt8]

  init(width: Int, height: Int, seed: UInt64) {
    (self.width, self.height) = (width, height)
    var random = SeededGenerator(seed: seed)
    // Runs of equal values, so that sums reach the ends of the range.
    var value: UInt8 = 0
    samples = (0..<width * height).map { _ in
      if Int.random(in: 0..<4, using: &random) == 0 {
        value = [0, 255, .random(in: 0...255, using: &random)][.random(in: 0..<3, using: &random)]
      }
      return value
    }
  }

  func resampled(_ columns: ResizedAxis, _ rows: ResizedAxis, by kernels: Kernels) -> [UInt8] {
    let (columns, rows) = (columns.weights(.lanczos3, .eight), rows.weights(.lanczos3, .eight))
    let (outputWidth, rowsAtOnce) = (columns.outputLength, Kernels.planeRows)
    let stride = 2 * ((width + 3) / 4 * 4)
    var result: [UInt8] = []
    // The passes read whole vectors, so the bytes after a row's end must not matter.
    let padded = samples + [UInt8](repeating: 0xaa, count: 64)
    for first in Swift.stride(from: 0, to: rows.outputLength, by: rowsAtOnce) {
      let some = first..<min(first + rowsAtOnce, rows.outputLength)
      var between = [UInt8](repeating: 0x55, count: rowsAtOnce * stride)
      var woven = [UInt8](repeating: 0x55, count: 2 * rowsAtOnce * (width + 4))
      var made = [UInt8](repeating: 7, count: rowsAtOnce * (outputWidth + 1))
      between.withUnsafeMutableBytes { between in
        for sample in some {
          padded.withUnsafeBytes { padded in
            kernels.resamplePlaneVertically(
              between.baseAddress! + (sample - first) * stride,
              rows: rows.inputs(of: sample).map { padded.baseAddress! + $0 * width }, weights: rows, sample: sample,
              count: width)
          }
        }
        woven.withUnsafeMutableBytes { woven in
          kernels.weaveRows(woven.baseAddress!, between.baseAddress!, stride: stride, count: width)
          made.withUnsafeMutableBytes {
            kernels.resamplePlaneHorizontally(
              $0.baseAddress!, stride: outputWidth + 1, woven: woven.baseAddress!, weights: columns)
          }
        }
      }
      for row in 0..<rowsAtOnce {
        let line = made[row * (outputWidth + 1)..<(row + 1) * (outputWidth + 1)]
        #expect(line.last == 7, "it writes only its row")
        if some.contains(first + row) { result += line.dropLast() }
      }
    }
    return result
  }

  func resampledExactly(_ columns: ResizedAxis, _ rows: ResizedAxis) -> [Double] {
    let across = columns.exactWeights(.lanczos3)
    return rows.exactWeights(.lanczos3).flatMap { rowWeights in
      let row = (0..<width).map { x in
        rowWeights.reduce(0) { $0 + $1.weight * Double(samples[$1.index * width + x]) }
      }
      return across.map { max(0, min(255, $0.reduce(0) { $0 + $1.weight * row[$1.index] })) }
    }
  }
}
