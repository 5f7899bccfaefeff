import PixelCore

/// A colour matrix: four rows of five coefficients, for red, green, blue and alpha of the result. They are multiplied
/// by straight red, green, blue, alpha (0…1) and 1.
///
/// Coefficients are whole millionths, so that results can be rounded correctly.
public struct ColorCoefficients: Sendable, Hashable {
  /// The largest magnitude of a coefficient.
  public static let limit = 1000.0

  /// The matrix that changes nothing.
  public static let identity = ColorCoefficients(rows: [
    [1, 0, 0, 0, 0], [0, 1, 0, 0, 0], [0, 0, 1, 0, 0], [0, 0, 0, 1, 0],
  ])!

  /// The twenty coefficients in millionths, row by row.
  public let millionths: [Int32]

  /// Creates a matrix from four rows of five coefficients, −1000…1000, each rounded to the nearest millionth. Nil for
  /// anything else.
  public init?(rows: [[Double]]) {
    guard rows.count == 4, rows.allSatisfy({ $0.count == 5 }),
      rows.joined().allSatisfy({ $0.magnitude <= Self.limit })
    else { return nil }
    millionths = rows.joined().map { Int32(($0 * 1_000_000).rounded()) }
  }

  /// The coefficients as numbers: four rows of five.
  public var rows: [[Double]] {
    stride(from: 0, to: 20, by: 5).map { row in millionths[row..<row + 5].map { Double($0) / 1_000_000 } }
  }

  /// Whether alpha doesn't change.
  public var keepsAlpha: Bool { millionths[15...] == Self.identity.millionths[15...] }

  /// Creates the equivalent of a sepia matrix, which doesn't change alpha.
  init(_ sepia: SepiaMatrix) {
    let rows = stride(from: 0, to: 9, by: 3).map { Array(sepia.millionths[$0..<$0 + 3]) + [0, 0] }
    millionths = Array(rows.joined()) + Self.identity.millionths[15...]
  }

  /// Whether alpha doesn't change and straight alpha doesn't contribute to colour. Then the matrix can be applied to
  /// premultiplied colour, with alpha in place of 1.
  fileprivate var isAffineInColour: Bool {
    keepsAlpha && [3, 8, 13].allSatisfy { millionths[$0] == 0 }
  }
}

extension Kernels {
  /// Applies a colour matrix m to premultiplied pixels.
  ///
  /// With the straight colour (R, G, B) = (r, g, b) / a, or 0 if alpha a is 0, A = a / M, and M = 255 or 65535 the
  /// largest value of the depth:
  ///
  ///     a' = ⌊clamp(m₄₁ R + m₄₂ G + m₄₃ B + m₄₄ A + m₄₅) · M + ½⌋
  ///     r' = ⌊clamp(m₁₁ R + m₁₂ G + m₁₃ B + m₁₄ A + m₁₅) · a' + ½⌋, and so g' and b'
  ///
  /// where clamp bounds to 0…1. Everything before the floors is exact. So each channel is rounded once, ties upwards; the
  /// identity changes no premultiplied pixel, and colour never exceeds alpha.
  public func colorMatrix(
    _ destination: UnsafeMutableRawPointer, _ source: UnsafeRawPointer, _ matrix: ColorCoefficients, count: Int,
    depth: PixelFormat.Depth
  ) {
    switch depth {
    case .eight:
      Self.transform(
        destination, source, matrix, count, words: UInt32.self, wide: Int64.self, vectors: vectors.colorMatrix)
    case .sixteen:
      Self.transform(
        destination, source, matrix, count, words: UInt64.self, wide: Int128.self, vectors: vectors.colorMatrix16)
    }
  }

  /// The loop over pixels as words, with integers wide enough for the products of ``MatrixRows``.
  ///
  /// The vector loop stops at pixels that the columns can't handle. Then some pixels are processed one by one before
  /// the vector loop continues.
  private static func transform<Word: FixedWidthInteger & UnsignedInteger, Wide: FixedWidthInteger & SignedInteger>(
    _ destination: UnsafeMutableRawPointer, _ source: UnsafeRawPointer, _ matrix: ColorCoefficients, _ count: Int,
    words: Word.Type, wide: Wide.Type, vectors: VectorLoops.Transformation
  ) {
    let size = MemoryLayout<Word>.size
    let largest = UInt64(1) << (Word.bitWidth / 4) - 1
    let isAffine = matrix.isAffineInColour
    let columns = MatrixColumns(matrix)
    let rows = MatrixRows<Wide>(matrix, largest: largest)

    @inline(__always)
    func transformed(_ pixel: Channels) -> Channels {
      if isAffine { return columns.product(pixel) }
      if pixel.alpha == largest {
        let product = columns.product(pixel)
        if product.alpha == largest { return product }
      }
      return rows.product(pixel)
    }

    var start = 0
    while start < count {
      start &+= columns.withCoefficients { coefficients in
        vectors(destination + start &* size, source + start &* size, coefficients, isAffine, count &- start)
      }
      let end = min(start &+ 16, count)
      for offset in stride(from: start &* size, to: end &* size, by: size) {
        let pixel = Channels(Word(littleEndian: source.loadUnaligned(fromByteOffset: offset, as: Word.self)))
        destination.storeBytes(of: Word(transformed(pixel)).littleEndian, toByteOffset: offset, as: Word.self)
      }
      start = end
    }
  }
}

/// The channels of a pixel: 0…255 or 0…65535.
private struct Channels {
  var (red, green, blue, alpha): (UInt64, UInt64, UInt64, UInt64)
}

