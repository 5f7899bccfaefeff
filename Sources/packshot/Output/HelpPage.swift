import ArgumentParser

/// A command's help. `--help` leaves out what few users need, so that the page fits a screen; `--help-all` prints all of it.
enum HelpPage {
  /// The title of the options that `--help` leaves out.
  static let moreOptions = "More options"

  /// Whether `--help-all` is given.
  static var showsAll: Bool { given.prefix { $0 != "--" }.contains("--help-all") }

  /// The program's arguments, with `--help` in place of `--help-all`, which ArgumentParser doesn't know.
  static var arguments: [String] { showsAll ? given.map { $0 == "--help-all" ? "--help" : $0 } : given }

  private static var given: [String] { Array(CommandLine.arguments.dropFirst()) }

  /// Returns the page without ``moreOptions``, and without the end of the description, from “DETAILS” or “EXIT STATUS”.
  static func short(_ page: String) -> String {
    let short = page.replacing(/\n(?:DETAILS|EXIT STATUS)\n[\s\S]*?\n(?=USAGE: )/, with: "\n")
      .replacing(/MORE OPTIONS:\n(?:.+\n)*\n/, with: "")
    return short == page
      ? page : short.replacing("Show help information.", with: "Show this page; --help-all shows more.")
  }
}
