import ArgumentParser
import PackshotKit

/// The `photos remove` command.
struct RemovePhotos: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "remove",
    abstract: "Remove photos from the catalog. Files are kept.",
    discussion: """
      EXAMPLE
        packshot photos remove photos/MUG-001_old.jpg --with-pictures

      A photo that pictures were rendered from cannot be removed without the records of these pictures; \
      --with-pictures removes them too. If a run finds the photo's file again, it records the photo again.

      Asks for confirmation. Without a terminal, --yes is required. `packshot catalog undo` restores everything.
      """)

  @OptionGroup var catalog: CatalogOption
  @OptionGroup var confirmation: Confirmation
  @Flag(help: "Also remove the records of their pictures.") var withPictures = false
  @Flag(help: "Print the result as one JSON object.") var json = false
  @Argument(help: ArgumentHelp(Catalog.Photo.words.naming, valueName: "photo")) var queries: [String]

  func run() throws {
    let catalog = try catalog.open()
    let photos = try queries.map { try catalog.photo(matching: $0) }
    // Throws before asking if the removal would be refused anyway.
    let all = try catalog.removedPhotos(photos.map(\.id), withPictures: withPictures)
    try confirmation.ask(whetherTo: "remove \(all)")
    let pictures = try catalog.removePhotos(photos.map(\.id), withPictures: withPictures)
    if json {
      print(PhotoRemovalResult(photos, pictures: pictures).json)
    } else {
      print("Removed", Console.printable(all))
    }
  }
}
