import PixelCore

/// A picture in about 25 bytes: its average colour, its aspect ratio and a blurred impression, which a script turns into
/// a placeholder. The format is [ThumbHash](https://evanw.github.io/thumbhash/).
///
/// A pixel is taken over the picture's average colour, as red r, green g and blue b from 0 to 1. It becomes a luminance
/// l = (r + g + b) / 3, p = (r + g) / 2 − b, and q = r − g. Each of l, p, q and alpha is described by the first
/// coefficients of its cosine transform, those with cx · ny < nx · (ny − cy), for nx × ny frequencies:
///
///     F(cx, cy) = 1 / (w · h) · Σ f(x, y) · cos(π / w · cx · (x + ½)) · cos(π / h · cy · (y + ½))
///
/// There are 3 × 3 frequencies for p and q, 5 × 5 for alpha, and for luminance 7 along the longer side, or 5 if the
/// picture has alpha, and in proportion along the shorter side.
struct ThumbHash {
  /// The bytes of the format.
  let bytes: [UInt8]

  /// - Parameters:
  ///   - pixels: Red, green, blue and alpha of each pixel, left to right and top to bottom, in encoded sRGB, multiplied by
  ///     alpha.
  ///   - size: Width and height, from 1. The format's authors advise against more than 100 × 100 pixels, because the
  ///     result is the same and takes longer.
  init(premultiplied pixels: [UInt8], size: PixelSize) {
    let count = size.pixelCount
    var sums = SIMD4<Int>.zero
    for pixel in 0..<count {
      sums &+= SIMD4(
        Int(pixels[4 * pixel]), Int(pixels[4 * pixel + 1]), Int(pixels[4 * pixel + 2]), Int(pixels[4 * pixel + 3]))
    }
    let average = SIMD4<Double>(sums) / Double(max(1, sums.w))
    let hasAlpha = sums.w < 255 * count

    var (l, p, q, a) = (Plane(size), Plane(size), Plane(size), Plane(size))
    for pixel in 0..<count {
      let alpha = Double(pixels[4 * pixel + 3]) / 255
      func channel(_ index: Int) -> Double { average[index] * (1 - alpha) + Double(pixels[4 * pixel + index]) / 255 }
      let (r, g, b) = (channel(0), channel(1), channel(2))
      l.values[pixel] = (r + g + b) / 3
      p.values[pixel] = (r + g) / 2 - b
      q.values[pixel] = r - g
      a.values[pixel] = alpha
    }

    let longest = max(size.width, size.height)
    func frequencies(_ side: Int) -> Int {
      max(1, Int((Double((hasAlpha ? 5 : 7) * side) / Double(longest)).rounded()))
    }
    let (lx, ly) = (frequencies(size.width), frequencies(size.height))
    let luminance = l.spectrum(max(3, lx), max(3, ly))
    let (yellowBlue, redGreen) = (p.spectrum(3, 3), q.spectrum(3, 3))
    let isLandscape = size.width > size.height

    var bits = BitWriter()
    bits.append(luminance.mean, times: 63, width: 6)
    bits.append((yellowBlue.mean + 1) / 2, times: 63, width: 6)
    bits.append((redGreen.mean + 1) / 2, times: 63, width: 6)
    bits.append(luminance.scale, times: 31, width: 5)
    bits.append(hasAlpha ? 1 : 0, width: 1)
    bits.append(isLandscape ? ly : lx, width: 3)
    bits.append(yellowBlue.scale, times: 63, width: 6)
    bits.append(redGreen.scale, times: 63, width: 6)
    bits.append(isLandscape ? 1 : 0, width: 1)
    var spectra = [luminance, yellowBlue, redGreen]
    if hasAlpha {
      let alpha = a.spectrum(5, 5)
      bits.append(alpha.mean, times: 15, width: 4)
      bits.append(alpha.scale, times: 15, width: 4)
      spectra.append(alpha)
    }
    for spectrum in spectra {
      for coefficient in spectrum.coefficients { bits.append(coefficient, times: 15, width: 4) }
    }
    bytes = bits.bytes
  }
}

/// The coefficients of a plane.
private struct Spectrum {
  /// The mean value, which is the coefficient of frequency 0.
  var mean = 0.0
  /// The largest magnitude of the other coefficients.
  var scale = 0.0
  /// The other coefficients, by rows of frequencies, mapped from −`scale`…`scale` to 0…1.
  var coefficients: [Double] = []
}

/// The values of one channel.
private struct Plane {
  private let size: PixelSize
  var values: [Double]

  /// Coefficients of a plane of one value, which are rounding errors. Scaled up, they would be noise in the hash, which no
  /// reader shows.
  private static let noise = 1e-9

  init(_ size: PixelSize) {
    self.size = size
    values = Array(repeating: 0, count: size.pixelCount)
  }

  func spectrum(_ nx: Int, _ ny: Int) -> Spectrum {
    // The transform is separable: first each row, for each horizontal frequency.
    let rows = (0..<nx).map { cx in
      let wave = Self.cosines(cx, size.width)
      return (0..<size.height).map { y in
        var sum = 0.0
        for x in 0..<size.width { sum += values[y * size.width + x] * wave[x] }
        return sum
      }
    }
    var spectrum = Spectrum()
    for cy in 0..<ny {
      let wave = Self.cosines(cy, size.height)
      for cx in 0..<nx where cx * ny < nx * (ny - cy) {
        var sum = 0.0
        for y in 0..<size.height { sum += rows[cx][y] * wave[y] }
        let coefficient = sum / Double(size.pixelCount)
        if cx == 0, cy == 0 { spectrum.mean = coefficient } else { spectrum.coefficients.append(coefficient) }
      }
    }
    let scale = spectrum.coefficients.map(\.magnitude).max() ?? 0
    if scale > Self.noise {
      spectrum.scale = scale
      spectrum.coefficients = spectrum.coefficients.map { 0.5 + 0.5 / scale * $0 }
    } else {
      spectrum.coefficients = spectrum.coefficients.map { _ in 0 }
    }
    return spectrum
  }

  /// cos(π / count · frequency · (i + ½)) for each i.
  private static func cosines(_ frequency: Int, _ count: Int) -> [Double] {
    (0..<count).map { ExactMath.sinePi(Double(frequency) * (Double($0) + 0.5) / Double(count) + 0.5) }
  }
}

/// Numbers of a few bits each, the lowest bits first.
private struct BitWriter {
  private(set) var bytes: [UInt8] = []
  private var used = 0

  mutating func append(_ number: Int, width: Int) {
    for bit in 0..<width {
      if used % 8 == 0 { bytes.append(0) }
      bytes[used / 8] |= UInt8(number >> bit & 1) << UInt8(used % 8)
      used += 1
    }
  }

  /// Appends a value in 0…1, rounded to a multiple of 1 / `largest`.
  mutating func append(_ value: Double, times largest: Int, width: Int) {
    append(Int((min(max(value, 0), 1) * Double(largest)).rounded()), width: width)
  }
}
