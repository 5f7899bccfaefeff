import ArgumentParser
import PackshotKit
import Text

/// The `show` command for any kind of record.
struct ShowRecord<R: CatalogRecord>: ParsableCommand {
  static var configuration: CommandConfiguration {
    CommandConfiguration(
      commandName: "show",
      abstract: "Show a \(R.words.one) and its related records.",
      discussion: """
        EXAMPLE
          packshot \(R.words.command) show \(R.words.example)
          packshot \(R.words.command) show \(R.words.example) --attribute id\
        \(R.words.preview == nil ? "" : "\n  packshot \(R.words.command) show \(R.words.example) --preview")\
        \(R.words.preview.map { "\n\n--preview also shows \($0) in the terminal." } ?? "")
        """)
  }

  @OptionGroup var catalog: CatalogOption
  @Argument(help: ArgumentHelp(R.words.naming, valueName: R.words.one)) var query: String
  @Option(
    name: .customLong("attribute"),
    help: ArgumentHelp(
      "Print only the value of this attribute. Repeatable; prints one value per line.", valueName: "name"))
  var names: [String] = []
  @OptionGroup var picture: R.Preview
  @Flag(help: "Print one JSON object.") var json = false

  func validate() throws {
    if picture.preview, json || !names.isEmpty {
      throw ValidationError(
        "\(json ? "--json" : "--attribute") prints nothing else, so leave out --preview")
    }
  }

  func run() throws {
    let terminal = picture.preview ? try Terminal.forPreview(besides: "the page", warn: Console.warning) : nil
    let catalog = try R.upToDate(catalog.openToRead())
    let record = try catalog.record(R.self, matching: query)
    // Read first, so that an unknown name is an error with --json too.
    let values = try names.map { try catalog.text(of: record, $0) ?? "" }
    if json {
      let object = try R.json(of: record, in: catalog)
      print(names.isEmpty ? object : object.only(names))
    } else if names.isEmpty {
      try R.printPage(of: record, in: catalog)
      if let terminal { try show(record, in: catalog, terminal) }
    } else {
      for value in values { print(Console.showsResults ? Console.printable(value) : value) }
    }
  }

  private func show(_ record: R, in catalog: Catalog, _ terminal: Terminal) throws {
    guard let photo = try R.picture(of: record, in: catalog) else {
      return Console.warning("the catalog has no picture of this \(R.words.one)")
    }
    let limits = picture.limits.limits
    let shown = try picture.sandbox.withWorkers(limits) { workers in
      try TerminalPicture(of: photo, in: catalog, terminal, limits: limits, workers: workers)
    }
    print()
    print(shown.text, terminator: "")
  }
}

extension JSONValue {
  /// Returns an object with only the given keys.
  fileprivate func only(_ keys: [String]) -> JSONValue {
    guard case .object(let members) = self else { return self }
    return .object(members.filter { keys.contains($0.key) })
  }
}
