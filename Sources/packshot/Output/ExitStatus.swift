import PackshotKit
import Parameters
import PixelKernels
import Platform

/// Exit statuses: BSD's sysexits if one fits.
enum ExitStatus {
  static let someFailed: Int32 = 1
  /// Two pictures differ, or a case of a golden suite doesn't pass.
  static let differs: Int32 = 1
  /// The user was asked and declined.
  static let declined: Int32 = 1
  static let wrongUsage: Int32 = 64
  static let refused: Int32 = 65
  static let missing: Int32 = 66
  static let ownFault: Int32 = 70
  static let cannotWrite: Int32 = 74
  static let locked: Int32 = 75

  /// Prints an error, and ends the program with its status.
  static func fail(_ error: any Error, json: Bool = false) -> Never { fail([error], json: json) }

  /// Prints a non-empty list of errors, and ends the program with the status of the first.
  static func fail(_ errors: [any Error], json: Bool = false) -> Never {
    exit(tell(errors, json: json)[0].status)
  }

  /// Prints the errors of the items that failed, and ends the program. All other items have succeeded.
  static func someFailed(_ errors: [any Error], json: Bool = false) -> Never {
    _ = tell(errors, json: json)
    exit(someFailed)
  }

  private static func tell(_ errors: [any Error], json: Bool) -> [Problem] {
    let problems = errors.map(Problem.init)
    for problem in problems {
      if json {
        print(BatchEvent.error(problem.event).json)
      }
      for message in problem.messages { Console.error(message) }
      for line in problem.excerpt { Console.note(line) }
    }
    return problems
  }
}

/// An error in the form shown to users and programs.
private struct Problem {
  let error: ErrorDescriptor
  /// At least one message. An invalid recipe may have several.
  let messages: [String]
  /// The input with the position marked, as lines that are printed unchanged.
  var excerpt: [String] = []

  /// The error for programs.
  var event: ErrorDescriptor { error.with(message: messages.joined(separator: "\n")) }
  var status: Int32 { error.code.status }

  init(_ error: any Error) {
    var error = error
    while case CodecError.sinkFailed(let cause) = error { error = cause }
    self.error = ErrorDescriptor(error)
    messages = (error as? RecipeError)?.lines ?? [(error as? any DescribedError)?.messageWithRemedy ?? "\(error)"]
    if case StoreError.unreadableCondition(let condition) = error { excerpt = condition.markedExcerpt }
  }
}
