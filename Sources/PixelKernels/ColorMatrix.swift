import PixelCore

/// What every channel of a pixel gives to every other: four rows, for red, green, blue and alpha, of five coefficients,
/// which straight red, green, blue, alpha (0…1) and 1 are multiplied by.
///
/// Coefficients are whole millionths, so that results can be rounded correctly.
public struct ColorMatrix: Sendable, Hashable {
  /// The largest magnitude of a coefficient.
  public static let limit = 1000.0

  /// Changes nothing.
  public static let identity = ColorMatrix(rows: [
    [1, 0, 0, 0, 0], [0, 1, 0, 0, 0], [0, 0, 1, 0, 0], [0, 0, 0, 1, 0],
  ])

  /// The twenty coefficients in millionths, row by row.
  public let millionths: [Int32]

  /// The matrix of four rows of five coefficients, −1000…1000, each taken to the nearest millionth.
  public init(rows: [[Double]]) {
    precondition(rows.count == 4 && rows.allSatisfy { $0.count == 5 }, "a colour matrix has 4 rows of 5")
    precondition(rows.joined().allSatisfy { $0.magnitude <= Self.limit }, "a coefficient is from −1000 to 1000")
    millionths = rows.joined().map { Int32(($0 * 1_000_000).rounded()) }
  }

  /// The same as a sepia matrix, which leaves alpha as it is.
  init(_ sepia: SepiaMatrix) {
    let rows = stride(from: 0, to: 9, by: 3).map { Array(sepia.millionths[$0..<$0 + 3]) + [0, 0] }
    millionths = Array(rows.joined()) + Self.identity.millionths[15...]
  }

  /// Whether alpha stays and straight alpha gives nothing to colour. Then a row does the same to premultiplied colour as
  /// to straight colour, alpha standing for 1.
  fileprivate var isAffineInColour: Bool {
    millionths[15...] == Self.identity.millionths[15...] && [3, 8, 13].allSatisfy { millionths[$0] == 0 }
  }
}

extension Kernels {
  /// Premultiplied pixels through a colour matrix m.
  ///
  /// With the straight colour (R, G, B) = (r, g, b) / a, or 0 where alpha a is 0, A = a / M, and M = 255 or 65535 the
  /// largest value of the depth:
  ///
  ///     a' = ⌊clamp(m₄₁ R + m₄₂ G + m₄₃ B + m₄₄ A + m₄₅) · M + ½⌋
  ///     r' = ⌊clamp(m₁₁ R + m₁₂ G + m₁₃ B + m₁₄ A + m₁₅) · a' + ½⌋, and so g' and b'
  ///
  /// where clamp bounds to 0…1. Everything before the floors is exact. So each channel is rounded once, ties upwards; the
  /// identity changes no premultiplied pixel, and colour never exceeds alpha.
  public func colorMatrix(
    _ destination: UnsafeMutableRawPointer, _ source: UnsafeRawPointer, _ matrix: ColorMatrix, count: Int,
    depth: PixelFormat.Depth
  ) {
    switch depth {
    case .eight: Self.transform(destination, source, matrix, count, UInt32.self)
    case .sixteen: Self.transform(destination, source, matrix, count, UInt64.self)
    }
  }

  private static func transform<Word: FixedWidthInteger & UnsignedInteger>(
    _ destination: UnsafeMutableRawPointer, _ source: UnsafeRawPointer, _ matrix: ColorMatrix, _ count: Int,
    _ word: Word.Type
  ) {
    let largest = Int64(1) << (Word.bitWidth / 4) - 1
    let isAffine = matrix.isAffineInColour
    let columns = MatrixColumns(matrix)
    let rows = MatrixRows(matrix, largest: largest)
    for index in 0..<count {
      let offset = index &* MemoryLayout<Word>.size
      let pixel = Channels(Word(littleEndian: source.loadUnaligned(fromByteOffset: offset, as: Word.self)))
      var product = columns.product(pixel)
      if !isAffine && (pixel.alpha < largest || product.alpha < largest) { product = rows.product(pixel) }
      destination.storeBytes(of: Word(product).littleEndian, toByteOffset: offset, as: Word.self)
    }
  }
}

/// The channels of a pixel: 0…255 or 0…65535.
private struct Channels {
  var (red, green, blue, alpha): (Int64, Int64, Int64, Int64)
}

