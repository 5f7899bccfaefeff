import ArgumentParser
import Foundation

/// Creates many small photos, and does the minimum work for finished pictures of them. `scripts/bench batch` runs it and
/// explains what is measured.
@main
struct BatchBenchmark: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "BatchBenchmark", abstract: "Times the least that a batch of photos takes.",
    subcommands: [Photos.self, Floor.self])

  struct Photos: ParsableCommand {
    static let configuration = CommandConfiguration(
      abstract: "Makes square JPEGs, no two alike, a thousand in a folder.")

    @Argument(help: "The folder to make.") var folder: String
    @Argument(help: "How many photos.") var count: Int
    @Option(help: "How many pixels they are wide and high.") var side = 64

    func run() throws { try SmallPhotos.make(count, side: side, in: folder) }
  }

  struct Floor: ParsableCommand {
    static let configuration = CommandConfiguration(
      abstract: "Reads, decodes, encodes, flushes and renames each photo; prints the seconds that took.")

    @Argument(help: "The folder with photos, as `photos` makes it.") var folder: String
    @Argument(help: "The folder to make.") var output: String
    @Option(help: "How many threads.") var jobs = ProcessInfo.processInfo.activeProcessorCount

    func run() throws {
      let photos = try FileManager.default.subpathsOfDirectory(atPath: folder).filter { $0.hasSuffix(".jpg") }.sorted()
      for subfolder in Set(photos.map { ($0 as NSString).deletingLastPathComponent }) {
        try FileManager.default.createDirectory(atPath: "\(output)/\(subfolder)", withIntermediateDirectories: true)
      }
      let seconds = ContinuousClock().measure {
        DispatchQueue.concurrentPerform(iterations: jobs) { job in
          for index in stride(from: job, to: photos.count, by: jobs) {
            BatchFloor.finish("\(folder)/\(photos[index])", as: "\(output)/\(photos[index])")
          }
        }
      }
      print(#"{"photos": \#(photos.count), "seconds": \#(seconds / .seconds(1))}"#)
    }
  }
}
