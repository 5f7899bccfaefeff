import Glibc
import PackshotKit
import Parameters
import PixelKernels

/// What the program ends with: BSD's sysexits where one fits.
enum ExitStatus {
  static let someFailed: Int32 = 1
  /// Two pictures are not the same.
  static let differs: Int32 = 1
  /// A person was asked, and did not agree.
  static let declined: Int32 = 1
  static let wrongUsage: Int32 = 64
  static let refused: Int32 = 65
  static let missing: Int32 = 66
  static let ownFault: Int32 = 70
  static let cannotWrite: Int32 = 74
  static let locked: Int32 = 75

  /// Prints what went wrong, and ends the program with the status for it.
  static func fail(_ error: any Error, json: Bool = false) -> Never { fail([error], json: json) }

  /// Prints all that went wrong, of which there is something, and ends the program with the status for the first.
  static func fail(_ errors: [any Error], json: Bool = false) -> Never {
    exit(tell(errors, json: json)[0].status)
  }

  /// Prints what went wrong with some of what was to be done, and ends the program: the others are done.
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

/// An error as people and programs are told of it.
private struct Problem {
  let error: ErrorDescriptor
  /// At least one: a recipe may be wrong in many places.
  let messages: [String]
  /// What it is about as it was given, with the place marked: lines that are printed as they are.
  var excerpt: [String] = []

  /// For programs.
  var event: ErrorDescriptor { error.with(message: messages.joined(separator: "\n")) }
  var status: Int32 { error.code.status }

  init(_ error: any Error) {
    var error = error
    while case CodecError.sinkFailed(let cause) = error { error = cause }
    self.error = ErrorDescriptor(error)
    messages = (error as? RecipeError)?.lines ?? [(error as? any DescribedError)?.told ?? "\(error)"]
    if case StoreError.unreadableCondition(let condition) = error { excerpt = condition.markedExcerpt }
  }
}
