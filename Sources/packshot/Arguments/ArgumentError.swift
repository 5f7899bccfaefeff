import PackshotKit

/// An argument that no command can use, and that the parser of arguments knows nothing of.
enum ArgumentError: DescribedError {
  /// It is something that is not allowed.
  case refusedArgument(argument: String, found: String, allowed: String)
  /// It is not needed, because it is what `why` says.
  case superfluousArgument(argument: String, why: String)

  var descriptor: ErrorDescriptor {
    switch self {
    case .refusedArgument(let argument, let found, let allowed):
      .init(.option, "\(argument) is \(found); it must be \(allowed)")
    case .superfluousArgument(let argument, let why): .init(.option, "\(argument) is \(why); leave it out")
    }
  }
}
