import ArgumentParser
import PackshotKit

/// A golden suite, and which cases of it.
struct SuiteArguments: ParsableArguments {
  @Argument(help: "The suite's folder.", completion: .directory) var folder: String
  @Argument(help: "Cases, or folders of them.") var cases: [String] = []
  @Option(
    name: .shortAndLong,
    help: ArgumentHelp("Cases at work at once (default: as many as processors).", valueName: "number"))
  var jobs: Int?
  @OptionGroup var limits: LimitArguments

  func validate() throws {
    if let jobs, !(1...1024 ~= jobs) { throw ValidationError("--jobs is \(jobs); it takes 1 to 1024.") }
  }

  var options: GoldenCheck.Options {
    var options = GoldenCheck.Options()
    options.names = cases
    (options.jobs, options.maxPixels, options.maxMemory) = (jobs, limits.maxPixels?.value, limits.maxMemory?.value)
    return options
  }
}

extension GoldenShard: ExpressibleByArgument {
  /// `1/4`.
  public init?(argument: String) {
    let parts = argument.split(separator: "/", omittingEmptySubsequences: false).map { Int($0) }
    guard parts.count == 2, let index = parts[0], let count = parts[1] else { return nil }
    self.init(index: index, of: count)
  }
}
