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

  /// The command that approves cases, for a shell.
  func approveCommand(_ names: [String]) -> String {
    (["packshot", "golden", "approve", folder] + names).map(\.shellQuoted).joined(separator: " ")
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

extension String {
  /// The text as one word of a shell's command.
  var shellQuoted: String {
    let plain =
      !isEmpty
      && unicodeScalars.allSatisfy {
        $0.isASCII && ($0.properties.isAlphabetic || "0123456789_./@:+,-".unicodeScalars.contains($0))
      }
    return plain ? self : "'" + replacing("'", with: "'\\''") + "'"
  }
}
