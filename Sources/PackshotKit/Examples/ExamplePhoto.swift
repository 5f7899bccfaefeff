import PixelCore

/// A product photo that needs no file (a glazed vase, cut out, with its shadow) and a backdrop for it.
///
/// Both are computed in linear light, with arithmetic that IEEE 754 rounds the same on every machine, and then encoded
/// as 8-bit premultiplied sRGB, 224 × 224 pixels.
enum ExamplePhoto {
  static let size = PixelSize(width: 224, height: 224)

  /// The vase and its shadow, on transparency.
  static let vase = draw { x, y in Vase.shadow(x, y).under(Vase.body(x, y)).under(Vase.mouth(x, y)) }

  /// The vase and its shadow in front of plain paper.
  static let vaseOnPaper = {
    let paper = Layer(red: 0.888, green: 0.888, blue: 0.871)
    return draw { x, y in
      paper.under(Vase.shadow(x, y)).under(Vase.body(x, y)).under(Vase.mouth(x, y))
    }
  }()

  /// A warm wall lit by a lamp, above a table.
  static let backdrop = draw { x, y in
    let (across, down) = ((x - 86) / 202, (y - 70) / 187)
    let glow = 1 / (1 + 1.6 * (across * across + down * down))
    let table = smoothStep(from: 160, to: 166, y)
    return Layer(
      red: glow * (0.78 - 0.20 * table), green: glow * (0.64 - 0.24 * table), blue: glow * (0.50 - 0.26 * table))
  }

  /// Samples a drawing at the centre of each pixel.
  private static func draw(_ layer: (Double, Double) -> Layer) -> Image {
    var pixels = PixelBuffer(shape: ImageShape(size: size, format: .encodedPremultiplied))
    for y in 0..<size.height {
      for x in 0..<size.width {
        let color = layer(Double(x) + 0.5, Double(y) + 0.5).color
        color.pixel(in: .encodedPremultiplied).store(in: pixels.mutableRow(y), at: x)
      }
    }
    return Image(pixels)
  }
}

/// The vase's geometry, in pixels, and its light.
private enum Vase {
  static let axis = 112.0
  static let (mouthHeight, footHeight) = (33.0, 194.0)
  /// Height of a circle around the axis relative to its width, as seen from a camera slightly above the vase.
  static let flattening = 0.15
  /// The wall's distance from the axis at several heights, from mouth to foot.
  static let profile: [(height: Double, radius: Double)] = [
    (33, 25), (42, 19.5), (58, 19.5), (79, 36.5), (107, 59), (133, 66), (161, 58), (184, 41), (194, 36.5),
  ]
  static let glaze = Layer(red: 0.020, green: 0.215, blue: 0.235)
  static let stripe = Layer(red: 0.80, green: 0.70, blue: 0.50)
  static let clay = Layer(red: 0.42, green: 0.17, blue: 0.085)

  /// Returns the wall's radius at a height, and its change per pixel downwards: a cubic through the profile's points.
  static func wall(_ height: Double) -> (radius: Double, slope: Double) {
    let height = min(max(height, mouthHeight), footHeight)
    let last = profile.count - 1
    let i = min(profile.lastIndex { $0.height <= height }!, last - 1)
    let slope = { (i: Int) in
      let (above, below) = (profile[max(0, i - 1)], profile[min(last, i + 1)])
      return (below.radius - above.radius) / (below.height - above.height)
    }
    let length = profile[i + 1].height - profile[i].height
    let t = (height - profile[i].height) / length
    let (start, end) = (profile[i].radius, profile[i + 1].radius)
    let (startSlope, endSlope) = (slope(i) * length, slope(i + 1) * length)
    // Hermite's cubic: a + b·t + c·t² + d·t³.
    let c = 3 * (end - start) - 2 * startSlope - endSlope
    let d = 2 * (start - end) + startSlope + endSlope
    return (start + t * (startSlope + t * (c + t * d)), (startSlope + t * (2 * c + 3 * d * t)) / length)
  }

  /// Returns the visible part of the outer wall at a point.
  static func body(_ x: Double, _ y: Double) -> Layer {
    let (radius, slope) = wall(y)
    let across = min(1, max(-1, (x - axis) / radius))
    let towards = (1 - across * across).squareRoot()
    // The wall curves down towards the camera.
    let height = y - flattening * radius * towards
    let side = (radius - (x - axis).magnitude) / (1 + slope * slope).squareRoot()
    let coverage = min(side, footHeight - height, y - mouthHeight) + 0.5

    let paint =
      glaze
      .mixed(with: stripe, smoothStep(from: 76.5, to: 78, height) - smoothStep(from: 82.5, to: 84, height))
      .mixed(with: stripe, smoothStep(from: 87, to: 88.5, height) - smoothStep(from: 89, to: 90.5, height))
      .mixed(with: clay, smoothStep(from: 166, to: 167.5, height + across * 3))
    let gloss = 1 - smoothStep(from: 166, to: 167.5, height + across * 3)
    return paint.lit(at: Direction(across, -slope, towards), gloss: gloss).covering(coverage)
  }

