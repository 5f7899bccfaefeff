import ArgumentParser
import PackshotKit

/// `remove`, of any kind of record.
struct RemoveRecord<R: CatalogRecord>: ParsableCommand {
  static var configuration: CommandConfiguration {
    CommandConfiguration(
      commandName: "remove",
      abstract: "Removes a \(R.words.one) from the catalog. Files are left alone.",
      discussion: """
        It asks first and says what goes along, unless there is --yes. Away from a
        terminal nobody can be asked, and --yes is needed. `packshot catalog undo`
        brings it all back.

        EXAMPLE
          packshot \(R.words.command) remove \(R.words.example)
        """)
  }

  @OptionGroup var catalog: CatalogOption
  @OptionGroup var confirmation: Confirmation
  @Argument(help: ArgumentHelp(R.words.naming, valueName: R.words.one)) var query: String

  func run() throws {
    do {
      let catalog = try catalog.open()
      let record = try catalog.record(R.self, matching: query)
      let along = try catalog.cascade(of: R.self, record.id)
      // Nobody is asked about what would be refused anyway.
      try catalog.checkRemoval(of: R.self, record.id)
      let all = ["\(R.words.one) “\(record.line)”"] + along.map { Self.count($0.count, of: $0.entity) }
      try confirmation.ask(whetherTo: "remove \(all.listed)")
      try catalog.remove(R.self, record.id)
      print("Removed", Console.printable(all.listed))
    } catch {
      ExitStatus.fail(error)
    }
  }

  /// `3 stock movements`.
  private static func count(_ count: Int, of entity: String) -> String {
    let words = entity.reduce(into: "") { words, letter in
      words += (letter.isUppercase && !words.isEmpty ? " " : "") + letter.lowercased()
    }
    return "\(count) \(words)\(count == 1 ? "" : "s")"
  }
}

extension [String] {
  /// The texts in a sentence: `a, b and c`.
  fileprivate var listed: String {
    count < 2 ? joined() : dropLast().joined(separator: ", ") + " and " + self[count - 1]
  }
}
