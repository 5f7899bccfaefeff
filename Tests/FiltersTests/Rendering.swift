import Filters
import PixelCore
import PixelKernels
import TestSupport
import Typesetting

/// Pixels by row and column.
typealias Pixels = [[UInt32]]

extension PixelFormat {
  /// All formats that filters accept.
  static let working: [PixelFormat] = [Depth.eight, .sixteen].flatMap { depth in
    [Transfer.encoded, .linear].flatMap { transfer in
      [Alpha.premultiplied, .opaque].map { PixelFormat(depth: depth, transfer: transfer, alpha: $0) }
    }
  }
}

extension ImageShape {
  /// Seeded random pixels that are valid for the format.
  func randomPixels(seed: UInt64) -> Pixels {
    var generator = SeededGenerator(seed: seed)
    return (0..<size.height).map { _ in
      (0..<size.width).map { _ in
        let alpha =
          format.alpha == .opaque
          ? 255 : [0, 255, UInt8.random(in: 0...255, using: &generator)].randomElement(using: &generator)!
        return Color(
          red: .random(in: 0...255, using: &generator), green: .random(in: 0...255, using: &generator),
          blue: .random(in: 0...255, using: &generator), alpha: alpha
        ).word
      }
    }
  }

  /// One pixel repeated.
  func pixels(of color: Color) -> Pixels {
    Array(repeating: Array(repeating: color.word, count: size.width), count: size.height)
  }
}

extension Color {
  /// The colour as an 8-bit encoded pixel.
  var word: UInt32 {
    let color = pixel(in: .encodedPremultiplied)
    return UInt32(color.red) | UInt32(color.green) << 8 | UInt32(color.blue) << 16 | UInt32(color.alpha) << 24
  }
}

extension Image {
  /// Seeded random pixels that are valid for the format, some of them opaque and some transparent.
  static func random(_ shape: ImageShape, seed: UInt64) -> Image {
    var generator = SeededGenerator(seed: seed)
    let largest = UInt16(shape.format.depth.largest)
    var buffer = PixelBuffer(shape: shape)
    for y in 0..<shape.size.height {
      let row = buffer.mutableRow(y)
      for x in 0..<shape.size.width {
        let alpha =
          shape.format.alpha == .opaque
          ? largest : [0, largest, UInt16.random(in: 0...largest, using: &generator)].randomElement(using: &generator)!
        let channels = (0..<3).map { _ in UInt16.random(in: 0...alpha, using: &generator) } + [alpha]
        for (channel, value) in channels.enumerated() {
          switch shape.format.depth {
          case .eight: row.storeBytes(of: UInt8(value), toByteOffset: x * 4 + channel, as: UInt8.self)
          case .sixteen: row.storeBytes(of: value, toByteOffset: x * 8 + channel * 2, as: UInt16.self)
          }
        }
      }
    }
    return Image(buffer)
  }

  /// One colour repeated.
  static func filled(_ shape: ImageShape, _ color: Color) -> Image {
    var buffer = PixelBuffer(shape: shape)
    for y in 0..<shape.size.height {
      color.pixel(in: shape.format).fill(buffer.mutableRow(y), count: shape.size.width)
    }
    return Image(buffer)
  }

  /// The channels of all pixels, row by row.
  var channels: [Int] {
    (0..<size.height).flatMap { y in
      (0..<size.width * 4).map { index in
        switch shape.format.depth {
        case .eight: Int(row(y).load(fromByteOffset: index, as: UInt8.self))
        case .sixteen: Int(row(y).load(fromByteOffset: index * 2, as: UInt16.self))
        }
      }
    }
  }

  convenience init(_ pixels: Pixels, format: PixelFormat) {
    let size = PixelSize(width: pixels[0].count, height: pixels.count)
    var buffer = PixelBuffer(shape: ImageShape(size: size, format: format))
    for (y, row) in pixels.enumerated() {
      row.withUnsafeBytes { buffer.mutableRow(y).copyMemory(from: $0.baseAddress!, byteCount: $0.count) }
    }
    self.init(buffer)
  }

  var pixels: Pixels {
    (0..<size.height).map { y in
      (0..<size.width).map { x in row(y).load(fromByteOffset: x * 4, as: UInt32.self) }
    }
  }
}

extension UInt32 {
  /// Red, green, blue, alpha.
  var channels: [Int] { [0, 8, 16, 24].map { Int(self >> $0 & 255) } }
}

/// Applies a filter to pixels that are pushed in bands of the given height.
func render(
  _ filter: some Filter, _ pixels: Pixels, format: PixelFormat = .encodedPremultiplied,
  sources: [String: Image] = [:], orientation: Orientation = .up, bandHeight: Int? = nil,
  level: CPULevel = Kernels.current.level
) throws -> Image {
  try render(
    filter, Image(pixels, format: format), sources: sources, orientation: orientation, bandHeight: bandHeight,
    level: level)
}

/// Applies a filter to an image in any format.
func render(
  _ filter: some Filter, _ input: Image, sources: [String: Image] = [:], orientation: Orientation = .up,
  bandHeight: Int? = nil, level: CPULevel = Kernels.current.level
) throws -> Image {
  let plan = try filter.plan(
    input.shape, in: PlanContext(orientation: orientation, sources: sources.mapValues(\.shape)))
  let context = RenderContext(
    kernels: Kernels(level: level), sources: sources, bandHeight: bandHeight,
    typefaces: ["": try FontBuilder.letters.typeface])
  return try ImageCollector.image { open in
    let sink = try plan.sink(context, opening: open)
    try input.withBand { whole in
      let height = bandHeight ?? input.size.height
      for y in stride(from: 0, to: input.size.height, by: height) {
        let rows = y..<min(y + height, input.size.height)
        try sink.push(RowBand(shape: input.shape, rows: rows, base: whole.row(y), stride: whole.stride))
      }
    }
    try sink.finish()
  }
}

extension FontBuilder {
  /// The font of the texts in tests.
  static let letters = {
    var builder = FontBuilder()
    builder.add("A", width: 600, [[(0, 0), (0, 500), (500, 500), (450, 0)]])
    builder.add("B", width: 700, [[(0, -100), (300, 700), (600, 0)], [(100, 100), (300, 900), (500, 100)]])
    return builder
  }()

  var typeface: Typeface {
    get throws { Typeface([try bytes.withUnsafeBytes { try Font($0, name: "test.ttf") }]) }
  }
}
