import ArgumentParser
import Errors
import PackshotKit
import Platform
import Text

/// The command line: arguments, progress and exit codes. PackshotKit does the work.
@main
struct Packshot: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "packshot",
    abstract: "Turn folders of supplier photos into a shop's finished pictures.",
    discussion: """
      EXAMPLE
        packshot init > storefront.yaml
        packshot run storefront.yaml photos --output shop
        packshot photos list

      ENVIRONMENT
        PACKSHOT_CATALOG  the catalog to use without --catalog
        PACKSHOT_CPU      baseline, avx2 or avx512; the pictures are the same
        PACKSHOT_LOG      debug logs decisions and timings to standard error
        NO_COLOR          any value turns off colours

      EXIT STATUS
          0  success
          1  a photo failed or is in conflict, compared pictures differ, a check
             found a problem, or you answered no; with --strict also if a picture
             or an archive was skipped, or if --prune kept a modified one
         64  the command line or the recipe is invalid
         65  the catalog refused the change: a value that is not allowed, too little
             stock, a record that others refer to, or an edit that cannot be undone
         66  an input, catalog or record does not exist, or the only picture of the
             command cannot be read
         70  an internal error in packshot
         74  a picture or the catalog could not be written
         75  another run uses the output folder, or the catalog is busy
        129, 130, 143  stopped by SIGHUP, SIGINT or SIGTERM; every written picture is
             complete
      """,
    version: Version.packshot,
    groupedSubcommands: [
      CommandGroup(
        name: "Picture",
        subcommands: [
          RunCommand.self, ThumbCommand.self, RenderCommand.self, CheckCommand.self, ManifestCommand.self,
          SheetCommand.self,
        ]),
      CommandGroup(
        name: "Catalog",
        subcommands: [
          ProductsCommand.self, PhotosCommand.self, SalesCommand.self, CustomersCommand.self, MakersCommand.self,
          CollectionsCommand.self, RunsCommand.self, CatalogCommand.self, StudioCommand.self,
        ]),
      CommandGroup(
        name: "Recipe",
        subcommands: [InitCommand.self, RecipeCommand.self, FiltersCommand.self, FormatsCommand.self]),
      CommandGroup(name: "Test", subcommands: [CompareCommand.self, GoldenCommand.self]),
      CommandGroup(
        name: "Other", subcommands: [WorkerCommand.self, CompletionsCommand.self, ManualCommand.self]),
    ])

  static func main() {
    // A reader that exits early, such as `head`, ends the program silently, even if the caller ignores the signal.
    signal(SIGPIPE, SIG_DFL)
    // If a file exceeds the size limit, writing fails with an error instead of raising a signal.
    signal(SIGXFSZ, SIG_IGN)
    Signals.unblock()
    // A run writes all outputs of several photos at once, which can be more files than shells allow.
    OpenFileLimit.raise()
    // Swift asks the system for the arguments. If that fails, not even the program's name is known.
    guard !CommandLine.arguments.isEmpty else {
      Console.error("packshot cannot read its command line, because \(System.missingArgumentsReason)")
      Platform.exit(70)
    }
    do {
      // An internal, unlisted command, with which packshot starts itself as a worker.
      if let worker = PhotoWorker(arguments: CommandLine.arguments.dropFirst()) { return try worker.run() }
      try Environment.startLog()
      var command = try askedFor(by: HelpPage.arguments)
      try command.run()
    } catch {
      StandardOutput.finish()
      // ArgumentParser throws its own types, most of them internal: mistakes, but also help and exit codes.
      if String(reflecting: type(of: error)).hasPrefix("ArgumentParser.") { end(error) }
      ExitStatus.fail(error, json: isJSONAskedFor)
    }
    StandardOutput.finish()
  }

  private static var isJSONAskedFor: Bool { CommandLine.arguments.prefix { $0 != "--" }.contains("--json") }

  /// Returns the command named by the arguments. If that command's own parser accepts the remaining arguments, the
  /// other commands aren't parsed, which would take tens of milliseconds. Help, mistakes and completions need all
  /// commands.
  private static func askedFor(by arguments: [String]) throws -> any ParsableCommand {
    var (command, rest): (any ParsableCommand.Type, _) = (Packshot.self, arguments[...])
    while let named = command.configuration.subcommands.first(where: { $0._commandName == rest.first }) {
      (command, rest) = (named, rest.dropFirst())
    }
    if command.configuration.subcommands.isEmpty, let parsed = try? command.parseAsRoot(Array(rest)),
      type(of: parsed) == command
    {
      return parsed
    }
    return try parseAsRoot(arguments)
  }

  /// Ends the program as ArgumentParser does, but reports mistakes like all other errors.
  private static func end(_ error: any Error) -> Never {
    let code = exitCode(for: error)
    if code.isSuccess {
      // With the report as the configuration's version, libraries would be loaded at each start.
      let asked = fullMessage(for: error)
      let message = UsageLines.wrapped(asked == Version.packshot ? Version.report : asked)
      print(HelpPage.showsAll ? message : HelpPage.short(message))
      StandardOutput.finish()
    } else if !(error is ExitCode) {
      let mistake = WrongCommandLine(error, arguments: CommandLine.arguments.dropFirst())
      if isJSONAskedFor {
        print(BatchEvent.error(ErrorDescriptor(.usage, mistake.message)).json)
        StandardOutput.finish()
      }
      Console.error(mistake.message, keepingLines: true)
      if !mistake.usage.isEmpty { Console.note(printableText(mistake.usage, keepingLines: true)) }
    }
    Platform.exit(code.rawValue)
  }
}
