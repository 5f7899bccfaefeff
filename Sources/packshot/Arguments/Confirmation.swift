import ArgumentParser
import Glibc
import PackshotKit

/// Asking before something is deleted or replaced.
struct Confirmation: ParsableArguments {
  @Flag(name: [.customShort("y"), .customLong("yes")], help: "Do not ask for confirmation.") var isGiven = false

  /// Nobody is there to be asked.
  struct Missing: DescribedError {
    fileprivate let action: String

    var descriptor: ErrorDescriptor {
      .init(
        .unconfirmed, "cannot ask whether to \(action), because this is not a terminal", ["action": action],
        reason: "unconfirmed", remedy: .confirm)
    }
  }

  /// Asks whether to do something that cannot be seen to be wanted, such as “remove 3 sales”. Returns once the person has
  /// agreed, and ends the program if not, which `otherwise` says.
  func ask(whetherTo action: String, otherwise: String = "nothing was removed") throws(Missing) {
    try check(whetherTo: action)
    if agrees(to: action, otherwise: otherwise) { return }
    Glibc.exit(ExitStatus.declined)
  }

  /// Looks whether there will be an answer, before work is done that ends with the question.
  func check(whetherTo action: String) throws(Missing) {
    if !isGiven, !Self.canAsk { throw Missing(action: action) }
  }

  /// Whether somebody is there to be asked.
  static var canAsk: Bool { isatty(STDIN_FILENO) == 1 && isatty(STDERR_FILENO) == 1 }

  /// Whether the person agrees; says what comes of it if not.
  func agrees(to action: String, otherwise: String = "nothing was removed") -> Bool {
    if isGiven { return true }
    Console.write(Console.printable(action.prefix(1).uppercased() + action.dropFirst()) + "? [y/N] ")
    if ["y", "yes"].contains(readLine()?.lowercased() ?? "") { return true }
    Console.note(otherwise)
    return false
  }
}

extension Remedy {
  /// Confirm in advance, because nobody can be asked.
  static var confirm: Remedy { .init("confirm it beforehand") }
}
