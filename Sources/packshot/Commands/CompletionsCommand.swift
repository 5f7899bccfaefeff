import ArgumentParser

struct CompletionsCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "completions",
    abstract: "Print a completion script for a shell.",
    discussion: """
      EXAMPLE
        source <(packshot completions bash)
        packshot completions zsh > ~/.zsh/completions/_packshot
        packshot completions fish > ~/.config/fish/completions/packshot.fish
      """)

  enum Shell: String, CaseIterable, ExpressibleByArgument {
    case bash, zsh, fish

    var completionShell: CompletionShell {
      switch self {
      case .bash: .bash
      case .zsh: .zsh
      case .fish: .fish
      }
    }
  }

  @Argument(help: "The shell.") var shell: Shell

  func run() { print(Packshot.completionScript(for: shell.completionShell)) }
}
