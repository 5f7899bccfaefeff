import Text

extension SuiteReport {
  /// Maximum number of cases in the Markdown table.
  private static let mostRows = 50
  /// Maximum size of the text in bytes, below GitHub's limit of 65,536 characters for a comment.
  private static let mostBytes = 60_000
  /// Maximum size in bytes of the approving command, which is part of the text.
  private static let mostCommandBytes = 15_000
  /// Maximum length of a name or a reason in characters.
  private static let mostCharacters = 160

  /// Maximum number of cases shown with pictures.
  private static let worstCount = 3

  /// Returns the report for a pull request's conversation, in less than 60,000 bytes: the number of cases in each
  /// state, the worst differences, all cases that need a decision, and the command that approves them.
  ///
  /// - Parameters:
  ///   - page: Address of the whole report, if it is to be linked.
  ///   - pictures: Address that the pictures' paths are relative to, so that they are shown. If nil, only the paths are
  ///     listed, because a conversation can show only pictures on a server.
  public func markdown(page: String? = nil, pictures: String? = nil) -> String {
    let open = ordered.filter { $0.state != .passed }
    let counts = State.allCases.filter { count($0) > 0 }.map { "\(count($0)) \($0.rawValue)" }.joined(separator: ", ")
    var text = "### Golden suite \(Self.shown(name)): \(counts.isEmpty ? "no cases" : counts)\n\n"
    if let page { text += "[The report](<\(Self.address(page))>) shows the pictures.\n\n" }
    guard !open.isEmpty else { return text }

    text += worstText(pictures: pictures)
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

  /// The failed cases that differ most, the worst first. Cases with another size come first, then the largest
  /// difference of a channel decides, then the number of pixels.
  var worst: [Case] {
    func isWorse(_ one: Case, _ other: Case) -> Bool {
      func key(_ item: Case) -> (Int, Double, Int) {
        (item.expectedSize == item.actualSize ? 0 : 1, item.measured?.largest ?? 0, item.measured?.different ?? 0)
      }
      return key(one) > key(other)
    }
    let measured = cases.filter { $0.state == .failed && ($0.measured != nil || $0.expectedSize != $0.actualSize) }
    return Array(measured.sorted(by: isWorse).prefix(Self.worstCount))
  }

  /// Returns the worst cases with numbers and pictures. Empty if none has pictures.
  private func worstText(pictures: String?) -> String {
    let worst = worst.filter { !$0.pictures.compactMap(\.picture.path).isEmpty }
    if worst.isEmpty { return "" }
    var text = worst.count == 1 ? "#### The difference\n" : "#### The \(worst.count) worst differences\n"
    for item in worst {
      text += "\n**<code>\(Self.shown(item.name))</code>**\(Self.figures(of: item))\n\n"
      let shown = item.pictures.compactMap { role, picture in picture.path.map { (role, $0) } }
      if let pictures {
        // A table shows the pictures side by side, at a width that fits a conversation.
        text += "| \(shown.map(\.0).joined(separator: " | ")) |\n|\(shown.map { _ in "---|" }.joined())\n"
        let images = shown.map { role, path in
          let address = markupText(Self.address((pictures.hasSuffix("/") ? pictures : pictures + "/") + path))
          return "<a href=\"\(address)\"><img src=\"\(address)\" alt=\"\(role)\" width=\"240\"></a>"
        }
        text += "| \(images.joined(separator: " | ")) |\n"
      } else {
        for (role, path) in shown { text += "- \(role): <code>\(Self.shown(path, 1000))</code>\n" }
      }
    }
    return text + "\n"
  }

  /// Returns how much a case differs, preceded by a colon. Empty if it wasn't measured.
  private static func figures(of item: Case) -> String {
    var parts: [String] = []
    if let expected = item.expectedSize, let actual = item.actualSize, expected != actual {
      parts.append("\(actual) pixels; \(expected) were expected")
    }
    if let measured = item.measured, measured.changed > 0 {
      parts.append(
        "\(measured.different.grouped) of \(measured.seen.grouped) pixels differ, by up to "
          + "\(measured.largest.short(2)) of 255 levels")
    }
    if let place = item.damage.first?.place { parts.append("mostly \(place.size) at \(place.origin)") }
    return parts.isEmpty ? "" : ": " + parts.joined(separator: "; ")
  }

  /// The command that approves all cases, or with a placeholder if there are too many names.
  private var commandText: String {
    guard var command = approveAllCommand(confirmed: true) else { return "" }
    if command.utf8.count > Self.mostCommandBytes {
      command = "\(approveCommand(confirmed: true)) NAME…"
    }
    // The fence must be longer than any sequence of backticks in the command.
    let longest = command.split(whereSeparator: { $0 != "`" }).map(\.count).max() ?? 0
    let fence = String(repeating: "`", count: max(3, longest + 1))
    return "\nIf all of these are correct:\n\n\(fence)sh\n\(command)\n\(fence)\n"
  }

  private static func shown(_ text: String, _ most: Int = mostCharacters) -> String {
    // Truncates by scalars, because a character can have any number of accents.
    let scalars = text.unicodeScalars
    return markdownText(scalars.count > most ? String(String.UnicodeScalarView(scalars.prefix(most - 1))) + "…" : text)
  }

  /// Returns an address for use between angle brackets, with percent encoding of the characters that would end it.
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