  /// Returns the lip and the dark interior at a point.
  static func mouth(_ x: Double, _ y: Double) -> Layer {
    let outside = distance(x, y, radius: wall(mouthHeight).radius + 1)
    let inside = distance(x, y, radius: wall(mouthHeight).radius - 4)
    let depth = Layer(red: 0.004, green: 0.03, blue: 0.034)
      .mixed(with: glaze, 0.5 * smoothStep(from: -2, to: 5, y - mouthHeight))
    let lip = glaze.lit(at: Direction((x - axis) / 46, -1, 0.35), gloss: 1)
    return lip.covering(outside + 0.5).under(depth.covering(inside + 0.5))
  }

  /// Returns the shadow on the ground, away from the light, at a point.
  static func shadow(_ x: Double, _ y: Double) -> Layer {
    let (across, down) = ((x - axis - 14) / 87, (y - footHeight - 2) / 13)
    let rest = max(0, 1 - across * across - down * down)
    return Layer(red: 0.01, green: 0.008, blue: 0.006).covering(0.55 * rest * rest)
  }

  /// Returns the approximate distance in pixels by which a point is inside the mouth's ellipse.
  private static func distance(_ x: Double, _ y: Double, radius: Double) -> Double {
    let (across, down) = ((x - axis) / radius, (y - mouthHeight) / (radius * flattening * 1.3))
    let (steepX, steepY) = (across / radius, down / (radius * flattening * 1.3))
    let value = 1 - across * across - down * down
    return value / max(1e-9, 2 * (steepX * steepX + steepY * steepY).squareRoot())
  }
}

/// Returns 0 below `low`, 1 above `high`, and a smooth transition between them.
private func smoothStep(from low: Double, to high: Double, _ x: Double) -> Double {
  let t = min(1, max(0, (x - low) / (high - low)))
  return t * t * (3 - 2 * t)
}

/// A unit vector in space: right, down, towards the camera.
private struct Direction {
  let (x, y, z): (Double, Double, Double)

  init(_ x: Double, _ y: Double, _ z: Double) {
    let length = (x * x + y * y + z * z).squareRoot()
    (self.x, self.y, self.z) = (x / length, y / length, z / length)
  }

  static func * (a: Direction, b: Direction) -> Double { a.x * b.x + a.y * b.y + a.z * b.z }

  static let lamp = Direction(-0.55, -0.60, 0.62)
  /// Half way between the lamp and the camera: surfaces facing this way reflect the lamp.
  static let glint = Direction(lamp.x, lamp.y, lamp.z + 1)
  /// A second, weaker lamp that lights the far edge.
  static let rim = Direction(0.93, -0.1, 0.1)
}

/// A colour in linear light, not premultiplied, with its opacity.
private struct Layer {
  var red: Double
  var green: Double
  var blue: Double
  var opacity = 1.0

  func covering(_ share: Double) -> Layer {
    var layer = self
    layer.opacity *= min(1, max(0, share))
    return layer
  }

  func mixed(with other: Layer, _ share: Double) -> Layer {
    Layer(
      red: red + (other.red - red) * share, green: green + (other.green - green) * share,
      blue: blue + (other.blue - blue) * share)
  }

  /// Returns the layer with another layer over it.
  func under(_ top: Layer) -> Layer {
    let opacity = top.opacity + self.opacity * (1 - top.opacity)
    if opacity == 0 { return top }
    return mixed(with: top, top.opacity / opacity).covering(opacity)
  }

  /// Returns the light from a surface that faces `normal`: the scattered light of the lamps, and their reflection.
  func lit(at normal: Direction, gloss: Double) -> Layer {
    let light = 0.22 + 0.95 * max(0, normal * .lamp) + 0.10 * max(0, -normal.y)
    var mirrored = max(0, normal * .glint)
    for _ in 0..<5 { mirrored *= mirrored }  // To the 32nd power.
    let far = max(0, normal * .rim)
    let shine = gloss * (0.75 * mirrored + 0.10 * far * far * far * far)
    return Layer(red: red * light + shine, green: green * light + shine, blue: blue * light + shine)
  }

  /// The colour encoded as 8-bit sRGB.
  var color: Color {
    let channel = { (light: Double) in UInt8((TransferCurve.encode(min(1, max(0, light))) * 255).rounded()) }
    return Color(
      red: channel(red), green: channel(green), blue: channel(blue), alpha: UInt8((opacity * 255).rounded()))
  }
}
