import ArgumentParser
import PackshotKit

struct RunsCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "runs",
    abstract: "List the runs that rendered pictures.",
    discussion: """
      EXAMPLE
        packshot runs list --limit 5 --catalog shop/catalog.sqlite
      """,
    subcommands: [ListRecords<Catalog.Run>.self, ShowRecord<Catalog.Run>.self])
}

extension Catalog.Run: CatalogRecord {
  typealias Choice = AnyRecord

  static let words = RecordWords(
    command: "runs", one: "run", naming: "An id, or the first digits of an id.", example: "0195a1b2",
    assignment: "", condition: "failed>0")

  static let columns: [Column<Catalog.Run>] = [
    Column("STARTED") { $0.started.displayText },
    Column("STATUS") { $0.status.rawValue },
    Column("RENDERED", isNumber: true) { "\($0.rendered)" },
    Column("UNCHANGED", isNumber: true) { "\($0.unchanged)" },
    Column("FAILED", isNumber: true) { "\($0.failed)" },
    Column("CONFLICT", isNumber: true) { "\($0.conflict)" },
    Column("ID") { $0.id.text },
  ]

  /// Returns the catalog with killed runs marked as stopped, without changing the file. Otherwise they would be listed
  /// as running until the next run into their folder.
  static func upToDate(_ catalog: Catalog) throws -> Catalog { try catalog.withKilledRunsStopped() }

  static let order: [Fetch<Catalog.Run>.Order] = [.init("started", descending: true)]
}
