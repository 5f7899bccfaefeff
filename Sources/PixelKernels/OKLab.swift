import PixelCore

/// Colours in OKLab (Björn Ottosson, 2020), where equal distances look about equally large. In whole numbers of 1/4096, so
/// that black is (0, 0, 0) and white (4096, 0, 0); every step is rounded once, and the same on every processor.
public struct OKLab: Hashable, Sendable {
  /// Lightness: 0…4096.
  public var lightness: Int16
  /// From green to red.
  public var a: Int16
  /// From blue to yellow.
  public var b: Int16

  public init(lightness: Int16, a: Int16, b: Int16) { (self.lightness, self.a, self.b) = (lightness, a, b) }

  /// The colour of a pixel's first three bytes, which are encoded sRGB.
  @inline(__always)
  public init(encoded pixel: UInt32, _ tables: Tables) {
    let red = Int(tables.light[Int(pixel & 0xFF)])
    let green = Int(tables.light[Int(pixel &>> 8 & 0xFF)])
    let blue = Int(tables.light[Int(pixel &>> 16 & 0xFF)])
    // Cones by Ottosson's first matrix in 1/65536, whose rows sum to that.
    let long = Int(tables.cubeRoot[(27015 &* red &+ 35149 &* green &+ 3372 &* blue &+ 32768) &>> 16])
    let medium = Int(tables.cubeRoot[(13887 &* red &+ 44610 &* green &+ 7039 &* blue &+ 32768) &>> 16])
    let short = Int(tables.cubeRoot[(5787 &* red &+ 18462 &* green &+ 41287 &* blue &+ 32768) &>> 16])
    // His second in 1/65536, of roots in 1/32768.
    let half = 1 &<< 18
    lightness = Int16(truncatingIfNeeded: (13792 &* long &+ 52011 &* medium &- 267 &* short &+ half) &>> 19)
    a = Int16(truncatingIfNeeded: (129630 &* long &- 159160 &* medium &+ 29530 &* short &+ half) &>> 19)
    b = Int16(truncatingIfNeeded: (1698 &* long &+ 51300 &* medium &- 52998 &* short &+ half) &>> 19)
  }

  /// The square of the distance to another colour, in 1/4096².
  @inline(__always)
  public func squaredDistance(to other: OKLab) -> Int32 {
    let lightness = Int32(lightness) &- Int32(other.lightness)
    return lightness &* lightness &+ squaredChromaDistance(to: other)
  }

  /// The same of the chroma alone.
  @inline(__always)
  public func squaredChromaDistance(to other: OKLab) -> Int32 {
    let (a, b) = (Int32(a) &- Int32(other.a), Int32(b) &- Int32(other.b))
    return a &* a &+ b &* b
  }

  /// What ``init(encoded:_:)`` looks up.
  public struct Tables: Sendable {
    fileprivate let light: [UInt16]
    fileprivate let cubeRoot: [UInt16]

    public static let shared = Tables()

    private init() {
      light = TransferTables.decodedEight
      // The nearest k to 32768 · ∛(i / 65535): the last with (k − ½)³ · 65535 ≤ 32768³ · i, in whole numbers.
      var root: UInt64 = 0
      cubeRoot = (0...65_535).map { (index: UInt64) in
        while root < 32_768, (2 * root + 1) * (2 * root + 1) * (2 * root + 1) * 65_535 <= 8 * (1 << 45) * index {
          root += 1
        }
        return UInt16(root)
      }
    }
  }
}
