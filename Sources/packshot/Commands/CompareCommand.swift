import ArgumentParser
import PackshotKit
import Platform

struct CompareCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "compare",
    abstract: "Report where and how much two pictures differ.",
    discussion: """
      EXAMPLE
        packshot compare expected.png actual.png
        packshot compare expected.png actual.png --channels 2 --diff difference.png
        packshot compare before.jpg after.jpg --perceptual 2 --pixels 0.1% --json

      The comparison is exact unless --channels, --perceptual or --ssim sets a tolerance. Exits with 0 if the \
      pictures are the same within the tolerance, with 1 if they differ, and with 66 if one of them cannot be read.

      DETAILS

      Pictures with different sizes, colour profiles or stored orientations differ. The colours of --diff show the \
      size of each difference as a multiple of the tolerance or, without a tolerance, in levels of 255:

                     with a tolerance     without one
        light pink   up to 2 times        1 to 3 levels
        pink         2 to 4 times         4 to 9
        red          4 to 8 times         10 to 24
        dark red     8 to 16 times        25 to 63
        darkest red  over 16 times        64 or more

        yellow       differs within the tolerance
        orange       differs only in anti-aliasing
        blue         was not compared
        violet       exists in only one of the pictures
      """)

  @Argument(help: "The expected picture.", completion: .photos) var expected: String
  @Argument(help: "The actual picture.", completion: .photos) var actual: String
  @OptionGroup(title: "Tolerance") var arguments: ToleranceArguments
  @Option(
    help: ArgumentHelp("Write a PNG that shows where they differ.", valueName: "file"), completion: .photos)
  var diff: String?
  @OptionGroup(title: HelpPage.moreOptions) var limits: LimitArguments
  @OptionGroup(title: HelpPage.moreOptions) var sandbox: SandboxArguments
  @Flag(help: "Print one JSON object.") var json = false
  @Flag(name: .shortAndLong, help: "Print nothing; only set the exit status.") var quiet = false

  func validate() throws { try LocalPath.check(expected, actual, diff) }

  func run() throws {
    try Environment.check()
    let result = try sandbox.withWorkers(limits.limits) { workers in
      let comparison = PictureComparison(
        arguments.tolerance, ignoring: arguments.ignore.map(\.rect), only: arguments.only.map(\.rect),
        maskFile: arguments.mask, limits: limits.limits, workers: workers)
      return try Signals.endingAtOnce { try comparison.compare(expected, actual, difference: diff) }
    }
    if json {
      print(ComparisonResult(result).json)
    } else if !quiet {
      print(result.report)
    }
    if !result.isSame {
      StandardOutput.finish()
      throw ExitCode(ExitStatus.differs)
    }
  }
}
