import ArgumentParser
import PackshotKit

/// The `photos relink` command.
struct RelinkPhotos: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "relink",
    abstract: "Tells the catalog where a folder or a file was moved.",
    discussion: """
      Every photo on record in the old place is looked for in the new one, and its file is read. If its content is the one on \
      record, the record follows; if not, it stays as it is, the photo is listed, and the command ends with 1.

      EXAMPLE
        packshot photos relink /mnt/usb/photos ~/photos --dry-run
      """)

  @OptionGroup var catalog: CatalogOption
  @Flag(help: "Change nothing; print what would become of each photo.") var dryRun = false
  @Flag(help: "Print one JSON object per photo.") var json = false
  @Argument(help: ArgumentHelp("The folder or file as it is on record.", valueName: "old")) var old: String
  @Argument(help: ArgumentHelp("Where it is now.", valueName: "new"), completion: .file()) var new: String

  func run() throws {
    let relinking: PhotoRelinking
    let catalog = try dryRun ? catalog.openToRead() : catalog.open()
    relinking = try PhotoRelinking(from: old, to: new, in: catalog)
    if !dryRun { try relinking.save(in: catalog) }
    for step in relinking.steps {
      if json {
        print(RelinkResult(step.photo, newPath: step.newPath, outcome: step.outcome.rawValue).json)
      } else {
        tell(step)
      }
    }
    let moved = relinking.steps.count { $0.outcome == .moved }
    let left = relinking.steps.count - moved
    if !json {
      let verb = dryRun ? "Would relink" : "Relinked"
      print("\(verb) \(moved) photo\(moved == 1 ? "" : "s")" + (left > 0 ? "; \(left) left as they are" : ""))
    }
    if left > 0 { throw ExitCode(ExitStatus.someFailed) }
  }

  private func tell(_ step: PhotoRelinking.Step) {
    let path = Console.printable(step.photo.path)
    let newPath = Console.printable(step.newPath)
    switch step.outcome {
    case .moved: if dryRun { print("\(path) → \(newPath)") }
    case .missing: Console.warning("\(path) stays: \(newPath) is not there or cannot be read")
    case .changed: Console.warning("\(path) stays: \(newPath) has other content")
    case .taken: Console.warning("\(path) stays: \(newPath) is on record already")
    }
  }
}
