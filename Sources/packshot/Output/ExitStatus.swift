import Glibc
import PackshotKit

/// What the program ends with: BSD's sysexits where one fits.
enum ExitStatus {
  static let someFailed: Int32 = 1
  static let wrongUsage: Int32 = 64
  static let refused: Int32 = 65
  static let missing: Int32 = 66
  static let ownFault: Int32 = 70
  static let cannotWrite: Int32 = 74
  static let locked: Int32 = 75

  /// Prints what went wrong, and ends the program with the status for it.
  static func fail(_ error: any Error, json: Bool = false) -> Never {
    let problem = Problem(error)
    if json {
      let details = JSONValue.object([
        .init("code", .string(problem.code)), .init("message", .string(problem.message)),
      ])
      print(JSONValue.object([.init("event", .string("error")), .init("error", details)]))
    }
    Console.error(problem.message)
    exit(problem.status)
  }
}

/// An error as people and programs are told of it.
private struct Problem {
  let code: String
  let message: String
  let status: Int32

  init(_ error: any Error) {
    switch error {
    case let error as PackshotError:
      message = error.message
      (code, status) =
        switch error {
        case .missing: ("missing", ExitStatus.missing)
        case .unreadable: ("unreadable", ExitStatus.missing)
        case .cannotWrite: ("cannot-write", ExitStatus.cannotWrite)
        case .sameOutput: ("same-output", ExitStatus.wrongUsage)
        case .option: ("option", ExitStatus.wrongUsage)
        case .locked: ("locked", ExitStatus.locked)
        }
    case let error as RecipeError: (code, message, status) = ("recipe", error.description, ExitStatus.wrongUsage)
    case let error as FilterError: (code, message, status) = ("filter", error.message, ExitStatus.wrongUsage)
    case let error as KernelError: (code, message, status) = ("environment", error.message, ExitStatus.wrongUsage)
    case let error as PhotoFailure: (code, message, status) = (error.code.rawValue, error.message, ExitStatus.someFailed)
    case CodecError.sinkFailed(let cause): self.init(cause)
    case let error as CodecError: (code, message, status) = ("damaged", error.message, ExitStatus.someFailed)
    case let error as CatalogError:
      message = error.message
      (code, status) =
        switch error {
        case .missing, .notFound, .ambiguous: ("missing", ExitStatus.missing)
        case .notACatalog, .newerThanSupported, .damaged: ("catalog", ExitStatus.missing)
        case .refused, .denied, .danglingReference: ("refused", ExitStatus.refused)
        case .busy: ("locked", ExitStatus.locked)
        case .cannotWrite: ("cannot-write", ExitStatus.cannotWrite)
        case .fault: ("fault", ExitStatus.ownFault)
        }
    default: (code, message, status) = ("fault", "\(error)", ExitStatus.ownFault)
    }
  }
}
