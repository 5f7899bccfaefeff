import ArgumentParser
import PackshotKit

/// The `photos remove` command.
struct RemovePhotos: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "remove",
    abstract: "Removes photos from the catalog, but no files.",
    discussion: """
      A photo that pictures were made of, or with, is refused: nobody could tell what those show any more. \
      --with-pictures removes their records too. A run that finds the photo's file again puts it back on record.

      Asks first unless --yes is given; without a terminal, --yes is required. `packshot catalog undo` brings everything \
      back.

      EXAMPLE
        packshot photos remove photos/MUG-001_old.jpg --with-pictures
      """)

  @OptionGroup var catalog: CatalogOption
  @OptionGroup var confirmation: Confirmation
  @Flag(help: "Remove the records of the pictures made of them, too.") var withPictures = false
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
