import CLibraries
import PixelKernels

/// Converts rows of a TIFF's samples to red, green, blue and alpha.
struct TIFFSamples {
  private let header: packshot_tiff_header
  private let colors: Int
  /// Red, green and blue of each index, if there is a palette.
  private let palette: [SIMD4<UInt8>]
  /// The conversion of CMYK to the working space; nil for the plain formula.
  private let cmykToSRGB: TableTransform?

  init(_ header: packshot_tiff_header, cmykToSRGB: TableTransform?) {
    (self.header, self.cmykToSRGB) = (header, cmykToSRGB)
    colors =
      switch packshot_tiff_color(UInt32(header.color)) {
      case PACKSHOT_TIFF_RGB: 3
      case PACKSHOT_TIFF_CMYK: 4
      default: 1
      }
    palette = Self.palette(header)
  }

  /// Reads the palette, which has 16 bits per channel. Some programs write 8 bits instead, so that no value exceeds
  /// 255.
  private static func palette(_ header: packshot_tiff_header) -> [SIMD4<UInt8>] {
    guard let red = header.palette.0, let green = header.palette.1, let blue = header.palette.2 else { return [] }
    let indices = 0..<(1 << Int(header.bits))
    let isOld = indices.allSatisfy { max(red[$0], green[$0], blue[$0]) < 256 }
    let level = { (number: UInt16) in isOld ? UInt8(number) : UInt8((Int(number) + 128) / 257) }
    return indices.map { SIMD4(level(red[$0]), level(green[$0]), level(blue[$0]), 255) }
  }

  /// Converts the samples of `count` pixels, from one plane per channel or from one plane with all channels.
  func convert(_ planes: [UnsafeRawPointer], count: Int, to destination: UnsafeMutableRawPointer) {
    if header.bits == 16 {
      convert(planes, of: UInt16.self, count: count, to: destination.assumingMemoryBound(to: UInt16.self))
    } else if header.bits == 8 {
      convert(planes, of: UInt8.self, count: count, to: destination.assumingMemoryBound(to: UInt8.self))
    } else {
      unpack(
        planes[0].assumingMemoryBound(to: UInt8.self), count: count, to: destination.assumingMemoryBound(to: UInt8.self)
      )
    }
  }

  /// Converts samples of less than a byte, which have a single channel. The first sample is in the highest bits.
  private func unpack(_ source: UnsafePointer<UInt8>, count: Int, to pixels: UnsafeMutablePointer<UInt8>) {
    let bits = Int(header.bits)
    let largest = 1 << bits - 1
    for x in 0..<count {
      let bit = x * bits
      let sample = Int(source[bit >> 3]) >> (8 - bits - bit & 7) & largest
      put(palette.isEmpty ? grey(UInt8(sample * (255 / largest))) : palette[sample], to: pixels + 4 * x)
    }
  }

  private func grey(_ level: UInt8) -> SIMD4<UInt8> {
    let level = isInverted ? ~level : level
    return SIMD4(level, level, level, 255)
  }

  private var isInverted: Bool { header.color == Int32(PACKSHOT_TIFF_WHITE_IS_ZERO.rawValue) }

  private func put(_ pixel: SIMD4<UInt8>, to place: UnsafeMutablePointer<UInt8>) {
    for channel in 0..<4 { place[channel] = pixel[channel] }
  }

  @inline(__always)
  private func convert<Sample: FixedWidthInteger & UnsignedInteger>(
    _ planes: [UnsafeRawPointer], of type: Sample.Type, count: Int, to pixels: UnsafeMutablePointer<Sample>
  ) {
    // Addresses of the first pixel's samples, and the distance to the next pixel's.
    let step = planes.count == 1 ? Int(header.samples) : 1
    let samples = (0..<Int(header.samples)).map { index in
      let start = planes.count == 1 ? planes[0] : planes[index]
      return start.assumingMemoryBound(to: Sample.self) + (planes.count == 1 ? index : 0)
    }
    for channel in 0..<3 {
      let source = samples[colors == 1 ? 0 : channel]
      for x in 0..<count { pixels[4 * x + channel] = source[x * step] }
    }
    if colors == 4 {
      for x in 0..<count { pixels[4 * x + 3] = samples[3][x * step] }
      convertCMYK(pixels, count: count, isInverted: false, by: cmykToSRGB)
    } else if !palette.isEmpty {
      for x in 0..<count {
        let color = palette[Int(pixels[4 * x])]
        for channel in 0..<3 { pixels[4 * x + channel] = Sample(color[channel]) }
      }
    } else if isInverted {
      for x in 0..<count { for channel in 0..<3 { pixels[4 * x + channel] = ~pixels[4 * x + channel] } }
    }
    let alpha = header.alpha == Int32(PACKSHOT_TIFF_OPAQUE.rawValue) ? nil : samples[Int(header.alpha_index)]
    if let alpha {
      for x in 0..<count { pixels[4 * x + 3] = alpha[x * step] }
    } else {
      for x in 0..<count { pixels[4 * x + 3] = .max }
    }
  }
}