extension Channels {
  /// Splits a word into its channels, with alpha in the highest bits.
  @inline(__always)
  init<Word: FixedWidthInteger & UnsignedInteger>(_ word: Word) {
    let bits = UInt64(Word.bitWidth / 4)
    let word = UInt64(truncatingIfNeeded: word)
    func channel(_ place: UInt64) -> UInt64 { (word &>> (place &* bits)) & (1 &<< bits &- 1) }
    self.init(red: channel(0), green: channel(1), blue: channel(2), alpha: channel(3))
  }

  /// Rounds values of 0…65535 to the nearest integers, like ``PixelKernels/nearest(_:)``.
  @inline(__always)
  init(nearest values: SIMD4<Double>) {
    let bits = unsafeBitCast(values + 0x1p52, to: SIMD4<UInt64>.self)
    self.init(red: bits[0] & 0xFFFF, green: bits[1] & 0xFFFF, blue: bits[2] & 0xFFFF, alpha: bits[3] & 0xFFFF)
  }
}

extension FixedWidthInteger where Self: UnsignedInteger {
  /// Joins four channels to a word, with alpha in the highest bits.
  @inline(__always)
  fileprivate init(_ channels: Channels) {
    let bits = UInt64(Self.bitWidth / 4)
    let colour = channels.red | channels.green &<< bits | channels.blue &<< (2 &* bits)
    self.init(truncatingIfNeeded: colour | channels.alpha &<< (3 &* bits))
  }
}

/// A matrix by columns, in double precision, for pixels whose alpha doesn't change: all pixels if the matrix is affine
/// in colour, otherwise opaque ones. For these,
///
///     r' = clamp to 0…a of ⌊m₁₁ r + m₁₂ g + m₁₃ b + (m₁₄ + m₁₅) a + ½⌋
///
/// The sum is a whole number of millionths below 2⁵³, which is exact in double precision. ``aboveOne`` makes sure that
/// halves are rounded up.
private struct MatrixColumns {
  private let (red, green, blue, alphaAndOne): (SIMD4<Double>, SIMD4<Double>, SIMD4<Double>, SIMD4<Double>)

  init(_ matrix: ColorCoefficients) {
    func column(_ index: Int) -> SIMD4<Double> {
      func coefficient(_ row: Int) -> Double { Double(matrix.millionths[row * 5 + index]) }
      return SIMD4(coefficient(0), coefficient(1), coefficient(2), coefficient(3))
    }
    (red, green, blue, alphaAndOne) = (column(0), column(1), column(2), column(3) + column(4))
  }

  /// Passes the four columns, each with four coefficients, to `body`.
  @inline(__always)
  func withCoefficients(_ body: (UnsafePointer<Double>) -> Int) -> Int {
    withUnsafeBytes(of: self) { body($0.baseAddress!.assumingMemoryBound(to: Double.self)) }
  }

  @inline(__always)
  func product(_ pixel: Channels) -> Channels {
    let alpha = Double(Int64(pixel.alpha))
    let sums =
      red * Double(Int64(pixel.red)) + green * Double(Int64(pixel.green)) + blue * Double(Int64(pixel.blue))
      + alphaAndOne * alpha
    return Channels(nearest: (sums * (aboveOne / 1_000_000)).clamped(to: alpha))
  }
}

/// A matrix by rows, in integers, for pixels of any alpha.
///
/// All products fit into 64 bits for 8-bit pixels, and into 128 bits for 16-bit pixels, so there is no overflow.
private struct MatrixRows<Wide: FixedWidthInteger & SignedInteger> {
  private let millionths: [Int32]
  private let largest: Wide

  init(_ matrix: ColorCoefficients, largest: UInt64) {
    millionths = matrix.millionths
    self.largest = Wide(largest)
  }

  /// Not inlined, to keep the loop over pixels short.
  @inline(never)
  func product(_ pixel: Channels) -> Channels {
    let alpha = product(3, pixel, times: UInt64(largest))
    return Channels(
      red: product(0, pixel, times: alpha), green: product(1, pixel, times: alpha),
      blue: product(2, pixel, times: alpha), alpha: alpha)
  }

  /// Returns a row times the straight colour, clamped to 0…1, times a factor, rounded.
  ///
  /// Before rounding, the product is a fraction with the denominator 10⁶ · a · M.
  private func product(_ row: Int, _ pixel: Channels, times factor: UInt64) -> UInt64 {
    func coefficient(_ column: Int) -> Wide { Wide(truncatingIfNeeded: millionths[row &* 5 &+ column]) }
    let (red, green) = (Wide(truncatingIfNeeded: pixel.red), Wide(truncatingIfNeeded: pixel.green))
    let (blue, alpha) = (Wide(truncatingIfNeeded: pixel.blue), Wide(truncatingIfNeeded: pixel.alpha))
    let fromColour = coefficient(0) &* red &+ coefficient(1) &* green &+ coefficient(2) &* blue
    let fromAlphaAndOne = coefficient(3) &* alpha &+ coefficient(4) &* largest
    let divisor = max(alpha, 1)
    let numerator = (alpha == 0 ? 0 : fromColour &* largest) &+ fromAlphaAndOne &* divisor
    let denominator = 1_000_000 &* divisor &* largest
    let bounded = min(max(numerator, 0), denominator)
    let quotient = (bounded &* Wide(truncatingIfNeeded: factor) &* 2 &+ denominator) / (denominator &* 2)
    return UInt64(truncatingIfNeeded: quotient)
  }
}
