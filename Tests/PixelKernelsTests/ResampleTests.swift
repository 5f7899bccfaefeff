import PixelCore
import PixelKernels
import Testing

private let depths: [PixelFormat.Depth] = [.eight, .sixteen]

@Suite struct ResampleTests {
  /// Enlarged, reduced, along one axis, from and to one pixel, odd, and by 50; then windows with fractions.
  private static let sizes: [(columns: ResizedAxis, rows: ResizedAxis)] = [
    (ResizedAxis(1, to: 7), ResizedAxis(1, to: 5)),
    (ResizedAxis(7, to: 1), ResizedAxis(5, to: 1)),
    (ResizedAxis(1, to: 9), ResizedAxis(9, to: 1)),
    (ResizedAxis(2, to: 33), ResizedAxis(3, to: 41)),
    (ResizedAxis(31, to: 31), ResizedAxis(17, to: 17)),
    (ResizedAxis(37, to: 53), ResizedAxis(29, to: 71)),
    (ResizedAxis(64, to: 32), ResizedAxis(48, to: 24)),
    (ResizedAxis(101, to: 33), ResizedAxis(67, to: 23)),
    (ResizedAxis(90, to: 19), ResizedAxis(60, to: 60)),
    (ResizedAxis(200, to: 4), ResizedAxis(150, to: 3)),
    (ResizedAxis(40, to: 27), ResizedAxis(40, to: 90)),
    (ResizedAxis(50, from: 3.3, length: 17.9, to: 41), ResizedAxis(40, from: 0, length: 5.25, to: 13)),
    (ResizedAxis(61, from: 10.6, length: 50.4, to: 17), ResizedAxis(45, from: 7.125, length: 30.5, to: 9)),
    (ResizedAxis(30, from: 12.7, length: 0.4, to: 5), ResizedAxis(30, from: 29.5, length: 0.5, to: 3)),
  ]

  @Test(arguments: ResamplingKernel.allCases, depths) func everyKernelIsCloseToDoublePrecision(
    _ kernel: ResamplingKernel, _ depth: PixelFormat.Depth
  ) {
    for (index, (columns, rows)) in Self.sizes.enumerated() {
      let seed = UInt64(31 + index)
      let picture = ResampledPicture(width: columns.input, height: rows.input, depth: depth, seed: seed)
      let exact = picture.resampledExactly(columns, rows, kernel)
      for level in CPULevel.available {
        let actual = picture.resampled(columns, rows, kernel, by: Kernels(level: level))
        let worst = zip(exact, actual).map { ($0 - Double($1)).magnitude }.max()!
        // Rounding alone takes up to half a level.
        #expect(worst <= (depth == .eight ? 0.55 : 0.51), "\(level), columns \(columns), rows \(rows), seed \(seed)")
      }
    }
  }

  @Test(arguments: CPULevel.available, depths) func everyLevelGivesTheSameBytes(
    _ level: CPULevel, _ depth: PixelFormat.Depth
  ) {
    for width in 1...33 {
      for (outputWidth, height, outputHeight) in [(width, 7, 3), (2 * width + 1, 2, 5), ((width + 2) / 3, 40, 1)] {
        let (columns, rows) = (ResizedAxis(width, to: outputWidth), ResizedAxis(height, to: outputHeight))
        let picture = ResampledPicture(width: width, height: height, depth: depth, seed: UInt64(width))
        let expected = picture.resampled(columns, rows, .lanczos3, by: Kernels(level: .baseline))
        let actual = picture.resampled(columns, rows, .lanczos3, by: Kernels(level: level))
        #expect(actual == expected, "\(width) × \(height) to \(outputWidth) × \(outputHeight)")
      }
    }
  }

  /// White where the kernel is above 0 and transparent where it is below, and the opposite: the largest possible sums, of few
  /// taps and of many.
  @Test(arguments: CPULevel.available, depths) func theLargestSumsDoNotWrap(
    _ level: CPULevel, _ depth: PixelFormat.Depth
  ) {
    let (kept, kernels) = (ResizedAxis(9, to: 9), Kernels(level: level))
    for length in [40, 400] {
      let axis = ResizedAxis(length, from: Double(length) * 0.4, length: Double(length) / 5, to: 1)
      let weights = axis.weights(.lanczos3, depth)
      for sign in [1, -1] {
        var line = [Int](repeating: 0, count: length)
        for (pixel, weight) in zip(weights.inputs(of: 0), weights.weights(of: 0)) where weight * sign > 0 {
          line[pixel] = depth.largest
        }
        let column = ResampledPicture(
          width: 9, height: length, depth: depth, channels: line.flatMap { Array(repeating: $0, count: 9 * 4) })
        let row = ResampledPicture(
          width: length, height: 9, depth: depth,
          channels: (0..<9).flatMap { _ in line.flatMap { Array(repeating: $0, count: 4) } })
        let expected = [Int](repeating: sign > 0 ? depth.largest : 0, count: 9 * 4)
        #expect(column.resampled(kept, axis, .lanczos3, by: kernels) == expected)
        #expect(row.resampled(axis, kept, .lanczos3, by: kernels) == expected)
      }
    }
  }

  @Test(arguments: CPULevel.available, depths) func hardEdgesNeitherWrapNorExceedAlpha(
    _ level: CPULevel, _ depth: PixelFormat.Depth
  ) {
    // Opaque white beside transparent, and black beside white: Lanczos overshoots at both.
    let largest = depth.largest
    let colours = [[0, 0, 0, 0], [largest, largest, largest, largest], [0, 0, 0, largest]]
    let channels = (0..<64).flatMap { colours[min(2, $0 % 16 / 5)] }
    let picture = ResampledPicture(width: 16, height: 4, depth: depth, channels: channels)
    let kernels = Kernels(level: level)
    let enlarged = picture.resampled(ResizedAxis(16, to: 61), ResizedAxis(4, to: 13), .lanczos3, by: kernels)
    #expect(enlarged.indices.allSatisfy { enlarged[$0] <= enlarged[$0 | 3] })
    #expect(picture.resampled(ResizedAxis(16, to: 16), ResizedAxis(4, to: 4), .lanczos3, by: kernels) == channels)
  }

  @Test(arguments: CPULevel.available, depths) func aFlatPictureStaysFlat(
    _ level: CPULevel, _ depth: PixelFormat.Depth
  ) {
    let flat = [1, 50, 100, 200].map { $0 * depth.largest / 255 + (depth == .eight ? 0 : 3) }
    let channels = (0..<2000).flatMap { _ in flat }
    let picture = ResampledPicture(width: 50, height: 40, depth: depth, channels: channels)
    for kernel in ResamplingKernel.allCases {
      for (width, height) in [(1, 1), (7, 90), (130, 11)] {
        let (columns, rows) = (ResizedAxis(50, to: width), ResizedAxis(40, to: height))
        let resized = picture.resampled(columns, rows, kernel, by: Kernels(level: level))
        #expect(resized.indices.allSatisfy { resized[$0] == flat[$0 & 3] }, "\(kernel), \(width) × \(height)")
      }
    }
  }
}
