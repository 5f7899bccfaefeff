import ArgumentParser
import PackshotKit

/// The `photos relink` command.
struct RelinkPhotos: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "relink",
    abstract: "Update the recorded paths of moved files.",
    discussion: """
      EXAMPLE
        packshot photos relink /mnt/usb/photos ~/photos --dry-run

      Looks in the new folder for every photo recorded in the old one, and reads the file. If its content is the \
      recorded content, the recorded path is updated. Otherwise the photo is listed, and the command exits with 1.
      """)

  @OptionGroup var catalog: CatalogOption
  @Flag(help: "Print what would change, without changing it.") var dryRun = false
  @Flag(help: "Print one JSON object per photo.") var json = false
  @Argument(help: ArgumentHelp("The recorded folder or file.", valueName: "old")) var old: String
  @Argument(help: ArgumentHelp("Its new path.", valueName: "new"), completion: .file()) var new: String

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
      print("\(verb) \(moved) photo\(moved == 1 ? "" : "s")" + (left > 0 ? "; \(left) not updated" : ""))
    }
    if left > 0 { throw ExitCode(ExitStatus.someFailed) }
  }

  private func tell(_ step: PhotoRelinking.Step) {
    let path = Console.printable(step.photo.path)
    let newPath = Console.printable(step.newPath)
    switch step.outcome {
    case .moved: if dryRun { print("\(path) → \(newPath)") }
    case .missing: Console.warning("\(path) was not updated: \(newPath) is missing or cannot be read")
    case .changed: Console.warning("\(path) was not updated: \(newPath) has different content")
    case .taken: Console.warning("\(path) was not updated: \(newPath) is already recorded")
    }
  }
}
