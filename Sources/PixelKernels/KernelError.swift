import Errors

/// Why the requested CPU level can't be used.
package enum KernelError: DescribedError, Equatable {
  /// `PACKSHOT_CPU` is set to an unknown level.
  case unknownCPULevel(found: String, allowed: [CPULevel])
  /// `PACKSHOT_CPU` is set to a level that this machine or this build doesn't support.
  case cpuLevelNotAvailable(found: CPULevel, allowed: [CPULevel])

  public var descriptor: ErrorDescriptor {
    switch self {
    case .unknownCPULevel(let found, let allowed):
      Self.refusal("\"\(found)\"; it must be \(Self.list(allowed)) or unset")
    case .cpuLevelNotAvailable(let found, let allowed):
      Self.refusal(
        "\"\(found.rawValue)\", which this machine or build lacks; here it must be \(Self.list(allowed)) or unset")
    }
  }

  private static func refusal(_ message: String) -> ErrorDescriptor {
    .init(.environment, "\(CPULevel.variable) is \(message)", ["variable": CPULevel.variable])
  }

  private static func list(_ levels: [CPULevel]) -> String { levels.map(\.rawValue).joined(separator: ", ") }
}
