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

      ENVIRONMENT
        PACKSHOT_CATALOG  the catalog, where no --catalog names one
        PACKSHOT_CPU      baseline, avx2 or avx512; the pictures are the same
        NO_COLOR          if set to anything: no colours on the terminal

      EXIT STATUS
          0  all done
          1  some photos failed or conflict, and the others are done; with
             --strict, pictures were skipped or kept from --prune; pictures that
             were compared differ; or nobody agreed to what was asked
         64  a wrong command line or recipe
         65  the catalog refuses: a value that is not allowed, not enough stock,
             a record that others hold, an edit that cannot be undone
         66  an input, catalog or record is not there, or the one picture that
             the command is about cannot be read
         70  a fault of packshot's own
         74  the pictures or the catalog could not be written
         75  another run is at work in the output folder
        129, 130, 143  stopped by SIGHUP, SIGINT or SIGTERM; every picture is whole
      """,
    version: Version.packshot,
    subcommands: [
      RunCommand.self, ThumbCommand.self, RenderCommand.self, SheetCommand.self, CompareCommand.self,
      GoldenCommand.self,
      InitCommand.self, RecipeCommand.self, FiltersCommand.self, ProductsCommand.self, MakersCommand.self,
      CollectionsCommand.self, CustomersCommand.self,
      SalesCommand.self, PhotosCommand.self, RunsCommand.self, CatalogCommand.self, CompletionsCommand.self,
      ManualCommand.self,
    ])

  static func main() {
    // A reader that has seen enough, such as `head`, ends us quietly, also where the caller ignores the signal.
    signal(SIGPIPE, SIG_DFL)
    Signals.unblock()
    do {
      // No command: packshot starts itself so, and nothing lists it.
      if let worker = PhotoWorker(arguments: CommandLine.arguments.dropFirst()) { return try worker.run() }
      var command = try parseAsRoot()
      try command.run()
    } catch {
      StandardOutput.finish()
      end(error)
    }
    StandardOutput.finish()
  }

  /// Ends the program as ArgumentParser does, but tells mistakes as all other errors are told.
  private static func end(_ error: any Error) -> Never {
    let code = exitCode(for: error)
    if code.isSuccess {
      print(UsageLines.wrapped(fullMessage(for: error)))
      StandardOutput.finish()
    } else if !(error is ExitCode) {
      let mistake = WrongCommandLine(error, arguments: CommandLine.arguments.dropFirst())
      if CommandLine.arguments.prefix(while: { $0 != "--" }).contains("--json") {
        print(BatchEvent.error(EventError(code: ErrorCode.usage.rawValue, message: mistake.message)).json)
        StandardOutput.finish()
      }
      Console.error(mistake.message, keepingLines: true)
      if !mistake.usage.isEmpty { Console.note(printableText(mistake.usage, keepingLines: true)) }
    }
    Glibc.exit(code.rawValue)
  }
}
