import PixelCore
import Synchronization

/// A conversion to sRGB for matrix profiles: a curve for each channel, a matrix, and sRGB's own curve (the model of
/// ICC.1:2022, annex F.3).
///
///     light = M · (curve(R), curve(G), curve(B)) + offset
///     result = encode(min(1, max(0, light)))
///
/// Colours outside of sRGB are clipped in linear light, channel by channel.
///
/// Pixels are processed with integer arithmetic on tables made with ``ExactMath``. At 8 bits a channel's contribution
/// to each sum is read from a table, in units of 2⁻²². The sums are rounded to units of 2⁻¹⁴ and looked up, within 0.6
/// of a level. At 16 bits light is in units of 2⁻²⁴. The encoding curve is linear between 256 points for each power of
/// two, within 1 level of 65535.
package final class MatrixTransform: Sendable {
  /// Maps a channel's value, 0…1, to linear light, 0…1.
  public typealias Curve = @Sendable (Double) -> Double

  private let curves: [Curve]
  private let matrix: [Double]
  private let offset: Double
  /// The contributions of each channel's value to red, green, blue and an unused sum: 3 · 256 · 4 numbers.
  let contributions: [Int32]
  private let deepTables = Mutex<DeepTables?>(nil)

  /// - Parameters:
  ///   - curves: One for each channel, or one for all.
  ///   - matrix: Nine coefficients, row by row, within ±30: the contributions of the channels to sRGB's red, then
  ///     green, then blue.
  ///   - offset: A number within ±30 that is added to each sum.
  public init(curves: [Curve], matrix: [Double], offset: Double = 0) {
    precondition(curves.count == 1 || curves.count == 3)
    precondition(matrix.count == 9 && matrix.allSatisfy { $0.magnitude <= 30 } && offset.magnitude <= 30)
    (self.curves, self.matrix, self.offset) = (curves, matrix, offset)
    let lights = Self.lights(of: curves, .eight) { $0 }
    contributions = (0..<3).flatMap { channel in
      lights[channel % lights.count].flatMap { light in
        (0..<4).map { row in
          if row == 3 { return 0 }
          let part = light * matrix[row * 3 + channel] + (channel == 0 ? offset : 0)
          // Adds half a unit of the sum, which is truncated.
          return Int32((part * Double(1 << (Self.lightBits + 8))).rounded()) + (channel == 0 ? 128 : 0)
        }
      }
    }
  }

  /// Fractional bits of light as an index of ``encoded``.
  static let lightBits = 14

  /// 8-bit sRGB for light in units of 2⁻¹⁴.
  static let encoded: [UInt8] = {
    let most = 1 << lightBits
    // The smallest light of each level.
    let thresholds = (1...255).map { TransferCurve.decode((Double($0) - 0.5) / 255) * Double(most) }
    var level = 0
    return (0...most).map { light in
      while level < 255, Double(light) >= thresholds[level] { level += 1 }
      return UInt8(level)
    }
  }()

  /// Returns the light of every value of every curve, converted by `make`.
  private static func lights<T>(
    of curves: [Curve], _ depth: PixelFormat.Depth, _ make: (Double) -> T
  ) -> [[T]] {
    curves.map { curve in
      (0...depth.largest).map { make(min(1, max(0, curve(Double($0) / Double(depth.largest))))) }
    }
  }

  /// Tables for 16 bits, made on first use.
  struct DeepTables: Sendable {
    static let one: Int64 = 1 << 24
    /// One table of 65536 entries for each channel, or one for all.
    let lights: [[UInt32]]
    let matrix: [Int64]
    let offset: Int64
  }

  var deep: DeepTables {
    deepTables.withLock { tables in
      if let tables { return tables }
      let one = Double(DeepTables.one)
      let made = DeepTables(
        lights: Self.lights(of: curves, .sixteen) { UInt32(($0 * one).rounded()) },
        matrix: matrix.map { Int64(($0 * one).rounded()) },
        // Adds half a unit of the sum, which is truncated.
        offset: Int64((offset * one * one).rounded()) + DeepTables.one / 2)
      tables = made
      return made
    }
  }

  /// 16-bit sRGB in units of 1/8192, at 256 points from each power of two of light to the next, from 2⁻⁹ to 1.
  static let encodedPoints: [UInt32] =
    (15..<24).flatMap { bit -> [UInt32] in
      (0..<256).map { point -> UInt32 in
        let light = Double(256 + point) / 256 * Double(sign: .plus, exponent: bit - 24, significand: 1)
        return UInt32((TransferCurve.encode(light) * 65535 * 8192).rounded())
      }
    } + [UInt32(65535 * 8192)]
}

