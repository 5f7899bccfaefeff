/// The instruction set that the inner loops use.
///
/// All levels give the same pixels; higher ones are faster.
package enum CPULevel: String, Sendable, CaseIterable, Comparable {
  /// Instructions that every CPU of the architecture has.
  case baseline
  /// AVX2 and the extensions introduced with it: x86-64-v3.
  case avx2
  /// AVX-512 with F, BW, CD, DQ and VL: x86-64-v4.
  case avx512

  /// The levels supported by this machine and this build, lowest first.
  public static var available: [CPULevel] { allCases.filter { $0 <= detected } }

  /// The environment variable that forces a level.
  public static let variable = "PACKSHOT_CPU"

  /// Returns the level in `PACKSHOT_CPU` of `environment`, or the detected one if the variable is unset or empty.
  ///
  /// Throws if the word isn't a level, or the level isn't supported.
  public static func chosen(environment: [String: String]) throws(KernelError) -> CPULevel {
    guard let word = environment[variable], !word.isEmpty else { return detected }
    guard let level = CPULevel(rawValue: word) else { throw .unknownCPULevel(found: word, allowed: allCases) }
    guard level <= detected else { throw .cpuLevelNotAvailable(found: level, allowed: available) }
    return level
  }

  /// Orders levels by their requirements.
  public static func < (left: CPULevel, right: CPULevel) -> Bool { left.rank < right.rank }

  private var rank: Int {
    switch self {
    case .baseline: 0
    case .avx2: 1
    case .avx512: 2
    }
  }
}
