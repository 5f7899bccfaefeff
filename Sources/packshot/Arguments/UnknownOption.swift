import ArgumentParser
import PackshotKit
import Parameters

/// A long option that its command doesn't have, or that is missing a hyphen. ArgumentParser reports missing options
/// first, which may include the misspelt one.
struct UnknownOption {
  /// The option as typed, without a value.
  private let name: String
  private let command: CommandHelp

  /// Nil if all options are known, as far as this can be determined.
  init?(in arguments: ArraySlice<String>, of root: (some ParsableCommand).Type) {
    guard var command = try? CommandHelp.of(root) else { return nil }
    var rest = arguments
    while let named = command.ownSubcommands.first(where: { $0.commandName == rest.first }) {
      command = named
      rest = rest.dropFirst()
    }
    guard command.ownSubcommands.isEmpty else { return nil }
    while let word = rest.popFirst(), word != "--" {
      guard word.hasPrefix("--") || command.longNames.contains("-" + word) else { continue }
      let name = String(word.prefix { $0 != "=" })
      guard let argument = command.arguments?.first(where: { $0.longNames.contains(name) }) else {
        (self.name, self.command) = (name, command)
        return
      }
      // The next word is the option's value, whatever it looks like.
      if argument.kind == .option, name == word { rest = rest.dropFirst() }
    }
    return nil
  }

  var message: String {
    let nearest = Spelling.nearest(
      to: String(name.drop { $0 == "-" }), among: command.longNames.map { String($0.dropFirst(2)) })
    return "unknown option \(name)" + (nearest.map { "; did you mean --\($0)?" } ?? "")
  }
}

extension CommandHelp {
  /// The long options, as typed.
  fileprivate var longNames: [String] { (arguments ?? []).flatMap(\.longNames) }
}

extension CommandHelp.Argument {
  /// The long names, as typed.
  fileprivate var longNames: [String] { (names ?? []).filter { $0.kind == "long" }.map(\.text) }
}
