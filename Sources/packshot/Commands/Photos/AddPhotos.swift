import ArgumentParser
import PackshotKit

/// The `photos add` command.
struct AddPhotos: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "add",
    abstract: "Record photos as originals, without rendering.",
    discussion: """
      EXAMPLE
        packshot photos add photos/mug-*.jpg --product MUG-001
        packshot photos add old/tie.jpg --store

      The files are not moved. Photos that are already recorded are updated. If a photo cannot be read, the others \
      are still added, and the command exits with 1. The catalog is created if it does not exist.

      --store also keeps the bytes in the catalog, so that the file can be deleted. Photos of up to 32 KiB are kept in \
      the database, larger ones in files beside it. `packshot photos export --files` writes the stored photos to \
      files.
      """)

  @OptionGroup var catalog: CatalogOption
  @Option(help: ArgumentHelp("The product in the photos.", valueName: "name")) var product: String?
  @Option(help: ArgumentHelp("The view of the product, such as front.", valueName: "text")) var view: String?
  @Flag(help: "Keep the photos' bytes in the catalog.") var store = false
  @OptionGroup(title: HelpPage.moreOptions) var limits: LimitArguments
  @OptionGroup(title: HelpPage.moreOptions) var sandbox: SandboxArguments
  @Flag(help: "Print one JSON object per photo.") var json = false
  @Argument(help: "The photos.", completion: .photos) var files: [String]

  func validate() throws { try LocalPath.check(files) }

  func run() throws {
    var errors: [any Error] = []
    let originals = sandbox.withWorkers(limits.limits) { workers in
      files.compactMap { file -> OriginalPhoto? in
        do {
          return try OriginalPhoto(contentsOf: file, limits: limits.limits, workers: workers)
        } catch {
          errors.append(error)
          return nil
        }
      }
    }
    if originals.isEmpty { ExitStatus.fail(errors, json: json) }
    let catalog = try catalog.openToAdd()
    let product = try product.map { try catalog.record(Catalog.Product.self, matching: $0) }
    let label = "Add " + (files.count == 1 ? "photo \(files[0])" : "\(originals.count) photos")
    let photos: [Catalog.Photo] = try catalog.edit(label) { edit in
      try originals.map { try $0.save(as: product, view: view, storing: store, in: edit, paths: catalog.paths) }
    }
    if json {
      for object in try catalog.json(photos) { print(object) }
    } else {
      let of = product.map { " of “\($0.name)”" } ?? ""
      print(Console.printable("Added \(photos.count) photo\(photos.count == 1 ? "" : "s")\(of)"))
    }
    if !errors.isEmpty { ExitStatus.someFailed(errors, json: json) }
  }
}
