import Foundation
import PixelCore
import PixelKernels
import Testing

@Suite struct ResampleTests {
  /// Enlarged, reduced, by one axis, from and to one pixel, odd, and by 50.
  static let sizes: [(from: (width: Int, height: Int), to: (width: Int, height: Int))] = [
    ((1, 1), (7, 5)), ((7, 5), (1, 1)), ((1, 9), (9, 1)), ((2, 3), (33, 41)), ((31, 17), (31, 17)),
    ((37, 29), (53, 71)), ((64, 48), (32, 24)), ((101, 67), (33, 23)), ((90, 60), (19, 60)), ((200, 150), (4, 3)),
    ((40, 40), (27, 90)),
  ]

  @Test(arguments: CPULevel.available, sizes.indices) func lanczosIsWithinOneLevelOfDoublePrecision(
    _ level: CPULevel, _ index: Int
  ) {
    let (from, to) = Self.sizes[index]
    let seed = UInt64(31 + index)
    let picture = Picture(width: from.width, height: from.height, seed: seed)
    let exact = picture.resampledExactly(to.width, to.height)
    let actual = picture.resampled(to.width, to.height, by: Kernels(level: level))
    for (expected, pixel) in zip(exact, actual) {
      for (expected, channel) in zip(expected, channels(pixel)) {
        #expect((expected - Double(channel)).magnitude <= 1, "\(from) to \(to), seed \(seed)")
      }
    }
  }

  @Test(arguments: CPULevel.available) func everyLevelGivesTheSameBytes(_ level: CPULevel) {
    for width in 1...33 {
      for (outputWidth, height, outputHeight) in [(width, 7, 3), (2 * width + 1, 2, 5), ((width + 2) / 3, 9, 1)] {
        let picture = Picture(width: width, height: height, seed: UInt64(width))
        let expected = picture.resampled(outputWidth, outputHeight, by: Kernels(level: .baseline))
        let actual = picture.resampled(outputWidth, outputHeight, by: Kernels(level: level))
        #expect(actual == expected, "\(width) × \(height) to \(outputWidth) × \(outputHeight)")
      }
    }
  }

  @Test(arguments: CPULevel.available) func hardEdgesNeitherWrapNorOutshineAlpha(_ level: CPULevel) {
    // Opaque white beside nothing, and black beside white: Lanczos overshoots both.
    let pixels: [UInt32] = (0..<64).map { $0 % 16 < 5 ? 0 : $0 % 16 < 10 ? 0xFFFF_FFFF : 0xFF00_0000 }
    let picture = Picture(width: 16, height: 4, pixels: pixels)
    for pixel in picture.resampled(61, 13, by: Kernels(level: level)) {
      let channels = channels(pixel)
      #expect(channels[..<3].allSatisfy { $0 <= channels[3] })
    }
    #expect(Set(picture.resampled(16, 4, by: Kernels(level: level))) == [0, 0xFFFF_FFFF, 0xFF00_0000])
  }

  @Test(arguments: CPULevel.available) func aFlatPictureStaysFlat(_ level: CPULevel) {
    let flat: UInt32 = 0xC864_3201
    let picture = Picture(width: 50, height: 40, pixels: Array(repeating: flat, count: 2000))
    for (width, height) in [(1, 1), (7, 90), (130, 11)] {
      #expect(picture.resampled(width, height, by: Kernels(level: level)).allSatisfy { $0 == flat })
    }
  }
}

/// A premultiplied picture and two ways to resize it.
private struct Picture {
  let width: Int
  let height: Int
  let pixels: [UInt32]

  init(width: Int, height: Int, pixels: [UInt32]) {
    self.width = width
    self.height = height
    self.pixels = pixels
  }

  init(width: Int, height: Int, seed: UInt64) {
    self.init(width: width, height: height, pixels: seededPixels(width * height, seed: seed, premultiplied: true))
  }

  /// With the kernels.
  func resampled(_ newWidth: Int, _ newHeight: Int, by kernels: Kernels) -> [UInt32] {
    let vertical = ResampleWeights(inputLength: height, outputLength: newHeight, depth: .eight)
    let horizontal = ResampleWeights(inputLength: width, outputLength: newWidth, depth: .eight)
    var between = [Int16](repeating: -1, count: (width + ResampleWeights.rowPadding) * 4)
    var result = [UInt32](repeating: 0, count: newWidth * newHeight)
    pixels.withUnsafeBytes { source in
      result.withUnsafeMutableBytes { result in
        for y in 0..<newHeight {
          let rows = vertical.inputs(of: y).map { UnsafeRawPointer(source.baseAddress! + $0 * width * 4) }
          kernels.resampleVertically(&between, rows: rows, weights: vertical, sample: y, count: width)
          kernels.resampleHorizontally(result.baseAddress! + y * newWidth * 4, row: between, weights: horizontal)
        }
      }
    }
    return result
  }

  /// In double precision, without rounding, then bounded as the last step is.
  func resampledExactly(_ newWidth: Int, _ newHeight: Int) -> [[Double]] {
    let source = pixels.map { channels($0).map(Double.init) }
    let columns = Self.lanczosWeights(width, newWidth)
    let rows = Self.lanczosWeights(height, newHeight)
    var squeezed: [[Double]] = []
    for y in 0..<height {
      for weights in columns { squeezed.append(Self.sum(weights) { source[y * width + $0] }) }
    }
    var result: [[Double]] = []
    for weights in rows {
      for x in 0..<newWidth {
        let pixel = Self.sum(weights) { squeezed[$0 * newWidth + x] }
        let alpha = max(0, min(255, pixel[3]))
        result.append(pixel[..<3].map { max(0, min(alpha, $0)) } + [alpha])
      }
    }
    return result
  }

  private static func sum(_ weights: [(index: Int, weight: Double)], _ pixel: (Int) -> [Double]) -> [Double] {
    var sums = [0.0, 0, 0, 0]
    for (index, weight) in weights {
      let pixel = pixel(index)
      for channel in 0..<4 { sums[channel] += weight * pixel[channel] }
    }
    return sums
  }

  /// Lanczos-3 as the textbook has it, over the pixels inside the picture.
  private static func lanczosWeights(_ input: Int, _ output: Int) -> [[(index: Int, weight: Double)]] {
    let ratio = Double(input) / Double(output)
    let widening = max(1, ratio)
    func sinc(_ x: Double) -> Double { x == 0 ? 1 : sin(.pi * x) / (.pi * x) }
    return (0..<output).map { sample in
      let weights = (0..<input).map { index in
        let x = (Double(index) + 0.5 - (Double(sample) + 0.5) * ratio) / widening
        return (index: index, weight: abs(x) < 3 ? sinc(x) * sinc(x / 3) : 0)
      }.filter { $0.weight != 0 }
      let sum = weights.reduce(0) { $0 + $1.weight }
      return weights.map { ($0.index, $0.weight / sum) }
    }
  }
}
