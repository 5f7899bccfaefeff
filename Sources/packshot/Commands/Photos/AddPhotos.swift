import ArgumentParser
import PackshotKit

/// The `photos add` command.
struct AddPhotos: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "add",
    abstract: "Puts photos on record as originals, without a run.",
    discussion: """
      The files stay where they are. Photos on record already are brought up to date. What cannot be read is reported, the \
      others are added, and the command ends with 1. The catalog is created if there is none.

      --store keeps the bytes in the catalog as well, so that the files may go: up to 32 KiB in the database, more in files \
      beside it. `packshot photos export --files` writes them out again. A photo that is stored stays stored.

      EXAMPLE
        packshot photos add photos/mug-*.jpg --product MUG-001
        packshot photos add old/tie.jpg --store
      """)

  @OptionGroup var catalog: CatalogOption
  @Option(help: ArgumentHelp("The product that they show.", valueName: "name")) var product: String?
  @Option(help: ArgumentHelp("Which view of it they show, such as front.", valueName: "text")) var view: String?
  @Flag(help: "Keep the photos' bytes in the catalog.") var store = false
  @OptionGroup var limits: LimitArguments
  @OptionGroup var sandbox: SandboxArguments
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
