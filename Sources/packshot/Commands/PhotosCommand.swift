import ArgumentParser
import PackshotKit

struct PhotosCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "photos",
    abstract: "The pictures in the catalog: originals, renditions and sources.",
    discussion: """
      EXAMPLE
        packshot photos list --kind original --catalog shop/catalog.sqlite
      """,
    subcommands: [List.self, Show.self])

  struct List: ParsableCommand {
    static let configuration = CommandConfiguration(
      abstract: "Lists pictures by path.",
      discussion: """
        EXAMPLE
          packshot photos list --kind rendition --catalog shop/catalog.sqlite
        """)

    @OptionGroup var catalog: CatalogOption
    @Option(help: "Only originals, renditions or sources.") var kind: PhotoKind?
    @Option(help: ArgumentHelp("At most so many.", valueName: "number")) var limit: Int?
    @Flag(help: "Print one JSON object a picture.") var json = false

    func run() throws {
      do {
        let catalog = try catalog.open()
        let photos = try catalog.photos(kind: kind, limit: limit)
        if json {
          for object in try catalog.json(photos) { print(object) }
          return
        }
        for photo in photos {
          let size = "\(photo.width) × \(photo.height)"
          print(photo.kind.rawValue.padding(to: 9), size.padding(to: 13), Console.printable(photo.path))
        }
      } catch {
        ExitStatus.fail(error, json: json)
      }
    }
  }

  struct Show: ParsableCommand {
    static let configuration = CommandConfiguration(
      abstract: "Shows a picture: where it came from, or what came of it.",
      discussion: """
        A picture is named by its path, its file name if no other has the same, or its id or the first letters of it.

        EXAMPLE
          packshot photos show mugs/MUG-001_front.png --catalog shop/catalog.sqlite
        """)

    @OptionGroup var catalog: CatalogOption
    @Argument(help: "A path, a file name or an id.", completion: .photos) var photo: String
    @Flag(help: "Print one JSON object.") var json = false

    func run() throws {
      do {
        let catalog = try catalog.open()
        let details = try catalog.details(ofPhoto: catalog.photo(matching: photo).id)
        if json { return print(try catalog.json(details)) }
        PhotoPage(details: details).print()
      } catch {
        ExitStatus.fail(error, json: json)
      }
    }
  }
}

/// A picture's details, for people.
private struct PhotoPage {
  let details: PhotoDetails

  func print() {
    let photo = details.photo
    line(photo.kind.rawValue, photo.path)
    line("id", photo.id.uuidString.lowercased())
    line("picture", "\(photo.width) × \(photo.height), \(photo.format), \(photo.bytes) bytes")
    line("sha256", photo.sha256)
    if photo.orientation != 1 { line("orientation", "\(photo.orientation)") }
    if let product = details.product { line("product", product.sku + (photo.view.map { ", \($0)" } ?? "")) }
    if let source = details.source {
      line("made from", source.path)
      line("", "sha256 \(source.sha256)")
    }
    if let recipe = details.recipe {
      line("recipe", "\(recipe.name), \(recipe.hash.prefix(12))")
      line("engine", recipe.engineVersion)
    }
    if let identity = photo.identity { line("identity", identity) }
    if let run = details.run { line("run", "\(run.started.formatted(.iso8601)), \(run.id.uuidString.lowercased())") }
    list("with", details.ingredients)
    list("renditions", details.renditions)
    list("used in", details.usedIn)
  }

  private func list(_ title: String, _ photos: [Catalog.Photo]) {
    for (index, photo) in photos.enumerated() {
      line(index == 0 ? title : "", "\(photo.path) (\(photo.width) × \(photo.height))")
    }
  }

  private func line(_ title: String, _ text: String) {
    Swift.print(title.padding(to: 12), Console.printable(text))
  }
}
