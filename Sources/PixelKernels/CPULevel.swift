/// Which instructions the inner loops use.
///
/// All levels give the same pixels; a higher one gives them sooner.
package enum CPULevel: String, Sendable, CaseIterable, Comparable {
  /// What every CPU of the architecture has.
  case baseline
  /// AVX2 and the extensions of its time: x86-64-v3.
  case avx2
  /// AVX-512 with F, BW, CD, DQ and VL: x86-64-v4.
  case avx512

  /// The levels that can run here, lowest first.
  public static var available: [CPULevel] { allCases.filter { $0 <= detected } }

  /// The environment variable that forces a level.
  public static let variable = "PACKSHOT_CPU"

  /// The level that `PACKSHOT_CPU` names in `environment`, or the detected one where it is not set, or empty.
  ///
  /// Throws where the word is no level, or the level cannot run here.
  public static func chosen(environment: [String: String]) throws(KernelError) -> CPULevel {
    guard let word = environment[variable], !word.isEmpty else { return detected }
    guard let level = CPULevel(rawValue: word) else { throw .unknownCPULevel(found: word, allowed: allCases) }
    guard level <= detected else { throw .cpuLevelNotAvailable(found: level, allowed: available) }
    return level
  }

  /// Orders the levels by how much they ask of a CPU.
  public static func < (left: CPULevel, right: CPULevel) -> Bool { left.rank < right.rank }

  private var rank: Int {
    switch self {
    case .baseline: 0
    case .avx2: 1
    case .avx512: 2
    }
  }
}