extension Channels {
  /// The channels of a word of four, alpha in its highest bits.
  @inline(__always)
  init<Word: FixedWidthInteger & UnsignedInteger>(_ word: Word) {
    func channel(_ place: Int) -> Int64 {
      let bits = Word.bitWidth / 4
      return Int64(truncatingIfNeeded: word &>> Word(truncatingIfNeeded: place &* bits)) & (1 &<< Int64(bits) &- 1)
    }
    self.init(red: channel(0), green: channel(1), blue: channel(2), alpha: channel(3))
  }
}

extension FixedWidthInteger where Self: UnsignedInteger {
  /// The word of four channels, alpha in its highest bits.
  @inline(__always)
  fileprivate init(_ channels: Channels) {
    let bits = Int64(Self.bitWidth / 4)
    let colour = channels.red | channels.green &<< bits | channels.blue &<< (2 &* bits)
    self.init(truncatingIfNeeded: colour | channels.alpha &<< (3 &* bits))
  }
}

/// A matrix for pixels whose alpha it keeps and whose colour can stay premultiplied: those it is affine for, and opaque
/// pixels. There
///
///     r' = clamp to 0…a of ⌊m₁₁ r + m₁₂ g + m₁₃ b + (m₁₄ + m₁₅) a + ½⌋
///
/// and the sum is a whole number of millionths below 2⁵³, which double precision holds.
private struct MatrixColumns {
  private let (red, green, blue, alphaAndOne): (SIMD4<Double>, SIMD4<Double>, SIMD4<Double>, SIMD4<Double>)

  init(_ matrix: ColorMatrix) {
    func column(_ index: Int) -> SIMD4<Double> {
      func coefficient(_ row: Int) -> Double { Double(matrix.millionths[row * 5 + index]) }
      return SIMD4(coefficient(0), coefficient(1), coefficient(2), coefficient(3))
    }
    (red, green, blue, alphaAndOne) = (column(0), column(1), column(2), column(3) + column(4))
  }

  /// Alpha is the bound of all; its own row is taken like the others'.
  @inline(__always)
  func product(_ pixel: Channels) -> Channels {
    let sums =
      red * Double(pixel.red) + green * Double(pixel.green) + blue * Double(pixel.blue)
      + alphaAndOne * Double(pixel.alpha)
    // As in ``nearest(_:)``; the half more keeps negative numbers in the same binade.
    let rounded = unsafeBitCast(sums * (aboveOne / 1_000_000) + 0x1.8p52, to: SIMD4<Int64>.self)
    func clamped(_ value: Int64) -> Int64 { min(max(Int64(Int32(truncatingIfNeeded: value)), 0), pixel.alpha) }
    return Channels(
      red: clamped(rounded[0]), green: clamped(rounded[1]), blue: clamped(rounded[2]), alpha: clamped(rounded[3]))
  }
}

/// A matrix for pixels of any alpha, in whole numbers.
private struct MatrixRows {
  private let millionths: [Int32]
  private let largest: Int64

  init(_ matrix: ColorMatrix, largest: Int64) {
    millionths = matrix.millionths
    self.largest = largest
  }

  @inline(never)
  func product(_ pixel: Channels) -> Channels {
    let alpha = product(3, pixel, times: largest)
    return Channels(
      red: product(0, pixel, times: alpha), green: product(1, pixel, times: alpha),
      blue: product(2, pixel, times: alpha), alpha: alpha)
  }

  /// A row times the straight colour, 0…1, times a factor, rounded.
  ///
  /// The row's product is a fraction with the denominator 10⁶ · a · M.
  private func product(_ row: Int, _ pixel: Channels, times factor: Int64) -> Int64 {
    func coefficient(_ column: Int) -> Int64 { Int64(millionths[row * 5 + column]) }
    let fromColour =
      pixel.alpha == 0
      ? 0 : coefficient(0) * pixel.red + coefficient(1) * pixel.green + coefficient(2) * pixel.blue
    let fromAlphaAndOne = coefficient(3) * pixel.alpha + coefficient(4) * largest
    let alpha = max(pixel.alpha, 1)
    let numerator = Int128(fromColour) * Int128(largest) + Int128(fromAlphaAndOne) * Int128(alpha)
    let denominator = Int128(1_000_000 * alpha * largest)
    let bounded = min(max(numerator, 0), denominator)
    return Int64((bounded * Int128(factor) * 2 + denominator) / (denominator * 2))
  }
}
