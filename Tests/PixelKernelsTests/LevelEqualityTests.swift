import PixelKernels
import Testing

/// Every level gives the bytes of the scalar loop. A level has a test of its own, so that one the machine lacks is reported
/// as skipped.
@Suite struct LevelEqualityTests {
  @Test func baselineEqualsScalar() { expectEquality(at: .baseline) }

  @Test(.enabled(if: CPULevel.detected >= .avx2, "this machine has no AVX2"))
  func avx2EqualsScalar() { expectEquality(at: .avx2) }

  @Test(.enabled(if: CPULevel.detected >= .avx512, "this machine has no AVX-512"))
  func avx512EqualsScalar() { expectEquality(at: .avx512) }

  /// Widths from nothing to past two of the widest vectors, then a long row.
  private func expectEquality(at level: CPULevel) {
    let kernels = Kernels(level: level)
    for (width, seed) in zip(Array(0...33) + [isThorough ? 200_000 : 2_000], 1...) {
      let pixels = seededPixels(width, seed: UInt64(seed))
      let others = seededPixels(width, seed: UInt64(seed) + 1000)
      for (name, loop) in Self.loops(kernels) {
        #expect(
          result(of: pixels, others, by: loop) == scalarResult(of: pixels, others, by: loop),
          "\(name), width \(width), seed \(seed)")
      }
    }
  }

  private typealias Loop = (UnsafeMutableRawPointer, [UnsafeRawPointer], Int) -> Void

  private static func loops(_ kernels: Kernels) -> [(name: String, loop: Loop)] {
    // The ends of the intensities, and what is next to them and to the sign of a word.
    let sepias: [(name: String, loop: Loop)] =
      [0, 1, 617, 1000].map { thousandths in
        let matrix = SepiaMatrix(intensityThousandths: thousandths)
        return ("sepia matrix \(thousandths)", { kernels.sepiaMatrix($0, $1[0], matrix, count: $2, depth: .eight) })
      }
      + [0, 1, 24_248, 32_767, 32_768, 32_769, 65_535, 65_536].map { weight in
        let intensity = Double(weight) / 65536
        return (
          "sepia tone \(weight)",
          { kernels.sepiaTone($0, $1[0], intensity: intensity, count: $2, format: .encodedPremultiplied) }
        )
      }
    return sepias + [
      ("source-over", { kernels.sourceOver($0, background: $1[0], foreground: $1[1], count: $2, depth: .eight) }),
      ("premultiply", { kernels.premultiply($0, $1[0], count: $2, depth: .eight) }),
      ("unpremultiply", { kernels.unpremultiply($0, $1[0], count: $2, depth: .eight) }),
      ("scale", { kernels.scale($0, $1[0], millionths: 123_457, count: $2, depth: .eight) }),
    ]
  }

  @Test(arguments: CPULevel.available) func aRowMayBeWorkedOnInPlace(_ level: CPULevel) {
    let kernels = Kernels(level: level)
    let pixels = seededPixels(77, seed: 5)
    let others = seededPixels(77, seed: 6)
    for (name, loop) in Self.loops(kernels) {
      let inPlace = result(of: pixels, others) { destination, rows, count in
        destination.copyMemory(from: rows[0], byteCount: count * 4)
        loop(destination, [UnsafeRawPointer(destination), rows[1]], count)
      }
      #expect(inPlace == result(of: pixels, others, by: loop), "\(name)")
    }
  }
}
