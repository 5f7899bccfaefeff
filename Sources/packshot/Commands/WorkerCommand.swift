import ArgumentParser
import PackshotKit

/// For packshot itself: the process that photos are read in, unless with `--no-sandbox`.
struct WorkerCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "worker", abstract: "Reads and renders photos for a run, which starts it.",
    shouldDisplay: false)

  @Option(help: "The process that started it, to end with.") var parent: Int32?

  func run() throws { try PhotoWorker.run(parent: parent) }
}
