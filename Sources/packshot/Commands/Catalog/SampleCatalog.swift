import ArgumentParser
import PackshotKit

/// The `catalog sample` command.
struct SampleCatalog: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "sample",
    abstract: "Load a small sample shop into an empty catalog.",
    discussion: """
      Among its products are seven bow ties, one of each colour of the rainbow, with photos that are stored in the catalog.

      EXAMPLE
        packshot catalog sample --catalog try.sqlite
        packshot products list --color indigo --catalog try.sqlite
        packshot products show TIE-06 --preview --catalog try.sqlite
      """)

  @OptionGroup var catalog: CatalogOption
  @Flag(help: "Print the result as one JSON object.") var json = false

  func run() throws {
    let summary = try catalog.openToAdd().loadSample()
    if json { return print(ImportResult(summary, isTrial: false).json) }
    print("Loaded \(summary.inserted) records; `packshot products list` shows the products")
  }
}
