import Foundation
import PixelCore
import PixelKernels
import Testing

@Suite struct MatrixTransformTests {
  /// The matrix from Display P3 to sRGB, with a curve other than sRGB's.
  private static let matrix = [1.2249, -0.2247, 0, -0.0420, 1.0419, 0, -0.0197, -0.0786, 1.0979]
  private static let offset = -0.003

  @Test func resultsAreWithinOneLevelOfTheFormula() {
    let transform = MatrixTransform(curves: [{ $0 * $0 }], matrix: Self.matrix, offset: Self.offset)
    let seed: UInt64 = 20
    let pixels = seededPixels(isThorough ? 400_000 : 4_000, seed: seed)
    let eight = result(of: pixels) {
      Kernels.current.convertToSRGB($0, $1[0], transform, count: $2, depth: .eight)
    }
    for (pixel, made) in zip(pixels, eight) {
      #expect(Self.largestError(of: channels(made), from: channels(pixel), 255) < 0.62, "\(pixel), seed \(seed)")
    }
    let deep = seededPixels(isThorough ? 400_000 : 4_000, seed: seed, as: UInt64.self)
    let sixteen = result(of: deep) {
      Kernels.current.convertToSRGB($0, $1[0], transform, count: $2, depth: .sixteen)
    }
    for (pixel, made) in zip(deep, sixteen) {
      #expect(Self.largestError(of: channels(made), from: channels(pixel), 65535) < 0.6, "\(pixel), seed \(seed)")
    }
  }

  @Test func eachChannelCanHaveItsOwnCurve() {
    let transform = MatrixTransform(
      curves: [{ $0 }, { _ in 1 }, { 1 - $0 }], matrix: [1, 0, 0, 0, 1, 0, 0, 0, 1])
    let made = result(of: [pixel(255, 0, 255, 9), pixel(0, 0, 0, 0)]) {
      Kernels.current.convertToSRGB($0, $1[0], transform, count: $2, depth: .eight)
    }
    #expect(made == [pixel(255, 255, 0, 9), pixel(0, 255, 255, 0)])
  }

  /// The largest difference of a channel from the formula in floating point.
  private static func largestError(of made: [Int], from pixel: [Int], _ largest: Double) -> Double {
    let lights = pixel.prefix(3).map { pow(Double($0) / largest, 2) }
    let errors = (0..<3).map { row in
      let light = (0..<3).reduce(offset) { $0 + matrix[3 * row + $1] * lights[$1] }
      let bounded = min(1, max(0, light))
      let value = bounded <= 0.0031308 ? 12.92 * bounded : 1.055 * pow(bounded, 1 / 2.4) - 0.055
      return abs(Double(made[row]) - value * largest)
    }
    return made[3] == pixel[3] ? errors.max()! : .infinity
  }
}
