import Filters
import Foundation
import PixelCore
import Testing

@Suite struct ResizeTests {
  struct SizeCase: Sendable {
    let photo: (Int, Int)
    let resize: Resize
    let result: (Int, Int)

    init(_ photo: (Int, Int), _ width: Int?, _ height: Int?, _ mode: Resize.Mode, _ enlarge: Bool, _ result: (Int, Int))
    {
      (self.photo, self.result) = (photo, result)
      resize = Resize(width: width, height: height, mode: mode, enlarge: enlarge)
    }
  }

  @Test(arguments: [
    SizeCase((300, 200), 150, nil, .contain, true, (150, 100)),
    .init((300, 200), nil, 50, .contain, true, (75, 50)),
    .init((301, 200), 150, nil, .contain, true, (150, 100)),  // 99.67
    .init((300, 200), 100, 100, .contain, true, (100, 67)),
    .init((300, 200), 100, 100, .cover, true, (100, 100)),
    .init((300, 200), 100, 100, .stretch, true, (100, 100)),
    .init((300, 200), 600, 600, .contain, true, (600, 400)),
    .init((300, 200), 600, 600, .contain, false, (300, 200)),
    .init((300, 200), 600, 600, .cover, false, (200, 200)),
    .init((300, 200), 600, 100, .stretch, false, (300, 100)),
    .init((1000, 1), 10, nil, .contain, true, (10, 1)),
  ])
  func givesTheDocumentedSize(example: SizeCase) {
    let shape = ImageShape(size: PixelSize(width: example.photo.0, height: example.photo.1), format: .encodedOpaque)
    let plan = example.resize.plan(shape, in: PlanContext())
    #expect(plan.output.exact?.size == PixelSize(width: example.result.0, height: example.result.1))
  }

  @Test func keepingTheSizeIsNoWork() {
    let shape = ImageShape(size: PixelSize(width: 30, height: 20), format: .encodedOpaque)
    guard case .nothing = Resize(width: 30).plan(shape, in: PlanContext()).work else {
      Issue.record("it works for nothing")
      return
    }
  }

  /// sinc(x)·sinc(x/3) in float64, normalised over the taps inside the picture, without intermediate rounding.
  private func lanczos(_ samples: [Double], to count: Int, start: Double, length: Double) -> [Double] {
    let ratio = length / Double(count)
    let stretch = max(1, ratio)
    let sinc = { (x: Double) in x == 0 ? 1 : sin(.pi * x) / (.pi * x) }
    return (0..<count).map { index in
      let center = start + (Double(index) + 0.5) * ratio
      var sum = 0.0
      var weights = 0.0
      for tap in samples.indices {
        let x = (Double(tap) + 0.5 - center) / stretch
        guard abs(x) < 3 else { continue }
        let weight = sinc(x) * sinc(x / 3)
        sum += weight * samples[tap]
        weights += weight
      }
      return sum / weights
    }
  }

  @Test(
    arguments: [(37, 23), (64, 64), (5, 90), (1, 1), (50, 53), (53, 50)], [(20, 20), (90, 11), (3, 2), (100, 101)])
  func isWithinOneLevelOfLanczosInFloat64(photo: (Int, Int), result: (Int, Int)) throws {
    let shape = ImageShape(size: PixelSize(width: photo.0, height: photo.1), format: .encodedPremultiplied)
    let pixels = shape.randomPixels(seed: 17)
    for mode in [Resize.Mode.stretch, .cover] {
      let image = try render(Resize(width: result.0, height: result.1, mode: mode), pixels)
      let (inputWidth, inputHeight) = (Double(photo.0), Double(photo.1))
      let scale = max(Double(result.0) / inputWidth, Double(result.1) / inputHeight)
      let seen =
        mode == .stretch
        ? (inputWidth, inputHeight) : (Double(result.0) / scale, Double(result.1) / scale)
      var planes: [[[Double]]] = []
      for channel in 0..<4 {
        let rows = pixels.map { row in
          lanczos(
            row.map { Double($0.channels[channel]) }, to: result.0, start: (inputWidth - seen.0) / 2, length: seen.0)
        }
        var plane = [[Double]](repeating: [Double](repeating: 0, count: result.0), count: result.1)
        for x in 0..<result.0 {
          let column = lanczos(
            rows.map { $0[x] }, to: result.1, start: (inputHeight - seen.1) / 2, length: seen.1)
          for y in 0..<result.1 { plane[y][x] = column[y] }
        }
        planes.append(plane)
      }
      var worst = 0.0
      for (y, row) in image.pixels.enumerated() {
        for (x, pixel) in row.enumerated() {
          // Alpha above opaque becomes opaque, with the colour scaled alike.
          let scale = min(1, 255 / max(1, planes[3][y][x]))
          let alpha = max(0, planes[3][y][x] * scale)
          for channel in 0..<4 {
            let expected = min(alpha, max(0, planes[channel][y][x] * scale))
            worst = max(worst, abs(Double(pixel.channels[channel]) - expected))
          }
        }
      }
      // Reducing to a ninth or less halves first, which has a small effect on noise such as this.
      let isHalved = min(seen.0 / Double(result.0), seen.1 / Double(result.1)) >= 9
      #expect(worst <= (isHalved ? 1.5 : 1), "\(mode)")
    }
  }
}

@Suite struct ResizeEdgeTests {
  /// The second row needs the first source row, which the first row doesn't: at distance 1, Lanczos is 0.
  @Test func edgeRowsUseTheFirstSourceRow() throws {
    let (light, dark) = (Color.white.word, Color(red: 100, green: 100, blue: 100).word)
    var pixels = Pixels(repeating: Array(repeating: dark, count: 50), count: 53)
    pixels[0] = Array(repeating: light, count: 50)
    let image = try render(Resize(width: 100, height: 101, mode: .cover), pixels, format: .encodedOpaque)
    // 78.41 in float64.
    #expect(image.pixels[1][0].channels[0] == 78)
    #expect(image.pixels[50][0].channels[0] == 100)
  }
}
