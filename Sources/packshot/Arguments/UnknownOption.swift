import ArgumentParser
import PackshotKit

/// A long option on the command line that its command does not have. ArgumentParser tells first of what is missing, which
/// may be the very option that was misspelled.
struct UnknownOption {
  private let name: String
  private let command: CommandHelp

  /// Nil if all options are known, as far as that can be told.
  init?(in arguments: ArraySlice<String>, of root: (some ParsableCommand).Type) {
    guard var command = try? CommandHelp.of(root) else { return nil }
    var rest = arguments
    while let named = command.ownSubcommands.first(where: { $0.commandName == rest.first }) {
      command = named
      rest = rest.dropFirst()
    }
    guard command.ownSubcommands.isEmpty else { return nil }
    while let word = rest.popFirst(), word != "--" {
      guard word.hasPrefix("--") else { continue }
      let name = String(word.prefix { $0 != "=" })
      guard let argument = command.arguments?.first(where: { $0.longNames.contains(name) }) else {
        (self.name, self.command) = (name, command)
        return
      }
      // A value, whatever it looks like.
      if argument.kind == .option, name == word { rest = rest.dropFirst() }
    }
    return nil
  }

  var message: String {
    let names = (command.arguments ?? []).flatMap(\.longNames).map { String($0.dropFirst(2)) }
    let nearest = Spelling.nearest(to: String(name.dropFirst(2)), among: names)
    return "unknown option \(name)" + (nearest.map { "; did you mean --\($0)?" } ?? "")
  }
}

extension CommandHelp.Argument {
  /// As they are typed.
  fileprivate var longNames: [String] { (names ?? []).filter { $0.kind == "long" }.map(\.text) }
}
