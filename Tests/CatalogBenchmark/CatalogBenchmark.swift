import ArgumentParser
import Catalog
import Foundation
import ObjectStore

/// Fills a catalog and measures queries. `scripts/bench catalog` runs it and explains what is measured.
@main
struct CatalogBenchmark: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "CatalogBenchmark", abstract: "Times a catalog of many products.", subcommands: [Fill.self, Ask.self])

  struct Fill: ParsableCommand {
    static let configuration = CommandConfiguration(
      abstract: "Makes a catalog of the products in a file, in edits of so many; prints the seconds that took.")

    @Argument(help: "The products: a line each, with tabs between the fields.") var products: String
    @Argument(help: "The catalog to make.") var catalog: String
    @Option(help: "How many products an edit has.") var batch = 10_000

    func run() throws {
      let catalog = try Catalog(at: catalog, createIfMissing: true)
      let lines = try String(contentsOfFile: products, encoding: .utf8).split(separator: "\n")
      var filling = Filling(catalog)
      var seconds = 0.0
      for start in stride(from: 0, to: lines.count, by: batch) {
        let supplies = lines[start..<min(start + batch, lines.count)].map(Supply.init(line:))
        seconds += try ContinuousClock().measure { try filling.add(supplies) }.seconds
      }
      print(#"{"fill": \#(seconds)}"#)
    }
  }

  struct Ask: ParsableCommand {
    static let configuration = CommandConfiguration(
      abstract: "Opens a catalog, searches it and reads products' pages; prints the milliseconds of each as JSON.")

    @Argument(help: "The catalog.") var catalog: String
    @Argument(help: "The queries, as JSON: lists of them under their kinds.") var queries: String

    func run() throws {
      let queries = try JSONDecoder().decode(
        [String: [String]].self, from: Data(contentsOf: URL(fileURLWithPath: queries)))
      let answers = try Asking.answers(of: catalog, queries)
      let encoder = JSONEncoder()
      encoder.outputFormatting = [.sortedKeys]
      print(String(decoding: try encoder.encode(answers), as: UTF8.self))
    }
  }
}

extension Duration {
  /// The duration in seconds.
  var seconds: Double { self / .seconds(1) }
}
