import Glibc
import PackshotKit

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
    let problems = errors.map(Problem.init)
    for problem in problems {
      if json {
        let details = JSONValue.object([
          .init("code", .string(problem.code)), .init("message", .string(problem.messages.joined(separator: "\n"))),
        ])
        print(JSONValue.object([.init("event", .string("error")), .init("error", details)]))
      }
      for message in problem.messages { Console.error(message) }
      for line in problem.excerpt { Console.note(line) }
    }
    exit(problems[0].status)
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

  private init(_ code: String, _ message: String, _ status: Int32) { self.init(code, [message], status) }

  private init(_ code: String, _ messages: [String], _ status: Int32) {
    (self.code, self.messages, self.status) = (code, messages, status)
  }

  init(_ error: any Error) {
    switch error {
    case let error as PackshotError: self.init(error)
    case let error as CatalogError: self.init(error)
    case let error as ExchangeError: self.init(error)
    case let error as RecipeError:
      self.init("recipe", ([error] + error.others).map(\.description), ExitStatus.wrongUsage)
    case let error as FilterError: self.init("filter", error.message, ExitStatus.wrongUsage)
    case let error as Confirmation.Missing: self.init("unconfirmed", error.message, ExitStatus.wrongUsage)
    case let error as KernelError: self.init("environment", error.message, ExitStatus.wrongUsage)
    case let error as UnreadablePicture: self.init(error.code.rawValue, error.message, ExitStatus.missing)
    case let failure as PhotoFailure: self.init(failure.code.rawValue, failure.message, ExitStatus.someFailed)
    case CodecError.sinkFailed(let cause): self.init(cause)
    case let error as CodecError: self.init("damaged", error.message, ExitStatus.someFailed)
    default: self.init("fault", "\(error)", ExitStatus.ownFault)
    }
  }

  private init(_ error: PackshotError) {
    switch error {
    case .missing, .noPicture, .noGoldenCase: self.init("missing", error.message, ExitStatus.missing)
    case .unreadable: self.init("unreadable", error.message, ExitStatus.missing)
    case .tooLarge: self.init("over-limit", error.message, ExitStatus.someFailed)
    case .replacesInput: self.init("replaces-input", error.message, ExitStatus.wrongUsage)
    case .cannotWrite: self.init("cannot-write", error.message, ExitStatus.cannotWrite)
    case .sameOutput: self.init("same-output", error.message, ExitStatus.wrongUsage)
    case .option, .unsuitableOption: self.init("option", error.message, ExitStatus.wrongUsage)
    case .locked: self.init("locked", error.message, ExitStatus.locked)
    case .noPreview: self.init("no-preview", error.message, ExitStatus.wrongUsage)
    case .noWorker: self.init("no-worker", error.message, ExitStatus.ownFault)
    }
  }

  private init(_ error: ExchangeError) {
    switch error {
    case .missing: self.init("missing", error.message, ExitStatus.missing)
    case .unreadable, .emptyFolder: self.init("unreadable", error.message, ExitStatus.missing)
    case .unknownFormat, .unknownEntity, .entityNotGiven, .entityMissing, .severalKinds:
      self.init("option", error.message, ExitStatus.wrongUsage)
    case .exists: self.init("exists", error.message, ExitStatus.wrongUsage)
    case .cannotWrite: self.init("cannot-write", error.message, ExitStatus.cannotWrite)
    case .refused, .repeated, .notEmpty: self.init("refused", error.message, ExitStatus.refused)
    }
  }

  private init(_ error: CatalogError) {
    switch error {
    case .missing, .replaced, .notFound, .ambiguous, .noSuchGroup, .lost:
      self.init("missing", error.message, ExitStatus.missing)
    case .notACatalog, .newerThanSupported, .damaged: self.init("catalog", error.message, ExitStatus.missing)
    case .refused, .sumRefused, .notEnoughStock, .archived, .tooFew, .denied, .danglingReference, .nothingToUndo,
      .nothingToRedo, .undoneAlready, .undoConflict:
      self.init("refused", error.message, ExitStatus.refused)
    case .unknownName: self.init("unknown-name", error.message, ExitStatus.wrongUsage)
    case .unreadableCondition(let error):
      self.init("condition", error.messageWithSuggestion, ExitStatus.wrongUsage)
      excerpt = error.markedExcerpt
    case .exists: self.init("exists", error.message, ExitStatus.wrongUsage)
    case .busy: self.init("locked", error.message, ExitStatus.locked)
    case .cannotWrite, .readOnly: self.init("cannot-write", error.message, ExitStatus.cannotWrite)
    case .fault: self.init("fault", error.message, ExitStatus.ownFault)
    }
  }
}
