import ArgumentParser
import Glibc
import PackshotKit

/// The command line: arguments, progress and exit codes. What is done is done in PackshotKit.
@main
struct Packshot: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "packshot",
    abstract: "Turns folders of supplier photos into a shop's finished pictures, and remembers what made each.",
    discussion: """
      EXAMPLE
        packshot init > storefront.yaml
        packshot run storefront.yaml photos --output shop
        packshot photos list --catalog shop/catalog.sqlite
      """,
    version: Version.packshot,
    subcommands: [
      RunCommand.self, RenderCommand.self, SheetCommand.self, InitCommand.self, RecipeCommand.self,
      FiltersCommand.self, PhotosCommand.self, ProductsCommand.self,
    ])

  static func main() {
    do {
      var command = try parseAsRoot()
      try command.run()
    } catch {
      exit(withError: error)
    }
    // What was printed may still be on its way to a full disk.
    if fflush(nil) != 0 {
      ExitStatus.fail(PackshotError.cannotWrite(path: "standard output", reason: String(cString: strerror(errno))))
    }
  }
}
