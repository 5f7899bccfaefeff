import PixelCore
import PixelKernels

/// Every loop of a CPU level over short rows, whose instructions are counted.
struct EveryLoop {
  /// A loop, and the number of pixels, samples or bytes that it makes.
  typealias Loop = (name: String, count: Int, body: () -> Void)

  /// Pixels in a row.
  private static let count = 384

  private let kernels: Kernels
  private let opaque = Self.row { _ in 255 }
  private let translucent = Self.row { 1 + $0 % 254 }
  private let opaque16 = Self.row16 { _ in 65535 }
  private let translucent16 = Self.row16 { 1 + $0 % 65534 }
  private let zeros = Self.memory(count * 64)
  private let destination = Self.memory(count * 64)

  init(level: CPULevel) { kernels = Kernels(level: level) }

  var loops: [Loop] { points + points16 + resizing + blurring + blocks + png }

  private var points: [Loop] {
    let (count, kernels, destination, opaque, translucent) = (Self.count, kernels, destination, opaque, translucent)
    let mixed = ColorCoefficients(rows: [
      [0.5, 0.4, 0.1, 0, 0.02], [0.2, 0.7, 0.1, 0, 0], [0.1, 0.2, 0.7, 0, 0], [0, 0, 0, 1, 0],
    ])!
    let displayP3 = Once {
      MatrixTransform(
        curves: [{ $0 * $0 }, { $0 * $0 }, { $0 * $0 }],
        matrix: [1.2249, -0.2247, 0, -0.042, 1.0419, 0, -0.0196, -0.0786, 1.0979])
    }
    let colours = Once { Self.grid(of: [17, 17, 17]) }
    let inks = Once { Self.grid(of: [9, 9, 9, 9]) }
    return [
      (
        "source-over", count,
        { kernels.sourceOver(destination, background: opaque, foreground: translucent, count: count, depth: .eight) }
      ),
      ("premultiply", count, { kernels.premultiply(destination, translucent, count: count, depth: .eight) }),
      ("unpremultiply", count, { kernels.unpremultiply(destination, translucent, count: count, depth: .eight) }),
      ("scale", count, { kernels.scale(destination, opaque, millionths: 123_457, count: count, depth: .eight) }),
      (
        "sepia, CSS", count,
        {
          kernels.sepiaMatrix(
            destination, opaque, SepiaMatrix(intensityThousandths: 1000), count: count, depth: .eight)
        }
      ),
      (
        "sepia, Core Image", count,
        { kernels.sepiaTone(destination, opaque, intensity: 0.7, count: count, format: .encodedPremultiplied) }
      ),
      (
        "sepia, Core Image, translucent", count,
        { kernels.sepiaTone(destination, translucent, intensity: 0.7, count: count, format: .encodedPremultiplied) }
      ),
      ("colour matrix", count, { kernels.colorMatrix(destination, opaque, mixed, count: count, depth: .eight) }),
      (
        "luma and chroma to RGB", count,
        { kernels.convertToRGB(destination, luma: opaque, blue: opaque + count, red: opaque + 2 * count, count: count) }
      ),
      (
        "matrix profile to sRGB", count,
        { kernels.convertToSRGB(destination, opaque, displayP3.value, count: count, depth: .eight) }
      ),
      (
        "table profile to sRGB", count,
        { kernels.convertToSRGB(destination, opaque, colours.value, count: count, depth: .eight, isInverted: false) }
      ),
      (
        "CMYK to sRGB", count,
        { kernels.convertToSRGB(destination, translucent, inks.value, count: count, depth: .eight, isInverted: true) }
      ),
    ]
  }

