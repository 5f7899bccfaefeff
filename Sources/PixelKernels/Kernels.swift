import Foundation

/// The inner loops over rows of pixels, at one CPU level.
///
/// Each loop has its own file with its formula, its rounding and its scalar version. The scalar version is the
/// reference: every level gives the same bytes. Versions for instruction sets, if they are faster, are in the modules
/// `PixelKernelsSSE2` and its siblings, in files with the same name. A table for each architecture lists the functions
/// for each level (``VectorLoops``).
///
/// Rules for all loops:
/// - A pixel has four channels, red, green, blue and alpha, of the depth passed to the loop: bytes, or little-endian
///   16-bit words. A loop without a depth is for bytes of encoded sRGB. Most 16-bit loops have their own files in
///   `SixteenBits`, with vectors of AVX2, even on a CPU with AVX-512.
/// - Counts are in pixels and may be 0. Rows may have any alignment.
/// - The destination may be one of the sources; otherwise they mustn't overlap.
/// - The vector versions process whole vectors and return the number of pixels processed; the scalar loop processes the
///   rest.
package struct Kernels: Sendable {
  /// The CPU level in use.
  public let level: CPULevel
  private let table: Table

  /// The vector versions of the loops.
  var vectors: VectorLoops { table.loops }

  /// Creates the loops of a level, which must be in ``CPULevel/available``.
  public init(level: CPULevel) {
    precondition(level <= .detected, "this machine or build cannot run \(level.rawValue)")
    self.level = level
    table = Table(loops: VectorLoops(level: level))
  }

  /// The loops to use: the loops of the level in `PACKSHOT_CPU`, otherwise the fastest for this machine.
  ///
  /// An invalid value counts as unset. User-facing code reports it first with ``CPULevel/chosen(environment:)``.
  public static let current = Kernels(
    level: (try? CPULevel.chosen(environment: ProcessInfo.processInfo.environment)) ?? .detected)

  /// A level's functions. A class, because there are too many to copy with each `Kernels` value.
  private final class Table: Sendable {
    let loops: VectorLoops

    init(loops: VectorLoops) { self.loops = loops }
  }
}
