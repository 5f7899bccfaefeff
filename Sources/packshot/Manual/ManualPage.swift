import ArgumentParser
import Foundation
import PackshotKit

/// The manual page in roff for `man(7)`, generated from the commands' help.
///
/// In a discussion, a line in capitals is a heading. Indented lines are examples or tables that keep their line breaks.
struct ManualPage {
  private(set) var text = ""

  init(of command: (some ParsableCommand).Type) throws {
    let help = try CommandHelp.of(command)
    let name = help.commandName
    add(".TH \(name.uppercased()) 1 \"\(Version.date)\" \"\(name) \(command.configuration.version)\"")
    add(".SH NAME")
    add("\(name) \\- \(escaped(help.abstract ?? ""))")
    add(".SH SYNOPSIS")
    add(help.ownSubcommands.map { synopsis(of: $0) }.joined(separator: "\n.br\n"))
    add(".SH COMMANDS")
    for command in help.ownSubcommands { describe(command) }
    discuss(help.discussion ?? "", heading: ".SH")
  }

  private mutating func describe(_ command: CommandHelp) {
    add(".SS \(escaped(command.fullName))", escaped(command.abstract ?? ""))
    if command.ownSubcommands.isEmpty {
      add(".PP", synopsis(of: command))
      describe(command.ownArguments)
    }
    discuss(command.discussion ?? "", heading: ".PP\n.B")
    for subcommand in command.ownSubcommands { describe(subcommand) }
  }

  /// Writes a paragraph for each argument. A flag and its opposite have the same text, so they share a paragraph.
  private mutating func describe(_ arguments: [CommandHelp.Argument]) {
    var rest = arguments[...]
    while let argument = rest.first {
      let described =
        argument.kind == .flag
        ? rest.prefix { $0.kind == .flag && $0.abstract == argument.abstract } : rest.prefix(1)
      add(".TP", described.map { form(of: $0) }.joined(separator: ", "), escaped(words(on: argument)))
      rest = rest.dropFirst(described.count)
    }
  }

  private func words(on argument: CommandHelp.Argument) -> String {
    var words = [argument.abstract ?? ""]
    if let values = argument.allValues { words.append("One of \(values.joined(separator: ", ")).") }
    if argument.kind != .flag, let value = argument.defaultValue { words.append("(default: \(value))") }
    return words.joined(separator: " ")
  }

  private mutating func discuss(_ discussion: String, heading: String) {
    var isExample = false
    // A paragraph starts with its first line, because roff tools warn about empty paragraphs.
    var startsParagraph = true
    for line in discussion.split(separator: "\n", omittingEmptySubsequences: false) {
      if line.isEmpty {
        startsParagraph = true
        continue
      }
      let isIndented = line.hasPrefix("  ")
      let isHeading = line.allSatisfy { $0.isUppercase || $0 == " " }
      if isExample, startsParagraph || !isIndented {
        add(".EE\n.RE")
        isExample = false
      }
      if startsParagraph, !isHeading { add(".PP") }
      if isIndented, !isExample {
        add(".RS 4\n.EX")
        isExample = true
      }
      if isHeading {
        add("\(heading) \(escaped(line))")
      } else {
        add(escaped(isIndented ? line.dropFirst(2) : line))
      }
      startsParagraph = false
    }
    if isExample { add(".EE\n.RE") }
  }

  /// Returns a command's synopsis: its positional arguments, its required options, and whether it has other options.
  private func synopsis(of command: CommandHelp) -> String {
    if !command.ownSubcommands.isEmpty {
      let names = command.ownSubcommands.map { escaped($0.commandName) }
      return "\\fB\(escaped(command.fullName))\\fR \(names.joined(separator: "|"))"
    }
    let needed = command.ownArguments.filter { $0.kind == .positional || !$0.isOptional }
    let hasOptions = command.ownArguments.contains { $0.kind != .positional && $0.isOptional }
    return
      (["\\fB\(escaped(command.fullName))\\fR"]
      + needed.map { argument in
        let form = form(of: argument, withShortName: false)
        return argument.isOptional ? "[\(form)]" : form
      }
      + (hasOptions ? ["[options]"] : [])).joined(separator: " ")
  }

  /// Returns an argument as typed: names in bold, values in italics.
  private func form(of argument: CommandHelp.Argument, withShortName: Bool = true) -> String {
    let names = (argument.names ?? []).filter { withShortName || $0.kind == "long" }
      .map { "\\fB\(escaped($0.text))\\fR" }.joined(separator: ", ")
    let value = "\\fI\(escaped(argument.valueName ?? ""))\\fR" + (argument.isRepeating ? " ..." : "")
    switch argument.kind {
    case .positional: return value
    case .option: return "\(names) \(value)"
    case .flag: return names
    }
  }

  private mutating func add(_ lines: String...) { text += lines.map { $0 + "\n" }.joined() }

  /// Escapes text for roff: no line is taken for a request, hyphens can be copied to a shell, and everything is ASCII.
  private func escaped(_ text: some StringProtocol) -> String {
    var roff = text.hasPrefix(".") || text.hasPrefix("'") ? "\\&" : ""
    for scalar in text.unicodeScalars {
      switch scalar {
      case "\\": roff += "\\e"
      case "-": roff += "\\-"
      case _ where !scalar.isASCII: roff += "\\[u\(String(format: "%04X", scalar.value))]"
      default: roff.unicodeScalars.append(scalar)
      }
    }
    return roff
  }
}
