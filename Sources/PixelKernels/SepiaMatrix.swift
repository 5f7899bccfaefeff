import PixelCore

/// The sepia of CSS: the matrix of W3C Filter Effects Module Level 1, section 13.1 (`sepia()`), on encoded sRGB.
///
/// The specification's rows, (.393 .769 .189), (.349 .686 .168) and (.272 .534 .131), are blended element by element
/// with the identity by the intensity. Intensities are whole thousandths, so every coefficient is a whole number of
/// millionths: only the pixel is rounded.
package struct SepiaMatrix: Sendable, Hashable {
  /// Nine coefficients in millionths, row by row: the contributions of red, green and blue to red, then to green, then
  /// to blue.
  public let millionths: [Int32]

  /// Creates the matrix for an intensity in thousandths: 0 changes nothing, 1000 is full sepia.
  public init(intensityThousandths intensity: Int) {
    precondition((0...1000).contains(intensity), "an intensity is from 0 to 1")
    let sepia = [393, 769, 189, 349, 686, 168, 272, 534, 131]
    millionths = sepia.indices.map { index in
      let identity = index % 4 == 0 ? 1000 : 0
      return Int32((1000 - intensity) * identity + intensity * sepia[index])
    }
  }
}

extension Kernels {
  /// Applies a sepia matrix m to premultiplied pixels: each colour channel becomes min(a, ⌊Σ m · c + ½⌋); alpha a
  /// doesn't change.
  ///
  /// Correctly rounded, ties upwards. The matrix is linear, so it can be applied to premultiplied colour, except that a
  /// straight channel above 1 must be clamped. That is why alpha is the limit.
  public func sepiaMatrix(
    _ destination: UnsafeMutableRawPointer, _ source: UnsafeRawPointer, _ matrix: SepiaMatrix, count: Int,
    depth: PixelFormat.Depth
  ) {
    switch depth {
    case .eight: sepiaMatrix8(destination, source, matrix, count)
    case .sixteen: colorMatrix(destination, source, ColorCoefficients(matrix), count: count, depth: .sixteen)
    }
  }

  private func sepiaMatrix8(
    _ destination: UnsafeMutableRawPointer, _ source: UnsafeRawPointer, _ matrix: SepiaMatrix, _ count: Int
  ) {
    matrix.millionths.withUnsafeBufferPointer { rows in
      let coefficients = rows.baseAddress!
      let done = vectors.sepiaMatrix(destination, source, coefficients, count)
      for index in done..<count {
        destination.setPixel(index, Self.sepia(source.pixel(index), coefficients))
      }
    }
  }

  private static func sepia(_ pixel: UInt32, _ rows: UnsafePointer<Int32>) -> UInt32 {
    let (red, green, blue) = (pixel & 0xFF, (pixel &>> 8) & 0xFF, (pixel &>> 16) & 0xFF)
    let alpha = pixel &>> 24
    // At most 255 · 1.351 · 10⁶, so the sum fits into 32 bits.
    func channel(_ row: Int) -> UInt32 {
      let sum =
        UInt32(bitPattern: rows[row &* 3]) &* red &+ UInt32(bitPattern: rows[row &* 3 &+ 1]) &* green
        &+ UInt32(bitPattern: rows[row &* 3 &+ 2]) &* blue
      return min(alpha, roundedMillionths(sum))
    }
    return channel(0) | channel(1) &<< 8 | channel(2) &<< 16 | alpha &<< 24
  }
}
