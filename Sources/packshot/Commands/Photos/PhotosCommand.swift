import ArgumentParser
import PackshotKit
import Text

struct PhotosCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "photos",
    abstract: "List, add, move and remove recorded pictures.",
    discussion: """
      EXAMPLE
        packshot photos list --kind original --catalog shop/catalog.sqlite
      """,
    subcommands: [
      ListRecords<Catalog.Photo>.self, ShowRecord<Catalog.Photo>.self, AddPhotos.self, EditRecord<Catalog.Photo>.self,
      RelinkPhotos.self, RemovePhotos.self, ExportPhotos.self, DuplicatePhotosCommand.self,
      FinishedPhotosCommand.self,
    ])
}

extension Catalog.Photo: CatalogRecord {
  typealias Choice = PhotoChoice
  typealias Preview = PicturePreview

  static let words = RecordWords(
    command: "photos", one: "photo", naming: "A path, a file name, or the first digits of an id.",
    example: "mugs/MUG-001_front.png", assignment: "product=MUG-001 view=front", condition: "width>=1600",
    preview: "the picture")

  static let columns: [Column<Catalog.Photo>] = [
    Column("KIND") { $0.kind.rawValue },
    Column("SIZE") { "\($0.width) × \($0.height)" },
    Column("PATH") { $0.path },
  ]

  static let order: [Fetch<Catalog.Photo>.Order] = [.init("path"), .init("kind")]

  static func printPage(of photo: Catalog.Photo, in catalog: Catalog) throws {
    try PhotoPage(details: catalog.details(ofPhoto: photo.id)).print()
  }

  static func picture(of photo: Catalog.Photo, in catalog: Catalog) -> Catalog.Photo? { photo }

  static func json(of photo: Catalog.Photo, in catalog: Catalog) throws -> JSONValue {
    try catalog.json(catalog.details(ofPhoto: photo.id))
  }
}

/// Options that narrow a list of pictures.
struct PhotoChoice: RecordChoice {
  @Option(help: "Only originals, renditions or sources.") var kind: PhotoKind?
  @Option(help: ArgumentHelp("Only pictures of this product.", valueName: "name")) var product: String?

  func conditions(in catalog: Catalog) throws -> [Condition] {
    var all: [Condition] = []
    if let kind { all.append(.equal("kind", kind)) }
    if let product { all.append(.equal("product", try catalog.record(Catalog.Product.self, matching: product).id)) }
    return all
  }
}

/// A picture's details as text.
private struct PhotoPage {
  let details: PhotoDetails

  func print() {
    let photo = details.photo
    line(photo.kind.rawValue, photo.path)
    line("id", photo.id.text)
    line("picture", "\(photo.width) × \(photo.height), \(photo.format), \(photo.bytes) bytes")
    if let colors = photo.colors { line("colours", colors) }
    if let content = Content(json: photo.content) { line("content", content.summary) }
    line("sha256", photo.sha256)
    if photo.data != nil { line("stored", "in the catalog") }
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
    for warning in photo.warningLines { line("warning", warning) }
    if let replacedAt = photo.replacedAt { line("replaced", replacedAt.formatted(.iso8601)) }
    if let cacheKey = photo.cacheKey { line("cache key", cacheKey) }
    if let run = details.run { line("run", "\(run.started.formatted(.iso8601)), \(run.id.text)") }
    list("with", details.ingredients)
    list("renditions", details.renditions)
    list("used in", details.usedIn)
  }

  private func list(_ title: String, _ photos: [Catalog.Photo]) {
    for (index, photo) in photos.enumerated() {
      let replaced = photo.replacedAt == nil ? "" : ", replaced"
      line(index == 0 ? title : "", "\(photo.path) (\(photo.width) × \(photo.height)\(replaced))")
    }
  }

  private func line(_ title: String, _ text: String) {
    Swift.print(title.padding(to: 12), Console.printable(text))
  }
}
