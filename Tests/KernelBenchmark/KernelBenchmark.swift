import ArgumentParser
import Foundation
import PackshotKit
import PixelCore
import PixelKernels

/// Times the inner loops at each CPU level, interleaved with memcpy and pixman's compositing. `scripts/bench kernels` runs
/// it and explains what is measured.
///
/// For each input line it runs one round and prints one JSON object: gigabytes of destination per second, by name.
@main
struct KernelBenchmark: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "KernelBenchmark", abstract: "Times inner loops; a round for each line of standard input.")

  @Option(help: "Pixels in a row, of which the loops work on a few at a time.") var count = 16_384
  @Option(help: "How often each loop goes over the row in a round.") var repetitions = 400

  func run() throws {
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
}