  private var points16: [Loop] {
    let (count, kernels, destination) = (Self.count, kernels, destination)
    let (opaque, translucent) = (opaque16, translucent16)
    let mixed = ColorCoefficients(rows: [
      [0.5, 0.4, 0.1, 0, 0.02], [0.2, 0.7, 0.1, 0, 0], [0.1, 0.2, 0.7, 0, 0], [0, 0, 0, 1, 0],
    ])!
    return [
      (
        "source-over, 16 bits", count,
        { kernels.sourceOver(destination, background: opaque, foreground: translucent, count: count, depth: .sixteen) }
      ),
      ("premultiply, 16 bits", count, { kernels.premultiply(destination, translucent, count: count, depth: .sixteen) }),
      (
        "unpremultiply, 16 bits", count,
        { kernels.unpremultiply(destination, translucent, count: count, depth: .sixteen) }
      ),
      (
        "scale, 16 bits", count,
        { kernels.scale(destination, opaque, millionths: 123_457, count: count, depth: .sixteen) }
      ),
      (
        "sepia, Core Image, 16 bits", count,
        {
          kernels.sepiaTone(
            destination, opaque, intensity: 0.7, count: count,
            format: PixelFormat(depth: .sixteen, transfer: .encoded, alpha: .premultiplied))
        }
      ),
      (
        "colour matrix, 16 bits", count,
        { kernels.colorMatrix(destination, opaque, mixed, count: count, depth: .sixteen) }
      ),
    ]
  }

  /// Both passes of reducing to a third by Lanczos-3, and halving.
  private var resizing: [Loop] {
    let (count, kernels, destination, zeros, opaque) = (Self.count, kernels, destination, zeros, opaque)
    let (rows, rows16) = (Self.weights(300, .eight), Self.weights(300, .sixteen))
    let columns = Once { Self.weights(count, .eight) }
    let columns16 = Once { Self.weights(count, .sixteen) }
    let window = [UnsafeRawPointer](repeating: opaque, count: rows.inputs(of: 50).count)
    let window16 = [UnsafeRawPointer](repeating: opaque16, count: rows16.inputs(of: 50).count)
    return [
      (
        "resize rows", count,
        { kernels.resampleVertically(destination, rows: window, weights: rows, sample: 50, count: count) }
      ),
      ("resize columns", count / 3, { kernels.resampleHorizontally(destination, row: zeros, weights: columns.value) }),
      (
        "resize columns of eight planes", count / 3 * 8,
        {
          kernels.resamplePlaneHorizontally(destination, stride: count / 3, woven: zeros, weights: columns.value)
        }
      ),
      ("weave eight planes", count * 8, { kernels.weaveRows(destination, zeros, stride: count * 2, count: count) }),
      (
        "resize rows, 16 bits", count,
        { kernels.resampleVertically(destination, rows: window16, weights: rows16, sample: 50, count: count) }
      ),
      (
        "resize columns, 16 bits", count / 3,
        { kernels.resampleHorizontally(destination, row: zeros, weights: columns16.value) }
      ),
      (
        "halve pixels", count / 2,
        { kernels.halvePixels(destination, opaque, opaque, count: count, row: 0, depth: .eight) }
      ),
      ("halve samples", count * 2, { kernels.halveSamples(destination, opaque, opaque, count: count * 4, row: 0) }),
    ]
  }

  private static func weights(_ length: Int, _ depth: PixelFormat.Depth) -> ResampleWeights {
    ResampledAxis(inputLength: length, outputLength: length / 3, start: 0, length: Double(length), kernel: .lanczos3)
      .weights(depth: depth)
  }

  private var blurring: [Loop] {
    let (count, kernels, destination, zeros, opaque) = (Self.count, kernels, destination, zeros, opaque)
    let weights = GaussianWeights(sigma: 2)
    let neighbours = (0..<2 * weights.radius + 1).map { UnsafeRawPointer(zeros + $0 * 8) }
    let rows = (0..<5).map { UnsafeRawPointer(zeros + $0 * 8 * count) }
    return [
      ("blur: widen", count, { kernels.widenForBlur(destination, opaque, count: count, depth: .eight) }),
      ("blur: weigh", count, { kernels.weigh(destination, neighbours, weights, count: count, depth: .eight) }),
      (
        "blur: weigh, 16 bits", count,
        { kernels.weigh(destination, neighbours, weights, count: count, depth: .sixteen) }
      ),
      ("blur: halve rows", count, { kernels.halveRows(destination, rows, count: count) }),
      ("blur: halve columns", count, { kernels.halveColumns(destination, zeros, count: count) }),
      ("blur: double rows", count, { kernels.doubleRows(destination, rows[0], rows[1], rows[2], count: count) }),
      ("blur: double columns", count, { kernels.doubleColumns(destination, zeros, count: count) }),
      ("blur: narrow", count, { kernels.narrowFromBlur(destination, zeros, count: count, depth: .eight) }),
    ]
  }

