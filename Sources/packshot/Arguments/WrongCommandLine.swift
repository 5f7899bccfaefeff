import ArgumentParser

/// A mistake on the command line, worded and formatted like all other errors.
struct WrongCommandLine {
  let message: String
  /// The command's usage, and how to get help.
  let usage: String

  /// - Parameters:
  ///   - error: The error from ArgumentParser, or from a command's validation.
  ///   - arguments: The command line without the program's name.
  init(_ error: any Error, arguments: ArraySlice<String>) {
    let message = Packshot.message(for: error)
    let usage = UsageLines.wrapped(Self.usage(in: Packshot.fullMessage(for: error), behind: message))
    let meant =
      UnknownCommand(in: arguments, of: Packshot.self)?.message
      ?? UnknownOption(in: arguments, of: Packshot.self)?.message
    if let meant {
      // ArgumentParser's help line is about the option it reports as missing, which is probably the misspelt one.
      let lines = usage.split(separator: "\n").filter { !$0.hasPrefix("Help:") }
      self.init(message: meant, usage: lines.joined(separator: "\n"))
    } else {
      self.init(message: Self.inOurForm(message), usage: usage)
    }
  }

  private init(message: String, usage: String) { (self.message, self.usage) = (message, usage) }

  private static func usage(in fullMessage: String, behind message: String) -> String {
    let head = "Error: \(message)\n"
    return fullMessage.hasPrefix(head) ? String(fullMessage.dropFirst(head.count)) : fullMessage
  }

  /// Turns a sentence into the text after `error:`.
  private static func inOurForm(_ message: String) -> String {
    let isName = message.dropFirst().first?.isUppercase ?? false
    let text = isName ? message : message.prefix(1).lowercased() + message.dropFirst()
    return text.hasSuffix(".") ? String(text.dropLast()) : text
  }
}
