import ArgumentParser

/// A mistake on the command line, in the words and the form of all other errors.
struct WrongCommandLine {
  let message: String
  /// How the command is called, and what explains it.
  let usage: String

  /// - Parameters:
  ///   - error: What ArgumentParser, or a command that it checked, has thrown.
  ///   - arguments: The command line without the program's name.
  init(_ error: any Error, arguments: ArraySlice<String>) {
    let told = Packshot.message(for: error)
    let usage = UsageLines.wrapped(Self.usage(in: Packshot.fullMessage(for: error), behind: told))
    let meant =
      UnknownCommand(in: arguments, of: Packshot.self)?.message
      ?? UnknownOption(in: arguments, of: Packshot.self)?.message
    if let meant {
      // The help is for what is said to be missing, which was probably meant by it.
      let lines = usage.split(separator: "\n").filter { !$0.hasPrefix("Help:") }
      self.init(message: meant, usage: lines.joined(separator: "\n"))
    } else {
      self.init(message: Self.inOurForm(told), usage: usage)
    }
  }

  private init(message: String, usage: String) { (self.message, self.usage) = (message, usage) }

  private static func usage(in fullMessage: String, behind message: String) -> String {
    let head = "Error: \(message)\n"
    return fullMessage.hasPrefix(head) ? String(fullMessage.dropFirst(head.count)) : fullMessage
  }

  /// A sentence as the end of a line that begins with `error:`.
  private static func inOurForm(_ message: String) -> String {
    let isName = message.dropFirst().first?.isUppercase ?? false
    let text = isName ? message : message.prefix(1).lowercased() + message.dropFirst()
    return text.hasSuffix(".") ? String(text.dropLast()) : text
  }
}
