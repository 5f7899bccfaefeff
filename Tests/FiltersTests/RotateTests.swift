import Filters
import Foundation
import Parameters
import PixelCore
import PixelKernels
import Testing

@Suite struct RotateTests {
  private static let size = PixelSize(width: 31, height: 22)

  /// Against the definition in double precision: Lanczos-3 of the image with repeated edges, and exact areas.
  @Test(
    arguments: [
      Rotate(angle: 12), Rotate(angle: -30, background: Color(css: "#204060")!), Rotate(angle: 45, canvas: .keep),
      Rotate(angle: 217.3, background: .white, canvas: .keep), Rotate(angle: 0.4), Rotate(angle: 90, canvas: .keep),
    ], PixelFormat.working)
  func isWithinALevelOfTheDefinition(filter: Rotate, format: PixelFormat) throws {
    let image = Image.random(ImageShape(size: Self.size, format: format), seed: 23)
    let rotated = try render(filter, image)
    let channels = rotated.channels
    let reference = RotationReference(image, filter, format: rotated.shape.format)
    #expect(rotated.size == reference.size)
    var worst = 0.0
    for y in 0..<rotated.size.height {
      for x in 0..<rotated.size.width {
        let expected = reference.pixel(x, y)
        for channel in 0..<4 {
          worst = max(worst, abs(Double(channels[(y * rotated.size.width + x) * 4 + channel]) - expected[channel]))
        }
      }
    }
    #expect(worst <= (format.depth == .eight ? 1 : 257), "\(worst)")
  }

  @Test(arguments: CPULevel.available)
  func everyLevelGivesTheSameBytes(level: CPULevel) throws {
    for format in PixelFormat.working {
      let image = Image.random(ImageShape(size: Self.size, format: format), seed: 31)
      for angle in [0.3, 12, 133.7, -44] {
        let filter = Rotate(angle: angle, background: Color(css: "#20406080")!)
        #expect(
          try render(filter, image, level: level).channels == render(filter, image, level: .baseline).channels,
          "\(format), \(angle)")
      }
    }
  }

  @Test func quartersMovePixels() throws {
    let image = Image.random(ImageShape(size: Self.size, format: .encodedPremultiplied), seed: 4)
    for (angle, orientation) in [(90.0, Orientation.right), (180, .down), (270, .left), (-90, .left), (-180, .down)] {
      #expect(
        try render(Rotate(angle: angle), image).pixels
          == render(Orient(orientation: .fixed(orientation)), image).pixels, "\(angle)")
    }
    for angle in [0.0, 360, -360] { #expect(try render(Rotate(angle: angle), image).pixels == image.pixels) }
    let square = ImageShape(size: PixelSize(width: 9, height: 9), format: .encodedOpaque)
    let turned = Rotate(angle: 90, canvas: .keep).plan(square, in: PlanContext()).output
    #expect(turned == .exact(square))
  }

  /// A canvas whose sides differ by an even number keeps whole pixels: the middle moves as it does with `expand`.
  @Test func aQuarterOnAKeptCanvasClips() throws {
    let image = Image.random(ImageShape(size: PixelSize(width: 12, height: 6), format: .encodedOpaque), seed: 4)
    let kept = try render(Rotate(angle: 90, background: .black, canvas: .keep), image)
    let whole = try render(Rotate(angle: 90), image)
    #expect(kept.size == image.size)
    for y in 0..<6 {
      #expect(Array(kept.pixels[y][3..<9]) == whole.pixels[y + 3])
      #expect(kept.pixels[y][..<3].allSatisfy { $0 == 0xFF00_0000 })
    }
  }

  /// One colour stays that colour up to its edges: no halo, and no darker rim.
  @Test func aPlainImageStaysPlain() throws {
    let shape = ImageShape(size: PixelSize(width: 40, height: 30), format: .encodedOpaque)
    let color = Color(css: "#c08040")!
    let rotated = try render(Rotate(angle: 25), .filled(shape, color))
    var opaque = 0
    for pixel in rotated.pixels.joined() {
      let channels = pixel.channels
      if channels[3] == 255 {
        #expect(pixel == color.word)
        opaque += 1
      } else {
        for channel in 0..<3 {
          let expected = Double([0xc0, 0x80, 0x40][channel] * channels[3]) / 255
          #expect(abs(Double(channels[channel]) - expected) <= 1)
        }
      }
    }
    #expect(opaque > 1000)
    // All alphas together are the area of the image.
    let area = Double(rotated.pixels.joined().reduce(0) { $0 + $1.channels[3] }) / 255
    #expect(abs(area - 1200) < 1)
    let same = try render(Rotate(angle: 25, background: color), .filled(shape, color))
    #expect(same.shape.format.alpha == .opaque && same.pixels.joined().allSatisfy { $0 == color.word })
  }

  /// 100 × 50 at 30°: 50√3 + 25 by 50 + 25√3.
  @Test func theCanvasExpandsToWholePixels() throws {
    let shape = ImageShape(size: PixelSize(width: 100, height: 50), format: .encodedOpaque)
    let output = Rotate(angle: 30).plan(shape, in: PlanContext()).output.bound
    #expect(output.size == PixelSize(width: 112, height: 94))
    #expect(output.format.alpha == .premultiplied)
    #expect(Rotate(angle: 30, canvas: .keep).plan(shape, in: PlanContext()).output.bound.size == shape.size)
  }

  @Test func takesItsAngleAlone() throws {
    #expect(try Rotate(parameters: Value(.number(-30))) == Rotate(angle: -30))
    #expect(throws: FilterError.self) { try Rotate(parameters: Value(.null)) }
    #expect(throws: FilterError.self) { try Rotate(parameters: Value(.number(361))) }
  }
}

