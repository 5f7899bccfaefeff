import Foundation

/// The inner loops over rows of pixels, at one CPU level.
///
/// Each loop has a file of its own, with its formula and rounding and its scalar version, which is the reference: every level
/// gives the same bytes. What instruction sets do of it is in modules of their own, `PixelKernelsSSE2` and its siblings, under
/// the same file name, as far as they gain anything; a table for each architecture says which function serves at which level
/// (``VectorLoops``).
///
/// What holds for all of them:
/// - A pixel is four channels, red, green, blue, alpha, of the depth the loop is told: bytes, or little-endian words of
///   16 bits. A loop that is told no depth is for bytes of encoded sRGB. The loops for 16 bits have files of their own
///   under `SixteenBits`; their vectors are AVX2's, on a CPU with AVX-512 too.
/// - Counts are in pixels and may be 0. Rows may lie at any address.
/// - The destination may be exactly one of the sources; otherwise they do not overlap.
/// - The vector versions process whole vectors and say how many pixels they did; the scalar loop does the rest.
package struct Kernels: Sendable {
  /// The instructions in use.
  public let level: CPULevel
  private let table: Table

  /// What the instructions do of each loop.
  var vectors: VectorLoops { table.loops }

  /// The loops of one level, which is among ``CPULevel/available``.
  public init(level: CPULevel) {
    precondition(level <= .detected, "this machine or build cannot run \(level.rawValue)")
    self.level = level
    table = Table(loops: VectorLoops(level: level))
  }

  /// The loops to use: those `PACKSHOT_CPU` asks for, else the best this machine can run.
  ///
  /// A value that cannot be met counts as not set; whoever talks to people says so first, with
  /// ``CPULevel/chosen(environment:)``.
  public static let current = Kernels(
    level: (try? CPULevel.chosen(environment: ProcessInfo.processInfo.environment)) ?? .detected)

  /// A level's functions, which kernels refer to: they are too many to be copied wherever kernels are.
  private final class Table: Sendable {
    let loops: VectorLoops

    init(loops: VectorLoops) { self.loops = loops }
  }
}
