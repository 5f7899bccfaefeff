import ArgumentParser
import PackshotKit
import Parameters

/// A word on the command line where a command should stand and none of that name is there.
struct UnknownCommand {
  private let word: String
  private let commands: [String]

  /// Nil if the arguments begin with commands that are there, as far as commands go.
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
