import PixelCore
import Segmentation
import TestSupport
import Testing

/// Operations on planes, against the same operations pixel by pixel.
@Suite struct BackdropPlaneTests {
  private static let sizes = [(1, 1), (1, 9), (9, 1), (7, 5), (16, 3), (33, 20)].map {
    PixelSize(width: $0.0, height: $0.1)
  }

  private func plane(_ size: PixelSize, share: Double, seed: UInt64 = 7) -> Plane<UInt8> {
    var generator = SeededGenerator(seed: seed)
    var plane = Plane<UInt8>(width: size.width, height: size.height, repeating: 0)
    for index in plane.values.indices {
      plane.values[index] = Double.random(in: 0..<1, using: &generator) < share ? 1 : 0
    }
    return plane
  }

  /// The values of the square around a pixel, without those beyond the border.
  private func square<Value>(_ plane: Plane<Value>, _ x: Int, _ y: Int, _ radius: Int) -> [Value] {
    (max(0, y - radius)...min(plane.height - 1, y + radius)).flatMap { row in
      (max(0, x - radius)...min(plane.width - 1, x + radius)).map { plane[$0, row] }
    }
  }

  @Test(arguments: sizes, [0, 1, 2, 5, 40])
  func erosionAndDilationAreExtremesOfSquares(size: PixelSize, radius: Int) {
    let plane = plane(size, share: 0.5)
    let (eroded, dilated) = (plane.eroded(by: radius), plane.dilated(by: radius))
    for y in 0..<size.height {
      for x in 0..<size.width {
        #expect(eroded[x, y] == square(plane, x, y, radius).min()!)
        #expect(dilated[x, y] == square(plane, x, y, radius).max()!)
      }
    }
  }

  @Test(arguments: sizes, [1, 2, 5, 40])
  func boxSumsAreSumsOfSquares(size: PixelSize, radius: Int) {
    var generator = SeededGenerator(seed: 11)
    var plane = Plane<Int32>(width: size.width, height: size.height, repeating: 0)
    for index in plane.values.indices { plane.values[index] = .random(in: -900...900, using: &generator) }
    let (sums, means) = (plane.boxSums(radius), plane.boxMeans(radius))
    for y in 0..<size.height {
      for x in 0..<size.width {
        let values = square(plane, x, y, radius)
        #expect(sums[x, y] == values.reduce(0, +))
        #expect(abs(means[x, y] - Float(values.reduce(0, +)) / Float(values.count)) < 1e-3)
      }
    }
  }

  @Test(arguments: sizes, [0.02, 0.5, 0.98])
  func runsEndWhereTheValueChanges(size: PixelSize, share: Double) {
    let plane = plane(size, share: share)
    for y in 0..<size.height {
      for x in 0..<size.width {
        for value in [0, 1] as [UInt8] {
          let end = (x..<size.width).first { plane[$0, y] != value } ?? size.width
          #expect(plane.end(of: value, from: x, in: y * size.width) == end)
        }
      }
    }
  }

  @Test func wholePartsAreThoseOfAConversion() {
    var generator = SeededGenerator(seed: 3)
    for value in [0, 0.49999997, 0.5, 1, 1.5, 254.99998, 65535, 65535.5, 4_194_303.5] as [Float] {
      #expect(value.whole == Int32(value))
    }
    for _ in 0..<100_000 {
      let value = Float.random(in: 0..<65536, using: &generator)
      #expect(value.whole == Int32(value))
      let double = Double.random(in: 0..<2_147_483_647, using: &generator)
      #expect(double.whole == Int32(double))
    }
  }
}

/// The shadow's share of light where hardly any backdrop is seen.
@Suite struct NarrowGapTests {
  /// A gap of five pixels in a product, too narrow to tell its light from the product's. It is at half of the light.
  @Test func aNarrowGapKeepsItsLight() throws {
    let (size, gap) = (PixelSize(width: 400, height: 400), 198..<203)
    var channel = [UInt8](repeating: 230, count: size.pixelCount)
    var contour = Plane<UInt8>(width: size.width, height: size.height, repeating: 1)
    for y in 100..<300 {
      for x in 100..<300 {
        let isGap = gap.contains(x)
        channel[y * size.width + x] = isGap ? 115 : 40
        contour[x, y] = isGap ? 1 : 0
      }
    }
    let picture = StudioPicture(size: size, channels: [channel, channel, channel])
    let field = try LightField(of: BackdropCells(of: picture))
    let shadow = ShadowLight(of: IlluminationSplit(picture, by: field), on: contour)
    for y in 130..<270 { for x in gap { #expect(shadow.gates[x, y] == 255) } }
    // Far from the product, there is no shadow.
    #expect(shadow.gates[40, 200] == 0)
  }
}
