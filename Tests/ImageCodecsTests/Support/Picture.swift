import Foundation
import ImageCodecs
import PixelCore

/// A decoded picture, whole.
struct Picture: Equatable {
  var size: PixelSize
  /// Red, green, blue, alpha of each pixel, without padding.
  var bytes: [UInt8]
  var warnings: [String] = []

  /// Reads `file` to its end in bands of `bandHeight` rows.
  init(
    decoding file: [UInt8], scale: DecodeScale = .full, limits: DecodeLimits = DecodeLimits(), bandHeight: Int = 16
  ) throws {
    let reader = try ImageCodec.makeReader(bytes: EncodedImage(file), scale: scale, limits: limits)
    size = reader.shape.size
    let stride = reader.shape.bytesPerRow
    bytes = []
    var band = [UInt8](repeating: 0xaa, count: stride * bandHeight)
    while case let count = try band.withUnsafeMutableBytes({
      try reader.read(rows: bandHeight, into: $0.baseAddress!, stride: stride)
    }), count > 0 {
      bytes += band[..<(count * stride)]
    }
    precondition(bytes.count == size.pixelCount * 4, "a reader delivers every row or throws")
    warnings = reader.warnings
  }

  /// A picture from a formula.
  init(width: Int, height: Int, pixel: (_ x: Int, _ y: Int) -> [UInt8]) {
    size = PixelSize(width: width, height: height)
    bytes = (0..<height).flatMap { y in (0..<width).flatMap { x in pixel(x, y) } }
  }

  subscript(x: Int, y: Int) -> [UInt8] {
    let start = (y * size.width + x) * 4
    return Array(bytes[start..<start + 4])
  }

  /// Writes it in bands of `bandHeight` rows.
  func encoded(
    _ coding: EncodeOptions.Coding, alpha: PixelFormat.Alpha = .opaque, iccProfile: [UInt8]? = nil, bandHeight: Int = 16
  ) throws -> [UInt8] {
    var file: [UInt8] = []
    try encode(EncodeOptions(coding, iccProfile: iccProfile), alpha: alpha, bandHeight: bandHeight) { file += $0 }
    return file
  }

  func encode(
    _ options: EncodeOptions, alpha: PixelFormat.Alpha = .opaque, bandHeight: Int = 16, to sink: @escaping ByteSink
  ) throws {
    let shape = ImageShape(size: size, format: .encodedOpaque.with(alpha: alpha))
    let writer = try ImageCodec.makeWriter(shape: shape, options: options, to: sink)
    try bytes.withUnsafeBytes { bytes in
      for start in stride(from: 0, to: size.height, by: bandHeight) {
        let rows = start..<min(start + bandHeight, size.height)
        let base = bytes.baseAddress! + start * shape.bytesPerRow
        try writer.write(RowBand(shape: shape, rows: rows, base: base, stride: shape.bytesPerRow))
      }
    }
    try writer.finish()
  }

  /// The largest difference of two channels at one place.
  func largestDifference(from other: Picture) -> Int {
    zip(bytes, other.bytes).map { abs(Int($0) - Int($1)) }.max() ?? 0
  }

  /// Peak signal-to-noise ratio over all four channels, in decibels.
  func psnr(to other: Picture) -> Double {
    let squares = zip(bytes, other.bytes).reduce(0) { $0 + (Int($1.0) - Int($1.1)) * (Int($1.0) - Int($1.1)) }
    return 10 * log10(255 * 255 * Double(bytes.count) / Double(squares))
  }
}

/// SplitMix64: the same numbers from the same seed, everywhere.
struct SeededRandom: RandomNumberGenerator {
  private var state: UInt64

  init(seed: UInt64) {
    print("random numbers from seed \(seed)")
    state = seed
  }

  mutating func next() -> UInt64 {
    state &+= 0x9e37_79b9_7f4a_7c15
    var value = state
    value = (value ^ value >> 30) &* 0xbf58_476d_1ce4_e5b9
    value = (value ^ value >> 27) &* 0x94d0_49bb_1331_11eb
    return value ^ value >> 31
  }
}
