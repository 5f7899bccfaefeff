import ArgumentParser
import PackshotKit
import Platform

/// The `catalog watch` command.
struct WatchList: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "watch",
    abstract: "Print changes to a list as they happen.",
    discussion: """
      EXAMPLE
        packshot catalog watch
        packshot catalog watch sales --sort -soldAt --limit 10 --initial
        packshot catalog watch products --where 'quantity<3' --sections letter

      Prints one JSON object per line, also for changes by other processes. The events of records are inserted, \
      updated, moved, and deleted (also when a record leaves the list). The events of sections are sectionInserted \
      and sectionDeleted. Each batch of changes ends with upToDate, which counts the records in the list; the first \
      upToDate comes before any change.

      A position is a section and an index in it, both counted from 0. In each batch, "from" is a position before \
      the batch, and "to" a position after it. To maintain a copy, first remove items from the last "from" to the \
      first, then insert items from the first "to" to the last. --where and --sort work as in `products list`.
      """)

  @OptionGroup var catalog: CatalogOption
  @OptionGroup var list: ListArguments
  @Option(
    help: ArgumentHelp("Divide the list by first letter or by an attribute.", valueName: "letter|name"))
  var sections: Sectioning?
  @Flag(help: "First print the whole list, as insertions.") var initial = false
  @Argument(help: "The kind of record to list.") var kind = RecordKind.products

  func validate() throws {
    if Environment.catalogPath(catalog.path) == Store.memory {
      throw ValidationError("a catalog in memory cannot be changed by other processes, so there is nothing to watch")
    }
  }

  func run() throws {
    do {
      try watch(kind.type)
    } catch {
      ExitStatus.fail(error, json: true)
    }
    // The reader has closed the pipe.
    StandardOutput.end(after: EPIPE)
  }

  /// Prints changes of the list until the reader closes the pipe. Writes nothing to the catalog, so a signal can end it
  /// at any time. A batch without a final `upToDate` is then incomplete.
  private func watch<R: CatalogRecord>(_ type: R.Type) throws {
    let (catalog, fetch) = (try catalog.openToRead(), try list.fetch(of: type))
    try catalog.read { try $0.notFound(in: fetch) }.forEach { Console.warning($0.messageWithRemedy) }
    let watcher = try ListWatcher<R>(catalog.store, fetch, sections: sections, startingEmpty: initial)
    if initial { try watcher.poll { try Self.print($0, of: type, in: $1) } }
    Self.printUpToDate(watcher)
    if Console.isTerminal {
      let words = watcher.count == 1 ? R.words.one : R.words.command
      Console.note("watching \(watcher.count) \(words); press Ctrl-C to stop")
    }
    try watcher.follow(while: { StandardOutput.hasReader }) { events, reader in
      try Self.print(events, of: type, in: reader)
      Self.printUpToDate(watcher)
    }
  }

  private static func print<R: Record>(_ events: [ListEvent], of type: R.Type, in reader: Reader) throws {
    for event in events { Swift.print(try ListEventResult(event, of: type, in: reader).json) }
  }

  /// Ends a batch of events, and flushes it.
  private static func printUpToDate<R: Record>(_ watcher: ListWatcher<R>) {
    Swift.print(
      ListEventResult(upToDate: R.self, records: watcher.count, sections: watcher.titles.count).json)
    StandardOutput.finish()
  }
}
