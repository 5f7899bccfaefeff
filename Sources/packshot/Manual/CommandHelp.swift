import ArgumentParser
import Foundation

/// A command's help as data, decoded from ArgumentParser's `--experimental-dump-help` (serialization version 0).
struct CommandHelp: Decodable {
  let commandName: String
  let superCommands: [String]?
  let abstract: String?
  let discussion: String?
  let subcommands: [CommandHelp]?
  let arguments: [Argument]?

  struct Argument: Decodable {
    enum Kind: String, Decodable { case positional, option, flag }

    struct Name: Decodable {
      let kind: String
      let name: String

      /// The name as typed.
      var text: String { (kind == "long" ? "--" : "-") + name }
    }

    let kind: Kind
    let names: [Name]?
    let valueName: String?
    let isOptional: Bool
    let isRepeating: Bool
    let defaultValue: String?
    let allValues: [String]?
    let abstract: String?
  }

  private struct Document: Decodable {
    let command: CommandHelp
  }

  /// Returns the help of a program and of all its commands.
  static func of(_ command: (some ParsableCommand).Type) throws -> CommandHelp {
    try JSONDecoder().decode(Document.self, from: Data(command._dumpHelp().utf8)).command
  }

  /// The name, preceded by the names of its parent commands.
  var fullName: String { ((superCommands ?? []) + [commandName]).joined(separator: " ") }

  /// The command's own arguments, without `--help` and `--version`.
  var ownArguments: [Argument] {
    (arguments ?? []).filter { argument in
      argument.names?.contains { ["help", "version"].contains($0.name) } != true
    }
  }

  /// The command's subcommands, without `help`.
  var ownSubcommands: [CommandHelp] { (subcommands ?? []).filter { $0.commandName != "help" } }
}
