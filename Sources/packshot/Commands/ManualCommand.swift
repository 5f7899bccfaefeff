import ArgumentParser

struct ManualCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "manual",
    abstract: "Print the manual page.",
    discussion: """
      EXAMPLE
        packshot manual | man -l -
        packshot manual > ~/.local/share/man/man1/packshot.1
      """)

  @Flag(help: "Print the guide to `run --json`, in Markdown.") var jsonEvents = false

  func run() throws {
    if jsonEvents { return print(EventsPage.text, terminator: "") }
    print(try ManualPage(of: Packshot.self).text, terminator: "")
  }
}
