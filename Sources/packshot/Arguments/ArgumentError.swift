import PackshotKit

/// An invalid argument that ArgumentParser can't detect.
enum ArgumentError: DescribedError {
  /// The argument has a value that isn't allowed.
  case refusedArgument(argument: String, found: String, allowed: String)
  /// The argument must be left out. `why` completes “the argument is …”, for example with “a second name”.
  case superfluousArgument(argument: String, why: String)

  var descriptor: ErrorDescriptor {
    switch self {
    case .refusedArgument(let argument, let found, let allowed):
      .init(.option, "\(argument) is \(found); it must be \(allowed)")
    case .superfluousArgument(let argument, let why): .init(.option, "\(argument) is \(why); leave it out")
    }
  }
}
