import Text

extension SuiteReport {
  /// How many cases the Markdown lists.
  private static let mostRows = 50
  /// GitHub takes 65,536 characters in a comment; this many bytes are surely fewer.
  private static let mostBytes = 60_000
  /// The part of them that the command may take.
  private static let mostCommandBytes = 15_000
  /// How much of a name or a reason is shown.
  private static let mostCharacters = 160

  /// The report for a pull request's conversation, under 60,000 bytes: how many cases are in which state, those that
  /// need a decision, and the command that approves them.
  ///
  /// - Parameter page: Where the whole report is, if it is to be linked.
  public func markdown(page: String? = nil) -> String {
    let open = ordered.filter { $0.state != .passed }
    let counts = State.allCases.filter { count($0) > 0 }.map { "\(count($0)) \($0.rawValue)" }.joined(separator: ", ")
    var text = "### Golden suite \(Self.shown(name)): \(counts.isEmpty ? "no cases" : counts)\n\n"
    if let page { text += "[The report](<\(Self.address(page))>) shows the pictures.\n\n" }
    guard !open.isEmpty else { return text }

    let command = commandText
    text += "| | Case | Why | Measured |\n|---|---|---|---|\n"
    var rows = 0
    for item in open.prefix(Self.mostRows) {
      let facts = item.facts.prefix(4).map { "\(Self.shown($0.label, 40)) \(Self.shown($0.value, 40))" }
      let row =
        "| \(item.state.rawValue) | <code>\(Self.shown(item.name))</code> | \(Self.shown(item.headline)) "
        + "| \(facts.joined(separator: "; ")) |\n"
      guard text.utf8.count + row.utf8.count + command.utf8.count < Self.mostBytes - 200 else { break }
      text += row
      rows += 1
    }
    if rows < open.count { text += "\nand \(open.count - rows) more.\n" }
    return text + command
  }

  /// The approving command with all names, or without them where they are too many.
  private var commandText: String {
    guard var command = approveAllCommand(confirmed: true) else { return "" }
    if command.utf8.count > Self.mostCommandBytes {
      command = "\(approveCommand(confirmed: true)) NAME…"
    }
    // A fence is longer than any row of backticks within.
    let longest = command.split(whereSeparator: { $0 != "`" }).map(\.count).max() ?? 0
    let fence = String(repeating: "`", count: max(3, longest + 1))
    return "\nIf all of these are correct:\n\n\(fence)sh\n\(command)\n\(fence)\n"
  }

  private static func shown(_ text: String, _ most: Int = mostCharacters) -> String {
    // By scalars: a single character may have any number of accents.
    let scalars = text.unicodeScalars
    return markdownText(scalars.count > most ? String(String.UnicodeScalarView(scalars.prefix(most - 1))) + "…" : text)
  }

  /// An address that ends where it should: between angle brackets only these would end it.
  private static func address(_ page: String) -> String {
    var address = ""
    for scalar in page.unicodeScalars {
      switch scalar {
      case "<", ">", "\\", " ", "\u{0}"..."\u{1F}", "\u{7F}":
        for byte in "\(scalar)".utf8 {
          address += "%" + (byte < 16 ? "0" : "") + String(byte, radix: 16, uppercase: true)
        }
      default: address.unicodeScalars.append(scalar)
      }
    }
    return address
  }
}
