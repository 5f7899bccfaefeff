import PixelCore
import PixelKernels

/// Rows for the loops. All rows of one loop fit a CPU's second-level cache. They are never released.
struct BenchmarkRows {
  private let count: Int
  private let foreground: UnsafeMutableRawPointer
  private let translucent: UnsafeMutableRawPointer
  private let background: UnsafeMutableRawPointer
  private let destination: UnsafeMutableRawPointer
  private let between: UnsafeMutableRawPointer
  /// Compositing of the foreground and of the translucent row.
  private let pixman: Pixman?
  private let pixmanOfTranslucent: Pixman?

  /// Rows of `count` premultiplied pixels. The foreground looks like cut-outs: 640 transparent and 352 opaque pixels in turn,
  /// with soft edges of sixteen between them. Another row is all translucent.
  init(count: Int) {
    self.count = count
    func row(_ bytes: Int) -> UnsafeMutableRawPointer {
      let row = UnsafeMutableRawPointer.allocate(byteCount: bytes + 256, alignment: 64)
      row.initializeMemory(as: UInt8.self, repeating: 0, count: bytes + 256)
      return row
    }
    (foreground, background, destination) = (row(count * 4), row(count * 4), row(count * 8))
    (translucent, between) = (row(count * 4), row(count * 32))
    var state: UInt64 = 1
    // Groups of sixteen pixels: 0 opaque, 1 transparent, 2 translucent.
    let cutout = [Int](repeating: 1, count: 40) + [2] + [Int](repeating: 0, count: 22) + [2]
    for (row, kinds) in [(foreground, cutout), (background, [0]), (translucent, [2])] {
      for index in 0..<count {
        state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
        let kind = kinds[(index / 16) % kinds.count]
        let alpha = kind == 0 ? 255 : kind == 1 ? 0 : Int(state >> 32 & 255) % 254 + 1
        let color = [40, 48, 56].map { Int(state >> $0 & 255) * alpha / 255 } + [alpha]
        for (channel, value) in color.enumerated() {
          row.storeBytes(of: UInt8(value), toByteOffset: index * 4 + channel, as: UInt8.self)
        }
      }
    }
    pixman = Pixman(foreground: foreground, background: destination, count: count)
    pixmanOfTranslucent = Pixman(foreground: translucent, background: destination, count: count)
  }

  /// Each loop with its name and the number of bytes it writes.
  var loops: [(name: String, bytes: Int, loop: () -> Void)] {
    let (foreground, background, destination, count) = (foreground, background, destination, count)
    var loops: [(name: String, bytes: Int, loop: () -> Void)] = [
      ("memcpy", count * 4, { destination.copyMemory(from: background, byteCount: count * 4) })
    ]
    let translucent = translucent
    if let pixman, let pixmanOfTranslucent {
      loops.append(("source-over, pixman", count * 4, { pixman.sourceOver() }))
      loops.append(("source-over of translucent, pixman", count * 4, { pixmanOfTranslucent.sourceOver() }))
    }
    for level in CPULevel.available {
      let kernels = Kernels(level: level)
      loops += [
        (
          "source-over", count * 4,
          {
            kernels.sourceOver(destination, background: background, foreground: foreground, count: count, depth: .eight)
          }
        ),
        (
          "source-over of translucent", count * 4,
          {
            kernels.sourceOver(
              destination, background: background, foreground: translucent, count: count, depth: .eight)
          }
        ),
        (
          "sepia, CSS", count * 4,
          {
            kernels.sepiaMatrix(
              destination, background, SepiaMatrix(intensityThousandths: 1000), count: count, depth: .eight)
          }
        ),
        (
          "sepia, Core Image", count * 4,
          {
            kernels.sepiaTone(destination, background, intensity: 1, count: count, format: .encodedPremultiplied)
          }
        ),
        ("premultiply", count * 4, { kernels.premultiply(destination, foreground, count: count, depth: .eight) }),
        ("unpremultiply", count * 4, { kernels.unpremultiply(destination, foreground, count: count, depth: .eight) }),
        (
          "halve pixels", count * 2,
          {
            kernels.halvePixels(destination, foreground, background, count: count, row: 0, depth: .eight)
          }
        ),
        (
          "halve samples", count * 2,
          {
            kernels.halveSamples(destination, foreground, background, count: count * 4, row: 0)
          }
        ),
      ].map { ("\($0), \(level.rawValue)", $1, $2) }
      loops += resizing(kernels).map { ("\($0), \(level.rawValue)", $1, $2) }
    }
    return loops
  }

  /// Both passes of reducing to a third by Lanczos-3, over pixels and over samples. A first pass counts the bytes of its pixels,
  /// half of what it stores.
  private func resizing(_ kernels: Kernels) -> [(name: String, bytes: Int, loop: () -> Void)] {
    let (foreground, background, destination, between, count) = (
      foreground, background, destination, between, count
    )
    let rows = ResampledAxis(inputLength: 300, outputLength: 100, start: 0, length: 300, kernel: .lanczos3)
      .weights(depth: .eight)
    let columns = ResampledAxis(
      inputLength: count, outputLength: count / 3, start: 0, length: Double(count), kernel: .lanczos3
    ).weights(depth: .eight)
    let window = (0..<rows.inputs(of: 50).count).map { UnsafeRawPointer($0 % 2 == 0 ? foreground : background) }
    return [
      (
        "resize rows", count * 4,
        {
          kernels.resampleVertically(destination, rows: window, weights: rows, sample: 50, count: count)
        }
      ),
      (
        "resize columns", count / 3 * 4,
        {
          kernels.resampleHorizontally(destination, row: between, weights: columns)
        }
      ),
      (
        "resize columns of samples", count / 3 * Kernels.planeRows,
        {
          kernels.resamplePlaneHorizontally(destination, stride: count / 3, woven: between, weights: columns)
        }
      ),
    ]
  }
}