extension Kernels {
  /// Converts straight or opaque pixels from a profile to sRGB. Alpha doesn't change.
  public func convertToSRGB(
    _ destination: UnsafeMutableRawPointer, _ source: UnsafeRawPointer, _ transform: MatrixTransform, count: Int,
    depth: PixelFormat.Depth
  ) {
    switch depth {
    case .eight: convertToSRGB8(destination, source, transform, count)
    case .sixteen: Self.convertToSRGB16(destination, source, transform.deep, count)
    }
  }

  private func convertToSRGB8(
    _ destination: UnsafeMutableRawPointer, _ source: UnsafeRawPointer, _ transform: MatrixTransform, _ count: Int
  ) {
    transform.contributions.withUnsafeBufferPointer { contributions in
      MatrixTransform.encoded.withUnsafeBufferPointer { encoded in
        let (parts, levels) = (contributions.baseAddress!, encoded.baseAddress!)
        let done = vectors.convertToSRGB(destination, source, parts, levels, count)
        for index in done..<count {
          destination.setPixel(index, Self.sRGB(source.pixel(index), parts, levels))
        }
      }
    }
  }

  private static func sRGB(
    _ pixel: UInt32, _ contributions: UnsafePointer<Int32>, _ encoded: UnsafePointer<UInt8>
  ) -> UInt32 {
    func parts(_ channel: UInt32) -> UnsafePointer<Int32> {
      let value = (pixel &>> (8 &* channel)) & 0xFF
      return contributions + Int((channel &* 256 &+ value) &* 4)
    }
    let (red, green, blue) = (parts(0), parts(1), parts(2))
    let most: Int32 = 1 << 14
    func channel(_ row: Int) -> UInt32 {
      let sum: Int32 = red[row] &+ green[row] &+ blue[row]
      return UInt32(encoded[Int(max(0, min(most, sum &>> 8)))])
    }
    return channel(0) | channel(1) &<< 8 | channel(2) &<< 16 | pixel & 0xFF00_0000
  }

  private static func convertToSRGB16(
    _ destination: UnsafeMutableRawPointer, _ source: UnsafeRawPointer, _ tables: MatrixTransform.DeepTables,
    _ count: Int
  ) {
    let (matrix, offset, lights) = (tables.matrix, tables.offset, tables.lights)
    let last = lights.count - 1
    MatrixTransform.encodedPoints.withUnsafeBufferPointer { points in
      for index in 0..<count {
        let pixel = source.pixel16(index)
        let red = Int64(lights[0][Int(pixel & 0xFFFF)])
        let green = Int64(lights[min(1, last)][Int((pixel &>> 16) & 0xFFFF)])
        let blue = Int64(lights[last][Int((pixel &>> 32) & 0xFFFF)])
        func channel(_ row: Int) -> UInt64 {
          var sum: Int64 = red &* matrix[row]
          sum = sum &+ green &* matrix[row &+ 1]
          sum = sum &+ blue &* matrix[row &+ 2]
          return encoded16((sum &+ offset) &>> 24, points.baseAddress!)
        }
        let colour = channel(0) | channel(3) &<< 16 | channel(6) &<< 32
        destination.setPixel16(index, colour | pixel & 0xFFFF_0000_0000_0000)
      }
    }
  }

  /// Returns 16-bit sRGB for light in units of 2⁻²⁴.
  static func encoded16(_ light: Int64, _ points: UnsafePointer<UInt32>) -> UInt64 {
    if light <= 0 { return 0 }
    if light >= MatrixTransform.DeepTables.one { return 65535 }
    // Below 0.0031308 the curve is linear, with a slope of 12.92 · 65535.
    if light <= 52_525 { return UInt64(light &* 846_712 &+ 1 &<< 23) &>> 24 }
    let bit = 63 &- light.leadingZeroBitCount
    // The eight bits after the highest one select the point.
    let shift = UInt64(bit &- 8)
    let whole = UInt64(light) &>> shift
    let rest = UInt64(light) &- whole &<< shift
    let place: Int = (bit &- 16) &* 256 &+ Int(whole)
    let point = points + place
    let (low, high) = (UInt64(point[0]), UInt64(point[1]))
    let value = low &<< shift &+ (high &- low) &* rest
    let half: UInt64 = 1 &<< (shift &+ 12)
    return (value &+ half) &>> (shift &+ 13)
  }
}
