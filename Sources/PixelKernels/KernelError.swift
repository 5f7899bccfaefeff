import Errors

/// What can be wrong with a wish for certain inner loops.
package enum KernelError: DescribedError, Equatable {
  /// `PACKSHOT_CPU` holds a word that names no level.
  case unknownLevel(found: String, allowed: [CPULevel])
  /// `PACKSHOT_CPU` names a level that this machine or this build lacks.
  case levelNotAvailable(found: CPULevel, allowed: [CPULevel])

  /// The variable is the environment's.
  public var code: ErrorCode { .environment }

  /// Which of the two it is.
  public var reason: String {
    switch self {
    case .unknownLevel: "unknown-cpu-level"
    case .levelNotAvailable: "cpu-level-not-available"
    }
  }

  /// The variable, its value, and the values that it may have here.
  public var facts: Facts {
    let (found, allowed) =
      switch self {
      case .unknownLevel(let found, let allowed): (found, allowed)
      case .levelNotAvailable(let found, let allowed): (found.rawValue, allowed)
      }
    return [
      "variable": .text(CPULevel.variable), "found": .text(found), "allowed": .texts(allowed.map(\.rawValue)),
    ]
  }

  /// None: the sentence says which values there are.
  public var remedy: (any Remedy)? { nil }

  /// What is wrong and what is allowed, for the person who set the variable.
  public var message: String {
    switch self {
    case .unknownLevel(let found, let allowed):
      "\(CPULevel.variable) is \"\(found)\"; it must be \(Self.list(allowed)) or unset"
    case .levelNotAvailable(let found, let allowed):
      "\(CPULevel.variable) is \"\(found.rawValue)\", which this machine or build lacks; here it must be "
        + "\(Self.list(allowed)) or unset"
    }
  }

  private static func list(_ levels: [CPULevel]) -> String { levels.map(\.rawValue).joined(separator: ", ") }
}
