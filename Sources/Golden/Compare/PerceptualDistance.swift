import PixelCore

/// The perceived difference of two colours: their distance in OKLab, in hundredths. About 2 is just noticeable.
///
/// OKLab (Björn Ottosson, "A perceptual color space for image processing", 2020; matrices as in CSS Color 4, section
/// 10.4) is used instead of CIEDE2000 because its hues are more uniform and it needs nothing but a cube root, so that
/// every machine computes the same numbers. CIEDE2000 needs sines and exponentials, which differ between systems'
/// libraries. The just noticeable distance of 0.02 comes from CSS Color 4, section 14.2.
///
/// Translucent pixels depend on their background, so they are compared over black and over white, and the larger
/// distance counts.
struct PerceptualDistance {
  /// Linear light by encoded value, from 0 to 1.
  private let light: [Float]
  private let depth: PixelFormat.Depth

  init(_ depth: PixelFormat.Depth) {
    self.depth = depth
    light = (0...depth.largest).map { Float(TransferCurve.decode(Double($0) / Double(depth.largest))) }
  }

  /// Returns the distance of the premultiplied pixels at two addresses.
  func callAsFunction(_ first: UnsafeRawPointer, _ second: UnsafeRawPointer) -> Float {
    let (one, other) = (channels(first), channels(second))
    let overBlack = squaredDistance(one, other, background: 0)
    if one.w == depth.largest, other.w == depth.largest { return 100 * overBlack.squareRoot() }
    return 100 * max(overBlack, squaredDistance(one, other, background: depth.largest)).squareRoot()
  }

  private func channels(_ pixel: UnsafeRawPointer) -> SIMD4<Int> {
    switch depth {
    case .eight: SIMD4(truncatingIfNeeded: pixel.loadUnaligned(as: SIMD4<UInt8>.self))
    case .sixteen: SIMD4(truncatingIfNeeded: pixel.loadUnaligned(as: SIMD4<UInt16>.self))
    }
  }

  private func squaredDistance(_ one: SIMD4<Int>, _ other: SIMD4<Int>, background: Int) -> Float {
    let difference = lab(one, background) - lab(other, background)
    return (difference * difference).sum()
  }

  /// Returns the colour of a premultiplied pixel over a grey background. `rest` is the background's contribution.
  private func lab(_ pixel: SIMD4<Int>, _ background: Int) -> SIMD4<Float> {
    let rest = background == 0 ? 0 : depth.largest - pixel.w
    let (red, green, blue) = (light[pixel.x + rest], light[pixel.y + rest], light[pixel.z + rest])
    let cones = SIMD4<Float>(
      0.412_221_470_8 * red + 0.536_332_536_3 * green + 0.051_445_992_9 * blue,
      0.211_903_498_2 * red + 0.680_699_545_1 * green + 0.107_396_956_6 * blue,
      0.088_302_461_9 * red + 0.281_718_837_6 * green + 0.629_978_700_5 * blue, 0)
    let root = Self.cubeRoot(cones)
    return SIMD4(
      0.210_454_255_3 * root.x + 0.793_617_785_0 * root.y - 0.004_072_046_8 * root.z,
      1.977_998_495_1 * root.x - 2.428_592_205_0 * root.y + 0.450_593_709_9 * root.z,
      0.025_904_037_1 * root.x + 0.782_771_766_2 * root.y - 0.808_675_766_0 * root.z, 0)
  }

  /// Returns the cube roots of numbers from 0 to 1. Starts from a third of the exponent and applies Halley's method
  /// three times, which triples the number of correct digits each time.
  private static func cubeRoot(_ numbers: SIMD4<Float>) -> SIMD4<Float> {
    let bits = unsafeBitCast(numbers, to: SIMD4<UInt32>.self)
    var root = unsafeBitCast(bits / 3 &+ SIMD4(repeating: 0x2A51_4067), to: SIMD4<Float>.self)
    for _ in 0..<3 {
      let cube = root * root * root
      root *= (cube + 2 * numbers) / (2 * cube + numbers)
    }
    return root.replacing(with: 0, where: numbers .== 0)
  }
}
