import PixelCore

/// A cropped part of a picture in fractions (`clap`, ISO/IEC 14496-12, section 12.1.4): its size, and the offset of its
/// centre from the picture's.
struct HEIFFrame {
  struct Fraction {
    var numerator, denominator: Int
  }
  var width, height, right, down: Fraction

  /// Returns the rectangle in a picture of `size`; nil if it isn't whole pixels.
  func place(in size: PixelSize) -> PixelRect? {
    guard let (x, width) = Self.place(width, right, in: size.width),
      let (y, height) = Self.place(height, down, in: size.height)
    else { return nil }
    return PixelRect(origin: PixelPoint(x: x, y: y), size: PixelSize(width: width, height: height))
  }

  private static func place(_ length: Fraction, _ offset: Fraction, in whole: Int) -> (start: Int, length: Int)? {
    guard length.denominator > 0, offset.denominator > 0, length.numerator % length.denominator == 0 else { return nil }
    let count = length.numerator / length.denominator
    // The start is offset + (whole − count) / 2.
    let twice = 2 * offset.numerator + (whole - count) * offset.denominator
    guard count > 0, twice >= 0, twice % (2 * offset.denominator) == 0 else { return nil }
    let start = twice / (2 * offset.denominator)
    return start + count <= whole ? (start, count) : nil
  }
}
