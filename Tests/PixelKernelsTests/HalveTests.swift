import PixelCore
import PixelKernels
import TestSupport
import Testing

@Suite struct HalveTests {
  /// The mean of four values, with halves rounded up and down alternately.
  private func half(_ values: [Int], _ width: Int, _ height: Int) -> [Int] {
    (0..<(height + 1) / 2).flatMap { y in
      (0..<(width + 1) / 2).map { x in
        let rows = [2 * y, min(2 * y + 1, height - 1)]
        let columns = [2 * x, min(2 * x + 1, width - 1)]
        let sum = rows.flatMap { row in columns.map { values[row * width + $0] } }.reduce(0, +)
        let mean = Double(sum) / 4
        // Quarters are exact in floating point, so the comparison with ½ is, too.
        return mean - mean.rounded(.down) == 0.5
          ? Int(mean) + (x + y) % 2 : Int(mean.rounded())
      }
    }
  }

  /// What `halve` writes for five rows. It gets the destination row, its two source rows, and its number.
  private func halved<Value: Equatable>(
    _ values: [Value], _ width: Int, filler: Value,
    _ halve: (UnsafeMutableRawPointer, UnsafeRawPointer, UnsafeRawPointer, Int) -> Void
  ) -> [Value] {
    let halfWidth = (width + 1) / 2
    var result: [Value] = []
    for y in 0..<3 {
      var row = [Value](repeating: filler, count: halfWidth + 1)
      values.withUnsafeBufferPointer { values in
        let (upper, lower) = (values.baseAddress! + 2 * y * width, values.baseAddress! + min(2 * y + 1, 4) * width)
        row.withUnsafeMutableBytes { halve($0.baseAddress!, upper, lower, y) }
      }
      #expect(row[halfWidth] == filler, "it writes only its row")
      result += row.dropLast()
    }
    return result
  }

  @Test(arguments: CPULevel.available) func samplesAreMeansOfFour(_ level: CPULevel) {
    var random = SeededGenerator(seed: 3)
    for width in Array(1...70) + [257] {
      let plane = (0..<width * 5).map { _ in UInt8.random(in: 0...255, using: &random) }
      let result = halved(plane, width, filler: 7) {
        Kernels(level: level).halveSamples($0, $1, $2, count: width, row: $3)
      }
      #expect(result.map(Int.init) == half(plane.map(Int.init), width, 5), "width \(width)")
    }
  }

  @Test(arguments: CPULevel.available) func pixelsAreMeansOfFour(_ level: CPULevel) {
    for width in Array(1...40) + [129] {
      check(seededPixels(width * 5, seed: UInt64(width), premultiplied: true, as: UInt32.self), width, .eight, level)
      check(seededPixels(width * 5, seed: UInt64(width), premultiplied: true, as: UInt64.self), width, .sixteen, level)
    }
  }

  private func check<Word: PixelWord>(_ pixels: [Word], _ width: Int, _ depth: PixelFormat.Depth, _ level: CPULevel) {
    let result = halved(pixels, width, filler: 7) {
      Kernels(level: level).halvePixels($0, $1, $2, count: width, row: $3, depth: depth)
    }
    for channel in 0..<4 {
      let expected = half(pixels.map { channels($0)[channel] }, width, 5)
      #expect(result.map { channels($0)[channel] } == expected, "width \(width), depth \(depth)")
    }
    #expect(result.allSatisfy { channels($0).max() == channels($0)[3] }, "no colour exceeds alpha")
  }
}

