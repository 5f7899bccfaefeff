import Filters
import Foundation
import PixelCore
import TestSupport
import Testing

/// Circles and ellipses of all sizes compared with ``EllipseIntegral``, at pixels on an edge and their neighbours.
@Suite struct CircleCoverageTests {
  private static let scales = [1, 1.5, 2, 3]
  private static let lineWidths = [0, 0.5, 1, 2, 3.3, 7, 20]
  private static let insets = [0, 0.5, 2.25]

  /// A circle, and its exact fill or stroke by the integral.
  private struct Case: CustomStringConvertible {
    let circle: Circle
    let isStroke: Bool
    let canvas: PixelSize

    init(_ width: Int, _ height: Int, scale: Double, lineWidth: Double, inset: Double, isStroke: Bool) {
      self.isStroke = isStroke
      circle = Circle(
        size: PixelSize(width: width, height: height), fill: isStroke ? .transparent : .white,
        stroke: isStroke ? .white : .transparent, lineWidth: lineWidth, inset: inset, scale: scale)
      canvas = PixelSize(
        width: Int((Double(width) * scale + 0.5).rounded(.down)),
        height: Int((Double(height) * scale + 0.5).rounded(.down)))
    }

    private var half: Double { circle.lineWidth * circle.scale / 2 }
    private var path: EllipseIntegral {
      EllipseIntegral(a: Double(canvas.width) / 2 - circle.inset, b: Double(canvas.height) / 2 - circle.inset)
    }

    /// The exact alpha of a pixel, 0…1.
    func share(_ pixel: PixelPoint, depth: Int) -> Double {
      var path = path
      path.depth = depth
      guard path.a > 0, path.b > 0, !isStroke || half > 0 else { return 0 }
      let x = Double(pixel.x) + 0.5 - Double(canvas.width) / 2
      let y = Double(pixel.y) + 0.5 - Double(canvas.height) / 2
      return isStroke ? path.stroke(x, y, half: half) : path.fill(x, y)
    }

    /// Pixels within one pixel of an edge, or of the longer axis, where the inner edge has corners.
    func pixels(count: Int, using generator: inout SeededGenerator) -> [PixelPoint] {
      let path = path
      return (0..<count).compactMap { index in
        let angle = Double.random(in: 0...2 * .pi, using: &generator)
        var (x, y) = (path.a * cos(angle), path.b * sin(angle))
        if index % 4 == 0 {
          if path.a > path.b { y = 0 } else { x = 0 }
        } else if isStroke {
          let (nx, ny) = (path.b * cos(angle), path.a * sin(angle))
          let offset = (Bool.random(using: &generator) ? half : -half) / (nx * nx + ny * ny).squareRoot()
          (x, y) = (x + nx * offset, y + ny * offset)
        }
        x += Double(canvas.width) / 2 + .random(in: -1...1, using: &generator)
        y += Double(canvas.height) / 2 + .random(in: -1...1, using: &generator)
        let pixel = PixelPoint(x: Int(x.rounded(.down)), y: Int(y.rounded(.down)))
        let isOnCanvas = 0..<canvas.width ~= pixel.x && 0..<canvas.height ~= pixel.y
        return isOnCanvas ? pixel : nil
      }
    }

    var description: String {
      "\(isStroke ? "stroke" : "fill") of \(circle.size!), line \(circle.lineWidth), inset \(circle.inset), "
        + "scale \(circle.scale)"
    }
  }

  /// The largest difference from the integral, and the case it occurs in.
  private func worst(
    of cases: [Case], pixels: Int, in format: PixelFormat = .encodedPremultiplied, integralDepth: Int = 5,
    using generator: inout SeededGenerator
  ) throws -> (difference: Double, place: String) {
    var worst = (difference: 0.0, place: "nowhere")
    for item in cases {
      let image = try item.circle.makeImage(in: format, RenderContext())
      try #require(image.size == item.canvas)
      for pixel in item.pixels(count: pixels, using: &generator) {
        let alpha = Double(image.alpha(pixel)) / Double(format.depth.largest)
        let share = item.share(pixel, depth: integralDepth)
        let difference = abs(alpha - share)
        if difference > worst.difference { worst = (difference, "\(item) at \(pixel): \(alpha), not \(share)") }
      }
    }
    return worst
  }

