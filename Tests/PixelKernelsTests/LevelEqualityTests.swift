import PixelCore
import PixelKernels
import TestSupport
import Testing

/// Every level gives the bytes of the scalar loop. Each level has its own test, so that one that the machine lacks is reported
/// as skipped.
@Suite struct LevelEqualityTests {
  @Test func baselineEqualsScalar() { expectEquality(at: .baseline) }

  @Test(.enabled(if: CPULevel.detected >= .avx2, "this machine has no AVX2"))
  func avx2EqualsScalar() { expectEquality(at: .avx2) }

  @Test(.enabled(if: CPULevel.detected >= .avx512, "this machine has no AVX-512"))
  func avx512EqualsScalar() { expectEquality(at: .avx512) }

  private func expectEquality(at level: CPULevel) {
    let kernels = Kernels(level: level)
    expectEquality(of: Self.loops(kernels, .eight) + Self.sepiaTones(kernels), UInt32.self)
    expectEquality(of: Self.loops(kernels, .sixteen), UInt64.self)
  }

  /// Widths from zero to beyond two steps of the widest loops, 32 pixels each, then a long row.
  private func expectEquality<Word: PixelWord>(of loops: [NamedLoop], _ type: Word.Type) {
    for (width, seed) in zip(Array(0...66) + [isThorough ? 200_000 : 2_000], 1...) {
      let pixels = seededPixels(width, seed: UInt64(seed), as: type)
      let others = seededPixels(width, seed: UInt64(seed) + 1000, as: type)
      for (name, loop) in loops {
        #expect(
          result(of: pixels, others, by: loop) == scalarResult(of: pixels, others, by: loop),
          "\(name), width \(width), seed \(seed)")
      }
    }
  }

  private typealias NamedLoop = (name: String, loop: (UnsafeMutableRawPointer, [UnsafeRawPointer], Int) -> Void)

  private static func loops(_ kernels: Kernels, _ depth: PixelFormat.Depth) -> [NamedLoop] {
    // The ends of the intensities, and the values next to them.
    let sepias: [NamedLoop] = [0, 1, 617, 1000].map { thousandths in
      let matrix = SepiaMatrix(intensityThousandths: thousandths)
      return (
        "sepia matrix \(thousandths)", { kernels.sepiaMatrix($0, $1[0], matrix, count: $2, depth: depth) }
      )
    }
    let matrices: [NamedLoop] = ColorMatrixTests.matrices.map { name, matrix in
      ("colour matrix \(name)", { kernels.colorMatrix($0, $1[0], matrix, count: $2, depth: depth) })
    }
    // Sums below and above the range.
    let profile = MatrixTransform(
      curves: [{ $0 }, { $0 * $0 }, { 1 - $0 }], matrix: [9, -8, 0.1, -0.5, 1.5, 0, 0, -0.1, 1.1], offset: -0.02)
    let others: [NamedLoop] = [
      ("source-over", { kernels.sourceOver($0, background: $1[0], foreground: $1[1], count: $2, depth: depth) }),
      ("premultiply", { kernels.premultiply($0, $1[0], count: $2, depth: depth) }),
      ("unpremultiply", { kernels.unpremultiply($0, $1[0], count: $2, depth: depth) }),
      ("conversion to sRGB", { kernels.convertToSRGB($0, $1[0], profile, count: $2, depth: depth) }),
      ("scale", { kernels.scale($0, $1[0], millionths: 123_457, count: $2, depth: depth) }),
    ]
    let tables: [NamedLoop] =
      [
        (grid(of: [3, 2, 5]), false), (grid(of: [3, 2, 5], bend: 0.4), true), (grid(of: [2, 4, 3, 6]), false),
        (grid(of: [2, 4, 3, 6], bend: 0.4), true),
      ].map { grid, flips in
        (
          "conversion by a table of \(grid.channelCount) values, \(flips ? "bent and inverted" : "as they are")",
          { kernels.convertToSRGB($0, $1[0], grid, count: $2, depth: depth, isInverted: flips) }
        )
      }
    return (sepias + matrices + others + tables).map { ("\($0.name), \(depth.rawValue) bits", $0.loop) }
  }

  /// A profile's grid with unrelated neighbours, and values on nodes, between nodes and beyond the ends.
  private static func grid(of sizes: [Int], bend: Double = 0) -> TableTransform {
    var generator = SeededGenerator(seed: 11)
    let bent = { (value: Double) in value + bend * value * (1 - value) }
    return TableTransform(
      curves: sizes.indices.map { channel in { 1.1 * $0 - 0.05 * Double(channel % 2) } }, sizes: sizes,
      nodes: (0..<sizes.reduce(3, *)).map { _ in .random(in: 0...UInt16.max, using: &generator) },
      outputs: [{ 100 * bent($0) }, { 255 * bent($0) - 128 }, { 255 * $0 - 128 }], black: 0.003,
      toSRGB: [3.1339, -1.6169, -0.4906, -0.9788, 1.9161, 0.0335, 0.0719, -0.2290, 1.4052])
  }

  /// The ends of the intensities, and values next to the ends and to the sign of a word.
  private static func sepiaTones(_ kernels: Kernels) -> [NamedLoop] {
    [0, 1, 24_248, 32_767, 32_768, 32_769, 65_535, 65_536].map { weight in
      let intensity = Double(weight) / 65536
      return (
        "sepia tone \(weight)",
        { kernels.sepiaTone($0, $1[0], intensity: intensity, count: $2, format: .encodedPremultiplied) }
      )
    }
  }

  @Test(arguments: CPULevel.available) func aRowCanBeProcessedInPlace(_ level: CPULevel) {
    let kernels = Kernels(level: level)
    expectSameInPlace(Self.loops(kernels, .eight) + Self.sepiaTones(kernels), UInt32.self)
    expectSameInPlace(Self.loops(kernels, .sixteen), UInt64.self)
  }

  private func expectSameInPlace<Word: PixelWord>(_ loops: [NamedLoop], _ type: Word.Type) {
    let pixels = seededPixels(77, seed: 5, as: type)
    let others = seededPixels(77, seed: 6, as: type)
    for (name, loop) in loops {
      let inPlace = result(of: pixels, others) { destination, rows, count in
        destination.copyMemory(from: rows[0], byteCount: count * MemoryLayout<Word>.size)
        loop(destination, [UnsafeRawPointer(destination), rows[1]], count)
      }
      #expect(inPlace == result(of: pixels, others, by: loop), "\(name)")
    }
  }
}
