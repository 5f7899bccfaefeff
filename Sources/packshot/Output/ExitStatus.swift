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
  let code: String
  /// At least one: a recipe may be wrong in many places.
  let messages: [String]
  /// What it is about as it was given, with the place marked: lines that are printed as they are.
  var excerpt: [String] = []
  let status: Int32
  /// The error, where it says itself what it is.
  private var error: (any DescribedError)?

  /// For programs.
  var event: EventError {
    let message = messages.joined(separator: "\n")
    return error.map { EventError($0, message: message) } ?? EventError(code: code, message: message)
  }

  private init(_ code: ErrorCode, _ message: String) { self.init(code, [message]) }

  private init(_ code: ErrorCode, _ messages: [String]) {
    (self.code, self.messages, status) = (code.rawValue, messages, code.status)
  }

  /// An error that says itself what it is.
  private init(_ error: any DescribedError, _ messages: [String]? = nil) {
    self.init(error.code, messages ?? [error.told])
    self.error = error
  }

  init(_ error: any Error) {
    switch error {
    case let error as StoreError:
      self.init(error, nil)
      if case .unreadableCondition(let condition) = error { excerpt = condition.markedExcerpt }
    case let error as RecipeError: self.init(error, error.lines)
    case CodecError.sinkFailed(let cause): self.init(cause)
    case let error as any DescribedError: self.init(error, nil)
    default: self.init(.fault, "\(error)")
    }
  }
}
