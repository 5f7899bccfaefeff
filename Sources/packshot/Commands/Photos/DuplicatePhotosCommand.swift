import ArgumentParser
import PackshotKit
import Text

/// The `photos duplicates` command.
struct DuplicatePhotosCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "duplicates",
    abstract: "List photos that are copies of each other.",
    discussion: """
      EXAMPLE
        packshot photos duplicates --catalog shop/catalog.sqlite

      Lists originals with the same file or nearly the same picture: resized, saved again, slightly cropped or \
      edited. Each group starts with its largest photo. The similarity of the others to it is the percentage of equal \
      bits in the perceptual hashes that runs record. No file is read. Photos that no run has rendered are compared \
      only by their files' SHA-256.

      Photos of different colours, such as a black and a red cap, aren't copies.

      With --json, each line is a group: its photos, and the SKUs of their products.
      """)

  @OptionGroup var catalog: CatalogOption
  @Option(
    help: ArgumentHelp(
      "Bits, of 128, in which the hashes of copies may differ, at most \(DuplicatePhotos.distances.upperBound). "
        + "More bits find more edited copies, and more false ones.", valueName: "bits"))
  var distance = DuplicatePhotos.usualDistance
  @Flag(help: "Print one JSON object per group.") var json = false

  func validate() throws {
    guard DuplicatePhotos.distances.contains(distance) else {
      throw ValidationError(
        "--distance is \(distance); it goes from 0 to \(DuplicatePhotos.distances.upperBound)")
    }
  }

  func run() throws {
    let found = try DuplicatePhotos(in: catalog.openToRead(), distance: distance)
    if json {
      for group in found.groups { print(JSONValue(encoding: group)) }
      return
    }
    for group in found.groups {
      for (place, photo) in group.photos.enumerated() {
        let similarity = photo.isIdentical ? "identical" : "\(photo.similarity) %"
        let details = ["\(photo.width) × \(photo.height)", photo.sku].compactMap(\.self).joined(separator: ", ")
        let line = "\(photo.path) (\(details))"
        print(Console.printable(place == 0 ? line : "  \(similarity.padding(to: 9))  \(line)"))
      }
    }
    let photos = "\(found.photoCount) photo\(found.photoCount == 1 ? "" : "s")"
    let groups = "\(found.groups.count) group\(found.groups.count == 1 ? "" : "s") of copies"
    let unhashed =
      found.unhashedCount > 0 ? "; \(found.unhashedCount) compared only by file, because they have no hash" : ""
    print("\(found.groups.isEmpty ? "No copies" : groups) among \(photos)\(unhashed)")
  }
}