  /// Samples of blocks with many values.
  private var blocks: [Loop] {
    let (kernels, destination, opaque) = (kernels, destination, opaque)
    return [1, 2, 4, 8].map { side in
      let count = 64
      let row = BlockRow(across: 1, distance: 2 * side * side, count: count)
      let quantisers = [Int16](repeating: 3, count: 64)
      return (
        "block samples, \(side)/8", count * side * side,
        {
          kernels.makeBlockSamples(
            destination, stride: count * side, side: side, blocks: opaque, row: row, quantisers: quantisers)
        }
      )
    }
  }

  private var png: [Loop] {
    let (kernels, destination, opaque, zeros) = (kernels, destination, opaque, zeros)
    let bytes = Self.count * 4
    func unfiltering(_ filter: PNGFilter) -> Loop {
      (
        "PNG: unfilter \(filter)", bytes,
        { kernels.unfilter(destination, above: zeros, byteCount: bytes, bytesPerPixel: 3, filter: filter) }
      )
    }
    return [
      (
        "PNG: choose a filter", bytes,
        { _ = kernels.bestFilter(opaque, above: zeros, byteCount: bytes, bytesPerPixel: 3) }
      ),
      (
        "PNG: filter, Paeth", bytes,
        { kernels.filter(destination, opaque, above: zeros, byteCount: bytes, bytesPerPixel: 3, filter: .paeth) }
      ),
      unfiltering(.sub), unfiltering(.up), unfiltering(.average), unfiltering(.paeth),
      (
        "PNG: unfilter two rows, Paeth", bytes * 2,
        { kernels.unfilterPaethPair(destination, above: zeros, byteCount: bytes, bytesPerPixel: 3, stride: bytes) }
      ),
    ]
  }

  /// A profile's grid.
  private static func grid(of sizes: [Int]) -> TableTransform {
    TableTransform(
      curves: sizes.map { _ in { $0 } }, sizes: sizes,
      nodes: (0..<sizes.reduce(3, *)).map { UInt16(truncatingIfNeeded: $0 &* 40_503) },
      outputs: [{ 100 * $0 }, { 255 * $0 - 128 }, { 255 * $0 - 128 }], black: 0.003,
      toSRGB: [3.1339, -1.6169, -0.4906, -0.9788, 1.9161, 0.0335, 0.0719, -0.2290, 1.4052])
  }

  /// Zeros, never released.
  private static func memory(_ byteCount: Int) -> UnsafeMutableRawPointer {
    let memory = UnsafeMutableRawPointer.allocate(byteCount: byteCount, alignment: 64)
    memory.initializeMemory(as: UInt8.self, repeating: 0, count: byteCount)
    return memory
  }

  /// A row of premultiplied pixels with the alpha of each.
  private static func row(alpha: (Int) -> Int) -> UnsafeRawPointer {
    let row = memory(count * 32)
    for index in 0..<count * 4 {
      let alpha = alpha(index)
      for channel in 0..<4 {
        let color: Int = index * (31 + channel) % 256
        let value = channel == 3 ? alpha : color * alpha / 255
        row.storeBytes(of: UInt8(value), toByteOffset: index * 4 + channel, as: UInt8.self)
      }
    }
    return UnsafeRawPointer(row)
  }

  private static func row16(alpha: (Int) -> Int) -> UnsafeRawPointer {
    let row = memory(count * 8)
    for index in 0..<count {
      let alpha = alpha(index)
      for channel in 0..<4 {
        let color: Int = index * (7919 + channel) % 65536
        let value = channel == 3 ? alpha : color * alpha / 65535
        row.storeBytes(of: UInt16(value), toByteOffset: index * 8 + channel * 2, as: UInt16.self)
      }
    }
    return UnsafeRawPointer(row)
  }
}

/// A value that is made when it is first needed, so that the other loops' counts don't include it.
private final class Once<Value> {
  private let make: () -> Value
  private(set) lazy var value = make()

  init(_ make: @escaping () -> Value) { self.make = make }
}