/// Weights for means of pixels instead of pixels.
@Suite struct MeansOfTwoTests {
  @Test(arguments: [(400, 30), (401, 33), (97, 9)], [ResamplingKernel.lanczos3, .mitchell, .bilinear])
  func meansOfTwoReproduceAParabola(_ lengths: (Int, Int), _ kernel: ResamplingKernel) {
    let (input, output) = lengths
    let pixels = (0..<input).map { pixel in
      let x = Double(pixel) / Double(input)
      return 180 * x * x - 70 * x + 20
    }
    var axis = ResampledAxis(inputLength: input, outputLength: output, start: 0, length: Double(input), kernel: kernel)
    let whole = resampled(pixels, axis)
    var rows = axis
    ResampledAxis.halve(&axis, &rows)
    #expect(axis.halvings == 1 && rows.halvings == 1)
    let means = stride(from: 0, to: input, by: 2).map { (pixels[$0] + pixels[min($0 + 1, input - 1)]) / 2 }
    for (sample, (one, other)) in zip(whole, resampled(means, axis)).enumerated() {
      // At the ends, a neighbour that would give the slope is missing.
      let reach = 3 * Double(input) / Double(output) + 4
      let centre = (Double(sample) + 0.5) * Double(input) / Double(output)
      let isInside = centre > reach && centre < Double(input) - reach
      #expect((one - other).magnitude < (isInside ? 1e-4 : 0.05), "sample \(sample)")
    }
  }

  /// Means of eight, the last of them with the picture's last pixel repeated.
  @Test(arguments: [(800, 30), (803, 21), (1601, 50)], [ResamplingKernel.lanczos3, .mitchell, .bilinear])
  func meansOfEightReproduceAParabola(_ lengths: (Int, Int), _ kernel: ResamplingKernel) {
    let (input, output) = lengths
    let pixels = (0..<(input + 7) / 8 * 8).map { pixel in
      let x = Double(min(pixel, input - 1)) / Double(input)
      return 180 * x * x - 70 * x + 20
    }
    var axis = ResampledAxis(inputLength: input, outputLength: output, start: 0, length: Double(input), kernel: kernel)
    let whole = resampled(pixels, axis)
    axis.meansOf = 8
    let means = stride(from: 0, to: input, by: 8).map { pixels[$0..<$0 + 8].reduce(0, +) / 8 }
    for (sample, (one, other)) in zip(whole, resampled(means, axis)).enumerated() {
      let reach = 3 * Double(input) / Double(output) + 16
      let centre = (Double(sample) + 0.5) * Double(input) / Double(output)
      let isInside = centre > reach && centre < Double(input) - reach
      #expect((one - other).magnitude < (isInside ? 1e-4 : 0.2), "sample \(sample)")
    }
  }

  @Test(arguments: [
    (8.9, 8.9, 0), (9, 9, 1), (9, 100, 1), (17.9, 30, 1), (18, 18, 2), (36, 36, 3), (300, 1, 0), (0.5, 0.5, 0),
  ])
  func aSourceIsHalvedWhileEnoughPixelsRemain(_ across: Double, _ down: Double, _ halvings: Int) {
    func axis(_ ratio: Double, _ kernel: ResamplingKernel) -> ResampledAxis {
      ResampledAxis(inputLength: 3000, outputLength: 10, start: 0, length: 10 * ratio, kernel: kernel)
    }
    var (columns, rows) = (axis(across, .lanczos3), axis(down, .lanczos3))
    ResampledAxis.halve(&columns, &rows)
    #expect(columns.halvings == halvings && rows.halvings == halvings)
    #expect(rows.weights(depth: .eight).inputLength == (3000 + (1 << halvings) - 1) >> halvings)
    (columns, rows) = (axis(across, .box), axis(down, .box))
    ResampledAxis.halve(&columns, &rows)
    #expect(columns.halvings == 0, "a box has hard ends")
  }

  private func resampled(_ samples: [Double], _ axis: ResampledAxis) -> [Double] {
    let weights = axis.weights(depth: .sixteen)
    return (0..<weights.outputLength).map { sample in
      zip(weights.inputs(of: sample), weights.weights(of: sample)).reduce(0) { $0 + samples[$1.0] * Double($1.1) }
        / Double(1 << 24)
    }
  }
}
