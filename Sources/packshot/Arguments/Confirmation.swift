import ArgumentParser
import Glibc
import PackshotKit

/// Asking before something is deleted or replaced.
struct Confirmation: ParsableArguments {
  @Flag(name: [.customShort("y"), .customLong("yes")], help: "Do not ask for confirmation.") var isGiven = false

  /// Nobody is there to be asked.
  struct Missing: DescribedError {
    fileprivate let deed: String

    var descriptor: ErrorDescriptor {
      .init(
        .unconfirmed, "cannot ask whether to \(deed), because this is not a terminal", ["deed": deed],
        reason: "unconfirmed", remedy: .confirm)
    }
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

extension Remedy {
  /// Confirm beforehand, where nobody is there to be asked.
  static var confirm: Remedy { .init("confirm it beforehand") }
}
