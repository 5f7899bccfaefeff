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

  /// How many of the worst cases are shown with their pictures.
  private static let worstCount = 3

  /// The report for a pull request's conversation, under 60,000 bytes: how many cases are in which state, the worst
  /// differences, all cases that need a decision, and the command that approves them.
  ///
  /// - Parameters:
  ///   - page: Where the whole report is, if it is to be linked.
  ///   - pictures: An address that the pictures' paths begin at, so that they are shown; nil to name the paths alone, since
  ///     a conversation can show nothing that is not on a server.
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

  /// The failed cases that differ most, the worst first: another size before any other difference, then by the largest
  /// difference of a channel, then by the number of pixels.
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

  /// The worst cases with figures and pictures; empty where none has any.
  private func worstText(pictures: String?) -> String {
    let worst = worst.filter { !$0.pictures.compactMap(\.picture.path).isEmpty }
    if worst.isEmpty { return "" }
    var text = worst.count == 1 ? "#### The difference\n" : "#### The \(worst.count) worst differences\n"
    for item in worst {
      text += "\n**<code>\(Self.shown(item.name))</code>**\(Self.figures(of: item))\n\n"
      let shown = item.pictures.compactMap { role, picture in picture.path.map { (role, $0) } }
      if let pictures {
        // A table sets them side by side, at a width that fits a conversation.
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

  /// How far a case differs, with what parts it from its name; empty where that was not measured.
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