@Suite struct FlipTests {
  @Test func swapsSides() throws {
    let image = Image.random(ImageShape(size: PixelSize(width: 13, height: 7), format: .encodedStraight), seed: 4)
    #expect(try render(Flip(direction: .horizontal), image).pixels == image.pixels.map { $0.reversed() })
    #expect(try render(Flip(direction: .vertical), image).pixels == image.pixels.reversed())
    #expect(try Flip(parameters: Value(.text("vertical"))) == Flip(direction: .vertical))
    #expect(throws: FilterError.self) { try Flip(parameters: Value(.null)) }
  }
}

/// A rotation as its documentation defines it, in double precision.
private struct RotationReference {
  let size: PixelSize
  private let image: Image
  private let channels: [Int]
  private let background: [Double]
  private let isOpaque: Bool
  private let (sine, cosine): (Double, Double)

  init(_ image: Image, _ filter: Rotate, format: PixelFormat) {
    (self.image, channels) = (image, image.channels)
    let angle = filter.angle * Double.pi / 180
    (sine, cosine) = (sin(angle), cos(angle))
    let (width, height) = (Double(image.size.width), Double(image.size.height))
    size =
      filter.canvas == .keep
      ? image.size
      : PixelSize(
        width: Int((width * abs(cosine) + height * abs(sine)).rounded(.up)),
        height: Int((width * abs(sine) + height * abs(cosine)).rounded(.up)))
    let pixel = filter.background.pixel(in: format)
    background = [pixel.red, pixel.green, pixel.blue, pixel.alpha].map(Double.init)
    isOpaque = format.alpha == .opaque
  }

  func pixel(_ x: Int, _ y: Int) -> [Double] {
    let share = area(of: x, y)
    guard share > 0 else { return background }
    let middle = source(Double(x) + 0.5, Double(y) + 0.5)
    let sample = sample(middle.x - 0.5, middle.y - 0.5)
    return (0..<4).map { sample[$0] * share + background[$0] * (1 - share) }
  }

  /// The position in the image of a position on the canvas.
  private func source(_ x: Double, _ y: Double) -> (x: Double, y: Double) {
    let (right, down) = (x - Double(size.width) / 2, y - Double(size.height) / 2)
    return (
      right * cosine + down * sine + Double(image.size.width) / 2,
      down * cosine - right * sine + Double(image.size.height) / 2
    )
  }

  private func sample(_ x: Double, _ y: Double) -> [Double] {
    func weights(_ place: Double) -> (first: Int, values: [Double]) {
      let first = Int(place.rounded(.down)) - 2
      let values = (0..<6).map { tap -> Double in
        let distance = Double.pi * (Double(first + tap) - place)
        if abs(distance) < 1e-12 { return 1 }
        if abs(distance) >= 3 * Double.pi { return 0 }
        return sin(distance) / distance * sin(distance / 3) / (distance / 3)
      }
      let sum = values.reduce(0, +)
      return (first, values.map { $0 / sum })
    }
    let (across, down) = (weights(x), weights(y))
    var sums = [0.0, 0, 0, 0]
    for (row, weightDown) in down.values.enumerated() {
      for (column, weight) in across.values.enumerated() {
        let placeX = min(max(across.first + column, 0), image.size.width - 1)
        let placeY = min(max(down.first + row, 0), image.size.height - 1)
        for channel in 0..<4 {
          sums[channel] += weight * weightDown * Double(channels[(placeY * image.size.width + placeX) * 4 + channel])
        }
      }
    }
    let largest = Double(image.shape.format.depth.largest)
    let alpha = min(max(sums[3], 0), largest)
    return sums[..<3].map { min(max($0, 0), alpha) } + [alpha]
  }

  /// The area of a pixel, turned back, that is inside the image: the pixel's square clipped at the image's four sides.
  private func area(of x: Int, _ y: Int) -> Double {
    var polygon = [(0.0, 0.0), (1, 0), (1, 1), (0, 1)].map { source(Double(x) + $0.0, Double(y) + $0.1) }
    let (width, height) = (Double(image.size.width), Double(image.size.height))
    let insides: [((x: Double, y: Double)) -> Double] = [{ $0.x }, { width - $0.x }, { $0.y }, { height - $0.y }]
    for inside in insides {
      var clipped: [(x: Double, y: Double)] = []
      for (index, point) in polygon.enumerated() {
        let next = polygon[(index + 1) % polygon.count]
        let (here, there) = (inside(point), inside(next))
        if here >= 0 { clipped.append(point) }
        if (here < 0) != (there < 0) {
          let share = here / (here - there)
          clipped.append((point.x + (next.x - point.x) * share, point.y + (next.y - point.y) * share))
        }
      }
      polygon = clipped
      if polygon.isEmpty { return 0 }
    }
    var double = 0.0
    for (index, point) in polygon.enumerated() {
      let next = polygon[(index + 1) % polygon.count]
      double += point.x * next.y - next.x * point.y
    }
    return abs(double) / 2
  }
}
