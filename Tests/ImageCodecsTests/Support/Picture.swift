import Foundation
import ImageCodecs
import PixelCore
import Testing

/// A completely decoded picture.
struct Picture: Equatable {
  var size: PixelSize
  var depth: PixelFormat.Depth
  /// The red, green, blue and alpha of each pixel.
  var samples: [UInt16]
  var warnings: [String] = []

  /// Reads `file` to its end in bands of `bandHeight` rows: first with little memory, and then with plenty, which must give the
  /// same result or error.
  init(
    decoding file: [UInt8], scale: DecodeScale = .full, limits: DecodeLimits = DecodeLimits(), bandHeight: Int = 16
  ) throws {
    let read = { (spareMemory: Int) in
      Result {
        try Picture(decoding: file, scale: scale, limits: limits, bandHeight: bandHeight, spareMemory: spareMemory)
      }
    }
    let (picture, other) = (read(0), read(1 << 30))
    switch (picture, other) {
    case (.success(let picture), .success(let other)): #expect(picture == other, "with memory to spare")
    case (.failure(let error), .failure(let other)): #expect("\(error)" == "\(other)", "with memory to spare")
    default: Issue.record("\(picture), and with memory to spare \(other)")
    }
    self = try picture.get()
  }

  private init(
    decoding file: [UInt8], scale: DecodeScale, limits: DecodeLimits, bandHeight: Int, spareMemory: Int
  ) throws {
    let reader = try ImageCodec.makeReader(
      bytes: EncodedImage(file), scale: scale, limits: limits, spareMemory: spareMemory)
    size = reader.shape.size
    depth = reader.shape.format.depth
    let stride = reader.shape.bytesPerRow
    var bytes: [UInt8] = []
    var band = [UInt8](repeating: 0xaa, count: stride * bandHeight)
    while case let count = try band.withUnsafeMutableBytes({
      try reader.read(rows: bandHeight, into: $0.baseAddress!, stride: stride)
    }), count > 0 {
      bytes += band[..<(count * stride)]
    }
    precondition(bytes.count == stride * size.height, "a reader delivers every row or throws")
    samples = Self.samples(of: bytes, depth)
    warnings = reader.warnings
  }

  /// A picture computed by a formula.
  init(width: Int, height: Int, depth: PixelFormat.Depth = .eight, pixel: (_ x: Int, _ y: Int) -> [UInt16]) {
    size = PixelSize(width: width, height: height)
    self.depth = depth
    samples = (0..<height).flatMap { y in (0..<width).flatMap { x in pixel(x, y) } }
  }

  /// An opaque picture from a binary PGM or PPM of 8 bits without comments (the `pgm` and `ppm` pages of netpbm).
  init(netpbm file: [UInt8]) throws {
    // The kind, width, height and largest value, each followed by one white-space character.
    let fields = file.split(maxSplits: 4, omittingEmptySubsequences: false) { $0 == 0x20 || $0 == 0x0a }
    let header = fields.prefix(4).map { String(decoding: $0, as: UTF8.self) }
    guard fields.count == 5, let width = Int(header[1]), let height = Int(header[2]), header[3] == "255",
      let channels = ["P5": 1, "P6": 3][header[0]], fields[4].count == width * height * channels
    else { throw NotNetpbm() }
    let pixels = Array(fields[4])
    self.init(width: width, height: height) { x, y in
      let start = (y * width + x) * channels
      return [0, channels / 2, channels - 1].map { UInt16(pixels[start + $0]) } + [255]
    }
  }

  struct NotNetpbm: Error {}

  subscript(x: Int, y: Int) -> [UInt16] {
    let start = (y * size.width + x) * 4
    return Array(samples[start..<start + 4])
  }

  /// The samples as stored in memory; 16-bit samples are little-endian.
  private var bytes: [UInt8] {
    switch depth {
    case .eight: samples.map { UInt8($0) }
    case .sixteen: samples.flatMap { [UInt8($0 & 255), UInt8($0 >> 8)] }
    }
  }

  private static func samples(of bytes: [UInt8], _ depth: PixelFormat.Depth) -> [UInt16] {
    switch depth {
    case .eight: bytes.map { UInt16($0) }
    case .sixteen: stride(from: 0, to: bytes.count, by: 2).map { UInt16(bytes[$0]) | UInt16(bytes[$0 + 1]) << 8 }
    }
  }

  /// Encodes it in bands of `bandHeight` rows.
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
    let shape = ImageShape(size: size, format: PixelFormat(depth: depth, transfer: .encoded, alpha: alpha))
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

  /// Whether everything except the warnings is equal.
  func hasPixels(of other: Picture) -> Bool {
    size == other.size && depth == other.depth && samples == other.samples
  }

  /// The largest difference of two channels at one position.
  func largestDifference(from other: Picture) -> Int {
    zip(samples, other.samples).map { abs(Int($0) - Int($1)) }.max() ?? 0
  }

  /// Peak signal-to-noise ratio of two 8-bit pictures over all four channels, in decibels.
  func psnr(to other: Picture) -> Double {
    let squares = zip(samples, other.samples).reduce(0) { $0 + (Int($1.0) - Int($1.1)) * (Int($1.0) - Int($1.1)) }
    return 10 * log10(255 * 255 * Double(samples.count) / Double(squares))
  }
}

/// SplitMix64: the same seed gives the same numbers everywhere.
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
