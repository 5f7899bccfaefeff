import PackshotKit

/// An argument that no command can use, and that the parser of arguments knows nothing of.
enum ArgumentError: DescribedError {
  /// It is something that is not allowed.
  case refused(String, found: String, allowed: String)
  /// It is not needed, because it is what `why` says.
  case superfluous(String, why: String)

  var code: ErrorCode { .option }

  var reason: String {
    switch self {
    case .refused: "refused-argument"
    case .superfluous: "superfluous-argument"
    }
  }

  var facts: Facts {
    switch self {
    case .refused(let argument, let found, let allowed):
      ["argument": .text(argument), "found": .text(found), "allowed": .text(allowed)]
    case .superfluous(let argument, let why): ["argument": .text(argument), "why": .text(why)]
    }
  }

  var remedy: (any Remedy)? { nil }

  var message: String {
    switch self {
    case .refused(let argument, let found, let allowed): "\(argument) is \(found); it must be \(allowed)"
    case .superfluous(let argument, let why): "\(argument) is \(why); leave it out"
    }
  }
}
