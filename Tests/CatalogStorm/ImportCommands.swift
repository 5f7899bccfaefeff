import ArgumentParser
import Catalog
import Foundation
import ObjectStore

extension CatalogStorm {
  struct StormOptions: ParsableArguments {
    @Argument(help: "The catalog.") var catalog: String
    @Option(help: "How many rows the import has.") var rows: Int
    @Option(help: "What decides all that is done.") var seed: UInt64

    var storm: ImportStorm { ImportStorm(rows: rows, seed: seed) }
    var file: String { "\(catalog).ndjson" }
  }

  struct Prepare: ParsableCommand {
    static let configuration = CommandConfiguration(
      abstract: "Makes the catalog for an import beside people who sell, and what is to be imported.")

    @OptionGroup var options: StormOptions

    func run() throws {
      try options.storm.prepare(Catalog(at: options.catalog, createIfMissing: true))
      var text = ""
      try options.storm.text { text += $0 }
      try text.write(toFile: options.file, atomically: true, encoding: .utf8)
    }
  }

  struct Deal: ParsableCommand {
    static let configuration = CommandConfiguration(abstract: "Sells, or takes stock, until it is told to stop.")

    @OptionGroup var options: StormOptions
    @Option(help: "The number of the process: 1 and 2 sell, 3 takes stock.") var process: Int

    func run() throws { try Dealer(storm: options.storm, process: process, path: options.catalog).run() }
  }

  struct Import: ParsableCommand {
    static let configuration = CommandConfiguration(abstract: "Imports what was prepared.")

    @OptionGroup var options: StormOptions

    func run() throws {
      let started = ContinuousClock.now
      let catalog = try Catalog(at: options.catalog, createIfMissing: false)
      let opened = ContinuousClock.now
      let sources = try ImportSource.sources(at: options.file, of: Catalog.model)
      var checked = opened
      let summary = try catalog.store.import(sources) { progress in
        if case .checked = progress { checked = ContinuousClock.now }
      }
      let seconds = [opened - started, checked - opened, ContinuousClock.now - checked].map {
        String(format: "%.1f s", $0 / .seconds(1))
      }
      print(
        "import: \(summary.inserted) new, \(summary.updated) changed, \(summary.unchanged) as they were; "
          + "\(seconds[0]) to open, \(seconds[1]) to check, \(seconds[2]) to bring in")
    }
  }

  struct Judge: ParsableCommand {
    static let configuration = CommandConfiguration(
      abstract: "Checks the catalog against what should have come of it.",
      discussion: "Exit codes: 0 all is right; 1 something is not.")

    @OptionGroup var options: StormOptions

    func run() throws {
      let catalog = try Catalog(at: options.catalog, createIfMissing: false)
      let inspection = try ImportInspection(of: catalog, options.storm)
      for figure in inspection.figures { print(figure) }
      for problem in inspection.problems.prefix(20) { print("WRONG: \(problem)") }
      if inspection.problems.isEmpty { return }
      print("\(inspection.problems.count) problems")
      throw ExitCode.failure
    }
  }
}
