import ArgumentParser
import Foundation
import PackshotKit
import PixelCore
import PixelKernels

/// Times the writing and reading of PNGs, compared with libpng. `scripts/bench png` runs it and explains what is measured.
@main
struct PNGBenchmark: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "PNGBenchmark",
    abstract: "Times writing and reading PNGs beside libpng; prints a JSON object for each figure.")

  @Argument(help: "A photo.") var photo: String
  @Option(help: "How many pixels the picture is wide and high.") var side = 2000
  @Option(help: "How many rounds, in which everything takes its turn.") var rounds = 5
  @Flag(help: "Time the slowest compressions too.") var slow = false
  @Flag(help: "Without alpha.") var opaque = false

  func run() throws {
    let picture = try BenchmarkPicture(photo: photo, side: side, isOpaque: opaque)
    let compressions = [1, 6] + (slow ? [9] : [])
    var files: [String: [UInt8]] = [:]
    var seconds: [String: [Double]] = [:]
    let clock = ContinuousClock()
    func time<R>(_ name: String, _ body: () throws -> R) rethrows -> R {
      let start = clock.now
      let result = try body()
      seconds[name, default: []].append((clock.now - start) / .seconds(1))
      return result
    }
    for _ in 0..<rounds {
      for compression in compressions {
        files["ours \(compression)"] = try time("write, ours \(compression)") { try picture.encoded(compression) }
        files["libpng \(compression)"] = time("write, libpng \(compression)") { picture.encodedByLibpng(compression) }
      }
      for writer in ["ours 6", "libpng 6"] {
        try time("read \(writer), ours") { try BenchmarkPicture.decode(files[writer]!, isInflatedWhole: true) }
        try time("read \(writer), libpng") { try BenchmarkPicture.decode(files[writer]!, isInflatedWhole: false) }
      }
      for level in CPULevel.available {
        for (name, loop) in picture.loops(level) { time("loop \(name), \(level.rawValue)", loop) }
      }
    }
    for name in seconds.keys.sorted() {
      let times = seconds[name]!.sorted()
      let size = files.first { name == "write, \($0.key)" }.map { ", \"bytes\": \($0.value.count)" } ?? ""
      let rate = Double(picture.byteCount) / times[times.count / 2] / 1e6
      print("{\"name\": \"\(name)\", \"seconds\": \(times[times.count / 2]), \"MB/s\": \(Int(rate))\(size)}")
    }
  }
}
