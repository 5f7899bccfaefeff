import ArgumentParser
import PackshotKit

/// A golden suite, with a selection of its cases.
struct SuiteArguments: ParsableArguments {
  @Argument(help: "The suite's folder.", completion: .directory) var folder: String
  @Argument(help: "Cases, or folders of cases.") var cases: [String] = []
  @Option(
    name: .shortAndLong, parsing: .unconditional,
    help: ArgumentHelp("Cases to run at once (default: one per processor).", valueName: "number"),
    transform: Int.reading(1...1024, "1 to 1024, such as 4"))
  var jobs: Int?
  @OptionGroup(title: HelpPage.moreOptions) var limits: LimitArguments
  @OptionGroup(title: HelpPage.moreOptions) var sandbox: SandboxArguments

  func validate() throws { try LocalPath.check(folder) }

  var options: GoldenCheck.Options {
    var options = GoldenCheck.Options()
    options.names = cases
    (options.jobs, options.limits, options.workers) = (jobs, limits.limits, sandbox.workers(limits.limits))
    return options
  }
}

extension GoldenShard: FormattedArgument {
  static let format = "a part and the number of parts, such as 2/4 (parts count from 1)"

  /// Parses a shard such as `1/4`.
  public init?(argument: String) {
    let parts = argument.split(separator: "/", omittingEmptySubsequences: false).map { Int($0) }
    guard parts.count == 2, let index = parts[0], let count = parts[1] else { return nil }
    self.init(index: index, of: count)
  }
}
