import ArgumentParser
import Glibc
import PackshotKit

/// Asking before something is deleted or replaced.
struct Confirmation: ParsableArguments {
  @Flag(name: [.customShort("y"), .customLong("yes")], help: "Do not ask.") var isGiven = false

  /// Nobody is there to be asked.
  struct Missing: Error {
    fileprivate let deed: String

    var message: String { "nobody can be asked here whether to \(deed); --yes says so" }
  }

  /// Asks whether to do something that cannot be seen to be wanted, such as “remove 3 sales”. Returns once the person has
  /// agreed, and ends the program if not, which `otherwise` says.
  func ask(whetherTo deed: String, otherwise: String = "nothing was removed") throws(Missing) {
    if isGiven { return }
    guard isatty(STDIN_FILENO) == 1, isatty(STDERR_FILENO) == 1 else { throw Missing(deed: deed) }
    Console.write(Console.printable(deed.prefix(1).uppercased() + deed.dropFirst()) + "? [y/N] ")
    let answer = readLine()?.lowercased() ?? ""
    if ["y", "yes"].contains(answer) { return }
    Console.note(otherwise)
    Glibc.exit(ExitStatus.declined)
  }
}