  /// Every size as a width and as a height, combined with other heights, scales, lines and insets.
  private func cases(isStroke: Bool, using generator: inout SeededGenerator) -> [Case] {
    (1...257).flatMap { size in
      [size, 258 - size, Int.random(in: 1...257, using: &generator), Int.random(in: 1...9, using: &generator)].map {
        Case(
          size, $0, scale: Self.scales.randomElement(using: &generator)!,
          lineWidth: Self.lineWidths.randomElement(using: &generator)!,
          inset: Self.insets.randomElement(using: &generator)!, isStroke: isStroke)
      }
    }
  }

  @Test(arguments: [false, true])
  func everySizeIsWithinOneLevelOfTheIntegral(isStroke: Bool) throws {
    var generator = SeededGenerator(seed: 257)
    let cases = cases(isStroke: isStroke, using: &generator)
    let worst = try worst(of: cases, pixels: 32, using: &generator)
    print("\(isStroke ? "strokes" : "fills"), seed 257: \(worst)")
    #expect(worst.difference <= 1 / 255.0, "\(worst.place)")
  }

  /// Lines wider than the curvature radius, whose inner edge has corners or vanishes.
  @Test(arguments: [(257, 3), (257, 9), (3, 257), (200, 40), (40, 200), (64, 60), (7, 5), (2, 3), (1, 257)])
  func wideLinesOnFlatEllipsesAreWithinOneLevelOfTheIntegral(width: Int, height: Int) throws {
    var generator = SeededGenerator(seed: 3)
    let cases = Self.lineWidths.flatMap { lineWidth in
      Self.insets.map { Case(width, height, scale: 1, lineWidth: lineWidth, inset: $0, isStroke: true) }
    }
    let worst = try worst(of: cases, pixels: 400, using: &generator)
    print("strokes of \(width) × \(height), seed 3: \(worst)")
    #expect(worst.difference <= 1 / 255.0, "\(worst.place)")
  }

  @Test(arguments: [PixelFormat.Transfer.encoded, .linear], [false, true])
  func sixteenBitsAreWithinTwoLevelsOfTheIntegral(transfer: PixelFormat.Transfer, isStroke: Bool) throws {
    let format = PixelFormat(depth: .sixteen, transfer: transfer, alpha: .premultiplied)
    var generator = SeededGenerator(seed: 65_535)
    let all = cases(isStroke: isStroke, using: &generator)
    let cases = stride(from: 0, to: all.count, by: 13).map { all[$0] }
    let worst = try worst(of: cases, pixels: 32, in: format, integralDepth: 7, using: &generator)
    print("16-bit \(transfer) \(isStroke ? "strokes" : "fills"), seed 65535: \(worst)")
    #expect(worst.difference <= 2 / 65_535.0, "\(worst.place)")
  }

  @Test func theIntegralAgreesWithAFinerOne() {
    var generator = SeededGenerator(seed: 5)
    var worst = 0.0
    for _ in 0..<500 {
      let (a, b) = (Double.random(in: 0.5...130, using: &generator), Double.random(in: 0.5...9, using: &generator))
      let (coarse, fine) = (EllipseIntegral(a: a, b: b), EllipseIntegral(a: a, b: b, depth: 8))
      let angle = Double.random(in: 0...2 * .pi, using: &generator)
      let (x, y) = (a * cos(angle) + .random(in: -1...1, using: &generator), b * sin(angle))
      let half = Double.random(in: 0.25...20, using: &generator)
      worst = max(worst, abs(coarse.fill(x, y) - fine.fill(x, y)))
      worst = max(worst, abs(coarse.stroke(x, y, half: half) - fine.stroke(x, y, half: half)))
    }
    print("the integral is off by \(worst), seed 5")
    #expect(worst < 2e-4)
  }
}

extension Image {
  /// The alpha of a pixel, in levels of the image's depth.
  fileprivate func alpha(_ pixel: PixelPoint) -> Int {
    switch shape.format.depth {
    case .eight: Int(row(pixel.y).load(fromByteOffset: pixel.x * 4 + 3, as: UInt8.self))
    case .sixteen: Int(row(pixel.y).load(fromByteOffset: pixel.x * 8 + 6, as: UInt16.self))
    }
  }
}
