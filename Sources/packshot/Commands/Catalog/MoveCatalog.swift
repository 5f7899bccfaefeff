import ArgumentParser
import PackshotKit

/// The `catalog move` command.
struct MoveCatalog: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "move",
    abstract: "Move the catalog, with its history, to another file.",
    discussion: """
      EXAMPLE
        packshot catalog move catalog.sqlite --catalog shop/catalog.sqlite

      Moves the catalog's file, its history, and the large data in the folder beside it. Photos and pictures stay, \
      and the next run finds them unchanged if the recipe or --catalog names the new file. Fails if another process \
      has the catalog open. Existing files are never overwritten.
      """)

  @OptionGroup var catalog: CatalogOption
  @Flag(help: "Print the result as one JSON object.") var json = false
  @Argument(help: "The new file, in an existing folder.", completion: .catalogs) var file: String

  func validate() throws {
    try LocalPath.check(file)
    if [file, Environment.catalogPath(catalog.path)].contains(Store.memory) {
      throw ValidationError("a catalog in memory cannot be moved; name the files of both")
    }
  }

  func run() throws {
    let old = Environment.catalogPath(catalog.path)
    try Catalog.move(old, to: file)
    if json { return print(MoveResult(from: old, to: file).json) }
    print(Console.printable("Moved \(old) to \(file)"))
    Console.note("name the new file in recipes, with `catalog: { file: … }`, or with --catalog or PACKSHOT_CATALOG")
  }
}
