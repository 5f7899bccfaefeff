import PixelCore

/// The sepia of CSS: the matrix of W3C Filter Effects Module Level 1, section 13.1 (`sepia()`), on encoded sRGB.
///
/// The specification's rows, (.393 .769 .189), (.349 .686 .168) and (.272 .534 .131), are blended element by element
/// with the identity by the intensity. Intensities are whole thousandths, which makes every coefficient a whole number
/// of millionths: nothing is rounded before the pixel is.
package struct SepiaMatrix: Sendable, Hashable {
  /// Nine coefficients in millionths, row by row: what red, green and blue give to red, then to green, then to blue.
  public let millionths: [Int32]

  /// The matrix at an intensity in thousandths: 0 changes nothing, 1000 is full sepia.
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
  /// Premultiplied pixels through a sepia matrix m: each colour channel becomes min(a, ⌊Σ m · c + ½⌋); alpha a stays.
  ///
  /// Correctly rounded, ties upwards. The matrix is linear, so it does the same to premultiplied colour as to straight
  /// colour, except that a straight channel above 1 is clamped: hence the bound by alpha.
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
    // At most 255 · 1.351 · 10⁶, so 32 bits hold the sum.
    func channel(_ row: Int) -> UInt32 {
      let sum =
        UInt32(bitPattern: rows[row &* 3]) &* red &+ UInt32(bitPattern: rows[row &* 3 &+ 1]) &* green
        &+ UInt32(bitPattern: rows[row &* 3 &+ 2]) &* blue
      return min(alpha, roundedMillionths(sum))
    }
    return channel(0) | channel(1) &<< 8 | channel(2) &<< 16 | alpha &<< 24
  }
}
