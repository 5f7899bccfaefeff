import ArgumentParser
import Foundation
import PixelCore
import PixelKernels

/// Times the inner loops at each CPU level, interleaved with memcpy and pixman's compositing. `scripts/bench kernels` runs
/// it and explains what is measured.
///
/// For each input line it runs one round and prints one JSON object: gigabytes of destination per second, by name. For
/// `scripts/check-arm64 --instructions` it lists every loop, or runs one of them.
@main
struct KernelBenchmark: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "KernelBenchmark", abstract: "Times inner loops; a round for each line of standard input.")

  @Option(help: "Pixels in a row, of which the loops work on a few at a time.") var count = 16_384
  @Option(help: "How often each loop goes over the row in a round.") var repetitions = 400
  @Flag(help: "List every loop, with the number of pixels that it makes.") var list = false
  @Option(help: "Only run this loop of those listed.") var loop: String?

  func run() throws {
    if list || loop != nil { return try runOne() }
    let rows = BenchmarkRows(count: count)
    let loops = rows.loops
    while readLine() != nil {
      var rates: [String: Double] = [:]
      for (name, bytes, loop) in loops {
        let seconds = ContinuousClock().measure { for _ in 0..<repetitions { loop() } } / .seconds(1)
        rates[name] = Double(bytes * repetitions) / seconds / 1e9
      }
      print(String(decoding: try JSONEncoder().encode(rates), as: UTF8.self))
      fflush(nil)
    }
  }

  private func runOne() throws {
    let level = try CPULevel.chosen(environment: ProcessInfo.processInfo.environment)
    let loops = EveryLoop(level: level).loops
    if list { return loops.forEach { print("\($0.count)\t\($0.name)") } }
    guard let chosen = loops.first(where: { $0.name == loop }) else { throw ValidationError("no loop has this name") }
    for _ in 0..<repetitions { chosen.body() }
  }
}
