import ArgumentParser
import PackshotKit

/// The `catalog history` command.
struct ListHistory: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "history",
    abstract: "List edits and their changes, newest first.",
    discussion: """
      EXAMPLE
        packshot catalog history --limit 10 --changes
        packshot catalog history 12 --json

      With a number, shows that edit with all old and new values. --changes shows the values of all listed edits.

      The history keeps the last 1000 edits and 64 MiB of changes. A larger edit, such as a large import, is kept \
      until later edits add up to that size.
      """)

  @OptionGroup var catalog: CatalogOption
  @Option(parsing: .unconditional, help: ArgumentHelp("Maximum number of edits to print.", valueName: "number"))
  var limit: Int?
  @Flag(help: "Also print old and new values.") var changes = false
  @Flag(help: "Print one JSON object per line.") var json = false
  @Argument(help: ArgumentHelp("The edit's number.", valueName: "number")) var number: Int64?

  /// Maximum number of changes of an edit that are printed as text.
  private static let shownChanges = 50

  func validate() throws {
    guard limit ?? 0 >= 0 else { throw ValidationError("--limit must be a whole number, 0 or more") }
  }

  func run() throws {
    let store = try catalog.openToRead().store
    var entries = try store.history(limit: number == nil ? limit : nil)
    if let number {
      entries = entries.filter { $0.id == number }
      if entries.isEmpty { throw StoreError.noSuchEdit(number: number) }
    }
    let telling = changes || number != nil
    if json {
      for entry in entries { print(HistoryResult(entry, try telling ? store.changes(of: entry.id) : nil).json) }
      return
    }
    let width = max(entries.first.map { "\($0.id)".count } ?? 0, Console.showsResults ? "NUMBER".count : 0)
    if Console.showsResults, !entries.isEmpty {
      print(Console.faint("NUMBER".padding(to: width) + "  " + "MADE".padding(to: 16) + "  EDIT"))
    }
    for entry in entries {
      let number = String(repeating: " ", count: width - "\(entry.id)".count) + "\(entry.id)"
      print(
        "\(number)  \(entry.at.displayText)  \(Console.printable(entry.label))\(entry.isUndone ? " (undone)" : "")")
      if !telling { continue }
      let shown = try store.changes(of: entry.id, limit: Self.shownChanges + 1)
      for change in shown.prefix(Self.shownChanges) {
        print(String(repeating: " ", count: width + 1), Console.printable(change.line))
      }
      if shown.count > Self.shownChanges { print(String(repeating: " ", count: width + 1), "and more; --json has all") }
    }
    if limit == nil, number == nil, let oldest = entries.last?.id, oldest > 1 {
      let limits = HistoryLimits()
      Console.note(
        "edits before \(oldest) were deleted: the history keeps at most \(limits.groups) edits and "
          + "\(limits.bytes >> 20) MiB of changes, and no edits of erased customers")
    }
  }
}

/// The `catalog undo` command.
struct Undo: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "undo",
    abstract: "Undo the last edit, or a given one.",
    discussion: """
      EXAMPLE
        packshot catalog undo

      Rendered pictures are unchanged. If later edits changed the same values, nothing is undone, and the error \
      names these edits.
      """)

  @OptionGroup var catalog: CatalogOption
  @Argument(help: "The edit's number in the history.") var number: Int64?
  @Flag(help: "Print the result as one JSON object.") var json = false

  func run() throws { try step("Undid", catalog, json: json) { try $0.undo(number) } }
}

/// The `catalog redo` command.
struct Redo: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "redo",
    abstract: "Redo the last undone edit.",
    discussion: """
      EXAMPLE
        packshot catalog redo
      """)

  @OptionGroup var catalog: CatalogOption
  @Flag(help: "Print the result as one JSON object.") var json = false

  func run() throws { try step("Redid", catalog, json: json) { try $0.redo() } }
}

/// Takes a step in the history, and reports it.
private func step(_ verb: String, _ catalog: CatalogOption, json: Bool, _ take: (Catalog) throws -> HistoryEntry) throws
{
  let entry = try take(catalog.open())
  if json { return print(HistoryResult(entry).json) }
  print("\(verb) \(Console.printable(entry.label.quoted))")
}
