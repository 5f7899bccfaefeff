import ArgumentParser
import PackshotKit

struct CheckCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "check",
    abstract: "Check pictures against a marketplace's rules.",
    discussion: """
      EXAMPLE
        packshot check shop/amazon --for amazon-main
        packshot check --for ebay

      Prints the rules that a picture breaks, and exits with 1 if there are any. Advice and rules that could not be \
      checked are printed too. Without pictures, the rules are listed.

      A picture without findings can still be rejected, because a program cannot check every rule, and marketplaces \
      change their rules. Each rule names its source and the date when it was read. "unverified" means that the rule \
      comes from other sources than the marketplace's own page.

      Pictures in formats that packshot cannot read are listed as not checked. The command exits with 1 if no \
      picture could be checked, or with --strict if a single one could not.
      """)

  @Argument(help: "Pictures and folders of pictures.", completion: .photos) var inputs: [String] = []
  @Option(name: .customLong("for"), help: ArgumentHelp("The marketplace.", valueName: "name"))
  var marketplace: Marketplace
  @Option(parsing: .unconditionalSingleValue, help: .exclude) var exclude: [String] = []
  @OptionGroup(title: HelpPage.moreOptions) var limits: LimitArguments
  @OptionGroup(title: HelpPage.moreOptions) var sandbox: SandboxArguments
  @Flag(help: "Also exit with 1 if a picture could not be checked.") var strict = false
  @Flag(help: "Print one JSON object per picture, or per rule.") var json = false

  func validate() throws { try LocalPath.check(inputs) }

  func run() throws {
    if inputs.isEmpty { return listRules() }
    var (count, refused, unchecked) = (0, 0, 0)
    try Environment.check()
    try sandbox.withWorkers(limits.limits) { workers in
      let checks = try PictureChecks(
        of: inputs, for: marketplace, excluding: exclude, limits: limits.limits, workers: workers)
      checks.warnings.forEach { Console.warning($0) }
      Signals.endingAtOnce {
        checks.run { report in
          (count, refused) = (count + 1, refused + (report.isRefused ? 1 : 0))
          if json { print(result(report).json) } else { show(report) }
        }
      }
      unchecked = checks.unchecked.count
      for report in checks.unchecked {
        if json { print(result(report).json) } else { show(report) }
      }
    }
    if !json {
      Console.note(
        "\(count - refused) of \(count) \(count == 1 ? "picture follows" : "pictures follow") the rules of \(marketplace.title) that can be checked"
          + (unchecked == 0
            ? "" : unchecked == 1 ? "; 1 file was not checked" : "; \(unchecked) files were not checked"))
    }
    if refused > 0 || count == 0 || strict && unchecked > 0 {
      StandardOutput.finish()
      throw ExitCode(ExitStatus.someFailed)
    }
  }

  private func show(_ report: PictureChecks.Report) {
    let path = Console.printable(report.path)
    if let failure = report.failure { return Console.warning("\(path) was not checked: \(failure.messageWithRemedy)") }
    for finding in report.findings {
      print("\(path): \(finding.rule.isAdvice ? "advice: " : "")\(finding.message(for: marketplace))")
    }
  }

  private func result(_ report: PictureChecks.Report) -> PictureCheckResult {
    PictureCheckResult(
      picture: report.path, marketplace: marketplace.rawValue, accepted: !report.isRefused,
      findings: report.findings.map { .init(found: $0.found, result($0.rule)) },
      error: report.failure.map { ErrorDescriptor($0).with(message: $0.messageWithRemedy) })
  }

  private func listRules() {
    for rule in marketplace.rules {
      if json {
        print(result(rule).json)
      } else {
        print("\(rule.isAdvice ? "advises " : "asks for") \(rule.demand) (\(rule.source))")
      }
    }
  }

  private func result(_ rule: MarketplaceRule) -> RuleResult {
    RuleResult(
      marketplace: marketplace.rawValue, rule: "\(rule.demand)", advice: rule.isAdvice, page: rule.source.page,
      verified: rule.source.standing == .own, read: rule.source.read)
  }
}
