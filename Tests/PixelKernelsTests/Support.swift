import PixelKernels
import Testing

/// Debug builds run the scalar loops and the tests' own formulas some thirty times slower, so they take samples of the
/// domains that release builds go through whole.
#if DEBUG
  let isThorough = false
#else
  let isThorough = true
#endif

/// A pseudorandom sequence that its seed determines (SplitMix64: Steele, Lea and Flood, 2014).
struct SeededGenerator: RandomNumberGenerator {
  private var state: UInt64

  init(seed: UInt64) { state = seed }

  mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var mixed = state
    mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
    mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
    return mixed ^ (mixed >> 31)
  }
}

/// A pixel from its channels.
func pixel(_ red: Int, _ green: Int, _ blue: Int, _ alpha: Int) -> UInt32 {
  UInt32(red) | UInt32(green) << 8 | UInt32(blue) << 16 | UInt32(alpha) << 24
}

/// The channels of a pixel: red, green, blue, alpha.
func channels(_ pixel: UInt32) -> [Int] { [0, 8, 16, 24].map { Int(pixel >> $0 & 0xFF) } }

/// Seeded pixels of any kind: opaque, transparent, premultiplied and with colours above their alpha, in runs, so that
/// whole vectors of a kind occur.
func seededPixels(_ count: Int, seed: UInt64, premultiplied: Bool = false) -> [UInt32] {
  var generator = SeededGenerator(seed: seed)
  var kind = 0
  return (0..<count).map { index in
    if index % 20 == 0 { kind = Int.random(in: 0...3, using: &generator) }
    let alpha = kind == 0 ? 255 : kind == 1 ? 0 : Int.random(in: 0...255, using: &generator)
    let limit = premultiplied || kind == 2 ? alpha : 255
    let colour = (0..<3).map { _ in Int.random(in: 0...limit, using: &generator) }
    return pixel(colour[0], colour[1], colour[2], alpha)
  }
}

/// The result of a loop over `sources`, which lie one byte off any alignment and end where the row ends.
func result(
  of sources: [UInt32]..., by loop: (UnsafeMutableRawPointer, [UnsafeRawPointer], Int) -> Void
) -> [UInt32] {
  let count = sources[0].count
  func unaligned() -> UnsafeMutableRawPointer { .allocate(byteCount: count * 4 + 1, alignment: 64) + 1 }
  let rows = sources.map { source in
    let row = unaligned()
    for (index, pixel) in source.enumerated() { row.storeBytes(of: pixel, toByteOffset: index * 4, as: UInt32.self) }
    return row
  }
  let destination = unaligned()
  defer { for row in rows + [destination] { (row - 1).deallocate() } }

  loop(destination, rows.map { UnsafeRawPointer($0) }, count)
  return (0..<count).map { destination.loadUnaligned(fromByteOffset: $0 * 4, as: UInt32.self) }
}

/// What the scalar loop makes of `sources`: in a row of one pixel no level has a vector's worth to do.
func scalarResult(
  of sources: [UInt32]..., by loop: (UnsafeMutableRawPointer, [UnsafeRawPointer], Int) -> Void
) -> [UInt32] {
  var destination: UInt32 = 0
  return sources[0].indices.map { index in
    let pixels = sources.map { $0[index] }
    pixels.withUnsafeBytes { bytes in
      loop(&destination, pixels.indices.map { bytes.baseAddress! + $0 * 4 }, 1)
    }
    return destination
  }
}
