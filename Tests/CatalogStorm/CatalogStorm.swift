import ArgumentParser
import Catalog
import Foundation
import ObjectStore

/// Several processes edit one catalog, and the result is checked. `scripts/check-catalog` runs it.
@main
struct CatalogStorm: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "CatalogStorm",
    abstract: "Random operations on a catalog by several processes, and a check of what they left.",
    subcommands: [Work.self, Check.self, Prepare.self, Deal.self, Import.self, Judge.self, Watch.self])

  /// The history must contain every edit from the first.
  private static func open(_ path: String) throws -> Catalog {
    try Catalog(at: path, createIfMissing: true, historyLimits: HistoryLimits(bytes: .max, groups: .max))
  }

  struct Work: ParsableCommand {
    static let configuration = CommandConfiguration(
      abstract: "Performs the operations of one process, those that are left.")

    @Argument(help: "The catalog; it is made where there is none.") var catalog: String
    @Option(help: "The number of the process, from 1.") var process: Int
    @Option(help: "How many operations it has to perform.") var operations: Int
    @Option(help: "What decides the operations, together with what is in the catalog.") var seed: UInt64

    func run() throws {
      let log = WorkerLog(path: CatalogStorm.log(of: process, beside: catalog))
      try Worker(catalog: CatalogStorm.open(catalog), process: process, seed: seed, log: log).run(operations)
    }
  }

  struct Check: ParsableCommand {
    static let configuration = CommandConfiguration(
      abstract: "Checks the catalog against the processes' logs and its own history.",
      discussion: "Exit codes: 0 all is right; 1 something is not.")

    @Argument(help: "The catalog.") var catalog: String
    @Option(help: "How many processes there were.") var processes: Int
    @Option(help: "How many operations each had to perform.") var operations: Int

    func run() throws {
      let logs = try (1...processes).map { try WorkerLog(path: CatalogStorm.log(of: $0, beside: catalog)).lines() }
      let inspection = try Inspection(of: CatalogStorm.open(catalog), logs, operations: operations)
      for figure in inspection.figures { print(figure) }
      for problem in inspection.problems.prefix(20) { print("WRONG: \(problem)") }
      if inspection.problems.isEmpty { return }
      print("\(inspection.problems.count) problems")
      throw ExitCode.failure
    }
  }

  private static func log(of process: Int, beside catalog: String) -> String { "\(catalog).\(process).log" }
}
