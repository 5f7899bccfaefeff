import ArgumentParser
import Glibc
import PackshotKit

/// Asking before something is deleted or replaced.
struct Confirmation: ParsableArguments {
  @Flag(name: [.customShort("y"), .customLong("yes")], help: "Do not ask for confirmation.") var isGiven = false

  /// Nobody is there to be asked.
  struct Missing: DescribedError {
    fileprivate let deed: String

    var code: ErrorCode { .unconfirmed }
    var reason: String { "unconfirmed" }
    var facts: Facts { ["deed": .text(deed)] }
    var remedy: (any Remedy)? { ConfirmationRemedy.confirm }
    var message: String { "cannot ask whether to \(deed), because this is not a terminal" }
  }

  /// Asks whether to do something that cannot be seen to be wanted, such as “remove 3 sales”. Returns once the person has
  /// agreed, and ends the program if not, which `otherwise` says.
  func ask(whetherTo deed: String, otherwise: String = "nothing was removed") throws(Missing) {
    try check(whetherTo: deed)
    if agrees(to: deed, otherwise: otherwise) { return }
    Glibc.exit(ExitStatus.declined)
  }

  /// Looks whether there will be an answer, before work is done that ends with the question.
  func check(whetherTo deed: String) throws(Missing) {
    if !isGiven, !Self.canAsk { throw Missing(deed: deed) }
  }

  /// Whether somebody is there to be asked.
  static var canAsk: Bool { isatty(STDIN_FILENO) == 1 && isatty(STDERR_FILENO) == 1 }

  /// Whether the person agrees; says what comes of it if not.
  func agrees(to deed: String, otherwise: String = "nothing was removed") -> Bool {
    if isGiven { return true }
    Console.write(Console.printable(deed.prefix(1).uppercased() + deed.dropFirst()) + "? [y/N] ")
    if ["y", "yes"].contains(readLine()?.lowercased() ?? "") { return true }
    Console.note(otherwise)
    return false
  }
}

/// What can be done where nobody is there to be asked.
enum ConfirmationRemedy: String, RestorableRemedy, WordedRemedy, CaseIterable {
  case confirm

  var suggestion: String { "confirm it beforehand" }
  var words: String { "--yes confirms it" }
}
