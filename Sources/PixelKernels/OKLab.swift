import PixelCore

/// A colour in OKLab (Björn Ottosson, 2020), where equal distances look about equal. Coordinates are integers in units
/// of 1/4096, so that black is (0, 0, 0) and white (4096, 0, 0). Every step is rounded once, and equal on every CPU.
package struct OKLab: Hashable, Sendable {
  /// Lightness: 0…4096.
  public var lightness: Int16
  /// Green to red.
  public var a: Int16
  /// Blue to yellow.
  public var b: Int16

  @inlinable
  public init(lightness: Int16, a: Int16, b: Int16) { (self.lightness, self.a, self.b) = (lightness, a, b) }

  /// Returns the squared distance to another colour, in 1/4096².
  @inlinable
  @inline(__always)
  public func squaredDistance(to other: OKLab) -> Int32 {
    let lightness = Int32(lightness) &- Int32(other.lightness)
    return lightness &* lightness &+ squaredChromaDistance(to: other)
  }

  /// Returns the squared distance of the chroma alone.
  @inlinable
  @inline(__always)
  public func squaredChromaDistance(to other: OKLab) -> Int32 {
    let (a, b) = (Int32(a) &- Int32(other.a), Int32(b) &- Int32(other.b))
    return a &* a &+ b &* b
  }
}

// MARK: Conversion of pixels

extension OKLab {
  /// Returns the colours of pixels of encoded sRGB with straight alpha, 8 bits each. Translucent pixels are composited
  /// over white.
  public static func colors(of pixels: [UInt32]) -> [OKLab] {
    let tables = Tables.shared
    return [OKLab](unsafeUninitializedCapacity: pixels.count) { colors, count in
      tables.withPointers { tables in
        // Adjacent pixels are often equal.
        var known: (pixel: UInt32, color: OKLab) = (0xFF00_0000, tables.color(0))
        for index in pixels.indices {
          let pixel = pixels[index]
          if pixel != known.pixel { known = (pixel, tables.color(pixel &>> 24 == 255 ? pixel : overWhite(pixel))) }
          colors.initializeElement(at: index, to: known.color)
        }
      }
      count = pixels.count
    }
  }

  /// Creates the colour of a pixel's first three bytes, which are encoded sRGB.
  public init(encoded pixel: UInt32) {
    var color = OKLab(lightness: 0, a: 0, b: 0)
    Tables.shared.withPointers { color = $0.color(pixel) }
    self = color
  }

  @inline(__always)
  private static func overWhite(_ pixel: UInt32) -> UInt32 {
    let alpha = pixel &>> 24
    func over(_ channel: UInt32) -> UInt32 { ((channel & 0xFF) &* alpha &+ 255 &* (255 &- alpha) &+ 127) / 255 }
    return over(pixel) | over(pixel &>> 8) &<< 8 | over(pixel &>> 16) &<< 16
  }

  /// Precomputed parts of the formula.
  private struct Tables: Sendable {
    /// The contributions of each red, green and blue to the long, medium and short cones, by Ottosson's first matrix in
    /// units of 1/65536. Its rows sum to 1. Red's contributions include a half for rounding.
    private let cones: [SIMD4<UInt32>]
    /// Cube roots of 65535ths, in units of 1/32768.
    private let cubeRoots: [UInt16]

    static let shared = Tables()

    private init() {
      let light = TransferTables.decodedEight.map(UInt32.init)
      let (half, none) = (SIMD4<UInt32>(repeating: 32768), SIMD4<UInt32>.zero)
      let matrix: [SIMD4<UInt32>] = [[27015, 13887, 5787, 0], [35149, 44610, 18462, 0], [3372, 7039, 41287, 0]]
      cones = (0..<3).flatMap { channel in light.map { matrix[channel] &* $0 &+ (channel == 0 ? half : none) } }
      // The integer k nearest to 32768 · ∛(i / 65535): the last one with (k − ½)³ · 65535 ≤ 32768³ · i, in integers.
      var root: UInt64 = 0
      cubeRoots = (0...65_535).map { (index: UInt64) in
        while root < 32_768, (2 * root + 1) * (2 * root + 1) * (2 * root + 1) * 65_535 <= 8 * (1 << 45) * index {
          root += 1
        }
        return UInt16(root)
      }
    }

    func withPointers(_ body: (Pointers) -> Void) {
      cones.withUnsafeBufferPointer { cones in
        cubeRoots.withUnsafeBufferPointer {
          body(Pointers(cones: cones.baseAddress!, cubeRoots: $0.baseAddress!))
        }
      }
    }

    struct Pointers {
      let cones: UnsafePointer<SIMD4<UInt32>>
      let cubeRoots: UnsafePointer<UInt16>

      @inline(__always)
      func color(_ pixel: UInt32) -> OKLab {
        let light =
          cones[Int(pixel & 0xFF)] &+ cones[256 &+ Int(pixel &>> 8 & 0xFF)] &+ cones[512 &+ Int(pixel &>> 16 & 0xFF)]
        let long = Int(cubeRoots[Int(light[0] &>> 16)])
        let medium = Int(cubeRoots[Int(light[1] &>> 16)])
        let short = Int(cubeRoots[Int(light[2] &>> 16)])
        // Ottosson's second matrix in units of 1/65536, applied to roots in units of 1/32768.
        let half = 1 &<< 18
        return OKLab(
          lightness: Int16(truncatingIfNeeded: (13792 &* long &+ 52011 &* medium &- 267 &* short &+ half) &>> 19),
          a: Int16(truncatingIfNeeded: (129630 &* long &- 159160 &* medium &+ 29530 &* short &+ half) &>> 19),
          b: Int16(truncatingIfNeeded: (1698 &* long &+ 51300 &* medium &- 52998 &* short &+ half) &>> 19))
      }
    }
  }
}
