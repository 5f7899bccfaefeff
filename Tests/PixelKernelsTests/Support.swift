import PixelKernels
import TestSupport
import Testing

/// Debug builds run the scalar loops and the tests' formulas about thirty times slower, so they sample the domains that
/// release builds test completely.
#if DEBUG
  let isThorough = false
#else
  let isThorough = true
#endif

/// A pixel as a word of four channels, alpha in its highest bits: `UInt32` at 8 bits per channel, `UInt64` at 16.
typealias PixelWord = FixedWidthInteger & UnsignedInteger

/// An 8-bit pixel from its channels.
func pixel(_ red: Int, _ green: Int, _ blue: Int, _ alpha: Int) -> UInt32 {
  UInt32(red) | UInt32(green) << 8 | UInt32(blue) << 16 | UInt32(alpha) << 24
}

/// A 16-bit pixel from its channels.
func pixel16(_ red: Int, _ green: Int, _ blue: Int, _ alpha: Int) -> UInt64 {
  UInt64(red) | UInt64(green) << 16 | UInt64(blue) << 32 | UInt64(alpha) << 48
}

/// The channels of a pixel: red, green, blue, alpha.
func channels<Word: PixelWord>(_ pixel: Word) -> [Int] {
  let word = UInt64(pixel)
  let bits = Word.bitWidth / 4
  let largest = UInt64(1) << bits - 1
  return [Int(word & largest), Int(word >> bits & largest), Int(word >> (2 * bits) & largest), Int(word >> (3 * bits))]
}

/// Seeded pixels of any kind: opaque, transparent, premultiplied, and with colours above their alpha, in runs, so that whole
/// vectors of one kind occur.
func seededPixels<Word: PixelWord>(
  _ count: Int, seed: UInt64, premultiplied: Bool = false, as type: Word.Type = UInt32.self
) -> [Word] {
  let bits = Word.bitWidth / 4
  let largest = 1 << bits - 1
  var generator = SeededGenerator(seed: seed)
  var kind = 0
  return (0..<count).map { index in
    if index % 20 == 0 { kind = Int.random(in: 0...3, using: &generator) }
    let alpha = kind == 0 ? largest : kind == 1 ? 0 : Int.random(in: 0...largest, using: &generator)
    let limit = premultiplied || kind == 2 ? alpha : largest
    let colour = (0..<3).map { _ in Int.random(in: 0...limit, using: &generator) }
    return Word((colour + [alpha]).reversed().reduce(UInt64(0)) { $0 << bits | UInt64($1) })
  }
}

/// The result of a loop over `sources`, which begin one byte off any alignment and end with the row.
func result<Word: PixelWord>(
  of sources: [Word]..., by loop: (UnsafeMutableRawPointer, [UnsafeRawPointer], Int) -> Void
) -> [Word] {
  let count = sources[0].count
  let size = MemoryLayout<Word>.size
  func unaligned() -> UnsafeMutableRawPointer { .allocate(byteCount: count * size + 1, alignment: 64) + 1 }
  let rows = sources.map { source in
    let row = unaligned()
    source.withUnsafeBytes { if count > 0 { row.copyMemory(from: $0.baseAddress!, byteCount: count * size) } }
    return row
  }
  let destination = unaligned()
  defer { for row in rows + [destination] { (row - 1).deallocate() } }

  loop(destination, rows.map { UnsafeRawPointer($0) }, count)
  return (0..<count).map { destination.loadUnaligned(fromByteOffset: $0 * size, as: Word.self) }
}

/// The result of the scalar loop for `sources`: in a row of one pixel, every level uses it.
func scalarResult<Word: PixelWord>(
  of sources: [Word]..., by loop: (UnsafeMutableRawPointer, [UnsafeRawPointer], Int) -> Void
) -> [Word] {
  var destination: Word = 0
  return sources[0].indices.map { index in
    let pixels = sources.map { $0[index] }
    pixels.withUnsafeBytes { bytes in
      loop(&destination, pixels.indices.map { bytes.baseAddress! + $0 * MemoryLayout<Word>.size }, 1)
    }
    return destination
  }
}
