import ArgumentParser
import PackshotKit
import Parameters

/// A word on the command line that should be a command but isn't one.
struct UnknownCommand {
  private let word: String
  private let commands: [String]

  /// Nil if all commands at the beginning of the arguments exist.
  init?(in arguments: ArraySlice<String>, of command: any ParsableCommand.Type) {
    var subcommands = command.configuration.subcommands
    for word in arguments {
      if subcommands.isEmpty || word.hasPrefix("-") || word == "help" { return nil }
      guard let named = subcommands.first(where: { $0._commandName == word }) else {
        (self.word, commands) = (word, subcommands.map { $0._commandName })
        return
      }
      subcommands = named.configuration.subcommands
    }
    return nil
  }

  var message: String {
    "there is no command `\(word)`\(Spelling.suggestion(Spelling.nearest(to: word, among: commands))); "
      + "the commands are \(commands.joined(separator: ", "))"
  }
}
