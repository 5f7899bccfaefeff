import ArgumentParser
import Foundation
import Glibc
import PackshotKit

struct WorkerCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "worker",
    abstract: "Renders photos for another program, such as Apache Spark, which sends them through a pipe.",
    discussion: """
      Frames come on standard input and answers go to standard output: first a recipe, and then as many photos as there are, as \
      bytes or as paths. Each answer has the pictures or says where they were written, and has a record of them for \
      `packshot catalog import`. A photo that cannot be rendered is an answer that says why. Nothing else is \
      written to standard output. “The worker protocol” in the documentation describes the frames; \
      scripts/spark has a client in Python.

      Exit status: 0 when the input ends and everything is answered; 64 if the recipe cannot be used, or another version of the \
      protocol is asked for; 65 if something else than a frame comes; 74 if nobody reads the answers.

      EXAMPLE
        packshot worker --jobs 2
      """)

  @Option(
    name: .shortAndLong,
    help: ArgumentHelp(
      "Photos to process at the same time (default: as many as there are processors).", valueName: "number"))
  var jobs: Int?
  @Flag(help: "Refuse photos that may be damaged.") var strict = false
  @OptionGroup var colors: ColorArguments
  @OptionGroup var limits: LimitArguments
  @OptionGroup var sandbox: SandboxArguments

  func validate() throws {
    if let jobs, jobs < 1 { throw ValidationError("--jobs is \(jobs); it must be 1 or more") }
  }

  func run() throws {
    if isatty(STDIN_FILENO) == 1 {
      throw ValidationError("standard input is a terminal; a program is to send frames through a pipe")
    }
    // If the reader of the answers exits, writing fails instead of raising a signal.
    signal(SIGPIPE, SIG_IGN)
    do {
      try Environment.check()
      var options = RenderService.Options()
      if let jobs { options.jobs = jobs }
      options.cmyk = colors.choice
      options.limits = limits.limits
      options.limits.isStrict = strict
      (options.sandboxProgram, options.isSandboxRequired) = (sandbox.program, sandbox.isRequired)
      let service = try RenderService(input: STDIN_FILENO, output: STDOUT_FILENO, options: options)
      try Signals.endingAtOnce { try service.run() }
    } catch let error as ServiceError {
      Console.error(error.told, keepingLines: true)
      throw ExitCode(error.stage.status)
    }
  }
}

extension ServiceError.Stage {
  fileprivate var status: Int32 {
    switch self {
    case .protocol, .recipe: ExitStatus.wrongUsage
    case .frame: ExitStatus.refused
    case .answer: ExitStatus.cannotWrite
    }
  }
}
