import ArgumentParser
import PackshotKit
import Platform

/// Confirmation before something is deleted or replaced.
struct Confirmation: ParsableArguments {
  @Flag(name: [.customShort("y"), .customLong("yes")], help: "Do not ask for confirmation.") var isGiven = false

  /// Confirmation is needed, but there is no terminal to ask on.
  struct Missing: DescribedError {
    fileprivate let action: String

    var descriptor: ErrorDescriptor {
      .init(
        .unconfirmed, "cannot ask whether to \(action), because this is not a terminal", ["action": action],
        reason: "unconfirmed", remedy: .confirm)
    }
  }

  /// Asks whether to do something, such as “remove 3 sales”. Returns if the user agrees; otherwise prints `otherwise`
  /// and ends the program.
  func ask(whetherTo action: String, otherwise: String = "nothing was removed") throws(Missing) {
    try check(whetherTo: action)
    if agrees(to: action, otherwise: otherwise) { return }
    Platform.exit(ExitStatus.declined)
  }

  /// Throws if no one can be asked. Called before work that ends with the question.
  func check(whetherTo action: String) throws(Missing) {
    if !isGiven, !Self.canAsk { throw Missing(action: action) }
  }

  /// Whether a user can be asked.
  static var canAsk: Bool { isatty(STDIN_FILENO) == 1 && isatty(STDERR_FILENO) == 1 }

  /// Returns whether the user agrees; prints `otherwise` if not.
  func agrees(to action: String, otherwise: String = "nothing was removed") -> Bool {
    if isGiven { return true }
    Console.write(Console.printable(action.prefix(1).uppercased() + action.dropFirst()) + "? [y/N] ")
    if ["y", "yes"].contains(readLine()?.lowercased() ?? "") { return true }
    Console.note(otherwise)
    return false
  }
}

extension Remedy {
  /// Confirm in advance, because no one can be asked.
  static var confirm: Remedy { .init("confirm it beforehand") }
}
