import PixelCore

/// The weights of red, green and blue in luma, in ten-thousandths: ITU-T H.273, table 4.
struct LumaWeights {
  let red: Int64
  let blue: Int64
  var green: Int64 { 10_000 - red - blue }

  /// BT.601, as used by JPEGs too.
  static let bt601 = LumaWeights(red: 2990, blue: 1140)

  /// - Parameters:
  ///   - matrix: A code point of H.273 whose luma is a weighted sum. Unspecified counts as BT.601, as in libavif.
  ///   - primaries: A code point of H.273. Some matrices depend on it.
  fileprivate init?(matrix: UInt16, primaries: UInt16) {
    switch (matrix, primaries) {
    case (1, _), (12, 1): self.init(red: 2126, blue: 722)
    case (2, _), (5, _), (6, _), (12, 5), (12, 6): self = .bt601
    case (4, _): self.init(red: 3000, blue: 1100)
    case (7, _): self.init(red: 2120, blue: 870)
    case (9, _), (12, 9): self.init(red: 2627, blue: 593)
    default: return nil
    }
  }

  private init(red: Int64, blue: Int64) { (self.red, self.blue) = (red, blue) }
}

/// Converts samples of luma and chroma to red, green and blue.
///
/// With luma Y in 0…1, chromas U and V in −½…½, and weights r, g and b: R = Y + 2 (1 − r) V, B = Y + 2 (1 − b) U, G =
/// (Y − r R − b B) / g (ITU-T H.273, section 8.3). Fixed-point numbers have 36 fractional bits, so that a level has an
/// error of less than a millionth before it is rounded, halves up. libyuv, which libavif uses, has errors of up to two
/// whole levels.
struct YUVColors {
  /// Number of fractional bits.
  private static let shift: Int64 = 36

  /// The meaning of the planes.
  enum Model {
    /// Luma alone.
    case grey
    /// Planes of green, blue and red (matrix 0).
    case greenBlueRed
    case lumaAndChroma
  }

  let model: Model
  /// The largest level of the result.
  let largest: Int64
  private let largestAlpha: Int64
  private let hasFullRangeAlpha: Bool
  /// Offset and factor for alpha with a limited range.
  private let limitedOffset, limited: Int64
  private let lumaOffset: Int64
  private let luma: Int64
  /// The neutral chroma value, in sixteenths of a level.
  private let neutral: Int64
  private let redV, greenU, greenV, blueU: Int64

  /// - Parameters:
  ///   - depth: Bits per sample.
  ///   - chromaStep: Number of luma samples per chroma sample, in each direction; nil for a grey picture.
  ///   - hasFullRangeAlpha: Whether alpha uses the full range. Old programs code it as luma of limited range.
  ///   - format: Format of the file, for errors.
  init(
    depth: Int, chromaStep: PixelSize?, codes: ColorCodes, hasFullRangeAlpha: Bool = true, format: ImageFileFormat
  ) throws(CodecError) {
    let depth = Int64(depth)
    let isFull = codes.isFullRange
    largest = depth == 8 ? 255 : 65_535
    largestAlpha = 1 << depth - 1
    self.hasFullRangeAlpha = hasFullRangeAlpha
    let one = largest << Self.shift
    limitedOffset = 16 << (depth - 8)
    limited = Self.rounded(one, by: 219 << (depth - 8))
    lumaOffset = isFull ? 0 : limitedOffset
    luma = isFull ? Self.rounded(one, by: largestAlpha) : limited
    neutral = 16 << (depth - 1)
    // In sixteenths.
    let chromaRange = 16 * (isFull ? largestAlpha : 224 << (depth - 8))
    if chromaStep == nil {
      model = .grey
    } else if codes.matrix == 0 {
      guard chromaStep == PixelSize(width: 1, height: 1) else {
        throw .damaged(format, why: "it has fewer samples of red and blue than of green", row: nil)
      }
      model = .greenBlueRed
    } else {
      model = .lumaAndChroma
    }
    guard model == .lumaAndChroma else {
      (redV, greenU, greenV, blueU) = (0, 0, 0, 0)
      return
    }
    guard let weights = LumaWeights(matrix: codes.matrix, primaries: codes.primaries) else {
      throw .unsupported(format, feature: "luma of an unusual kind (H.273's matrix \(codes.matrix))")
    }
    redV = Self.rounded(one / 5000 * (10_000 - weights.red), by: chromaRange)
    blueU = Self.rounded(one / 5000 * (10_000 - weights.blue), by: chromaRange)
    greenV = Self.rounded(one / 5000 * (10_000 - weights.red) / weights.green * weights.red, by: chromaRange)
    greenU = Self.rounded(one / 5000 * (10_000 - weights.blue) / weights.green * weights.blue, by: chromaRange)
  }

  private static func rounded(_ number: Int64, by divisor: Int64) -> Int64 { (number + divisor / 2) / divisor }

  /// Rounds a number to a level and clamps it to the valid range.
  private func level(_ number: Int64) -> Int64 {
    min(max((number &+ 1 << (Self.shift - 1)) >> Self.shift, 0), largest)
  }

  /// Returns the level of a luma sample, or of a colour that is coded like luma.
  @inline(__always)
  func level(ofLuma sample: some BinaryInteger) -> Int64 { level((Int64(sample) &- lumaOffset) &* luma) }

  /// Returns the level of an alpha sample.
  @inline(__always)
  func level(ofAlpha sample: some BinaryInteger) -> Int64 {
    guard hasFullRangeAlpha else { return level((Int64(sample) &- limitedOffset) &* limited) }
    return largest == 255 ? Int64(sample) : (2 * Int64(sample) * largest + largestAlpha) / (2 * largestAlpha)
  }

  /// Returns red, green and blue of a luma sample, with chromas in sixteenths of a level.
  @inline(__always)
  func levels(luma sample: some BinaryInteger, u: Int32, v: Int32) -> (red: Int64, green: Int64, blue: Int64) {
    let y = (Int64(sample) &- lumaOffset) &* luma
    let (u, v) = (Int64(u) &- neutral, Int64(v) &- neutral)
    return (level(y &+ redV &* v), level(y &- greenU &* u &- greenV &* v), level(y &+ blueU &* u))
  }
}
