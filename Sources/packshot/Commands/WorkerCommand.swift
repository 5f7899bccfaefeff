import ArgumentParser
import Foundation
import PackshotKit
import Platform

struct WorkerCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "worker",
    abstract: "Render photos for another program through a pipe.",
    discussion: """
      EXAMPLE
        packshot worker --jobs 2

      Reads frames from standard input and writes answers to standard output: the first frame is a recipe, and each \
      other frame is a photo, as bytes or as a path. An answer has the pictures or their paths, and a record for \
      `packshot catalog import`. If a photo cannot be rendered, its answer has the error. Nothing else is written to \
      standard output. “The worker protocol” in the documentation describes the frames; scripts/spark has a client \
      in Python.

      Exits with 0 when the input ends and everything is answered, with 64 if the recipe or the protocol's version \
      is refused, with 65 after an invalid frame, and with 74 if the answers cannot be written.
      """)

  @Option(
    name: .shortAndLong,
    help: ArgumentHelp(
      "Photos to process at the same time (default: as many as there are processors).", valueName: "number"))
  var jobs: Int?
  @Flag(help: "Refuse photos that may be damaged.") var strict = false
  @OptionGroup var colors: ColorArguments
  @OptionGroup(title: HelpPage.moreOptions) var limits: LimitArguments
  @OptionGroup(title: HelpPage.moreOptions) var sandbox: SandboxArguments

  func validate() throws {
    if let jobs, jobs < 1 { throw ValidationError("--jobs is \(jobs); it must be 1 or more") }
  }

  func run() throws {
    if isatty(STDIN_FILENO) == 1 {
      throw ValidationError(
        "standard input is a terminal; `packshot worker` reads frames that a program sends through a pipe")
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
      Console.error(error.messageWithRemedy, keepingLines: true)
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
