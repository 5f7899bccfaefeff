import ArgumentParser
import Foundation

/// Does the engine's work in memory, one rendering per input line, and measures it. `scripts/bench engine` runs it beside
/// other programs and explains what is measured.
///
/// Each line is a request in JSON (``Request``), and so is each answer.
@main
struct EngineBenchmark: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "EngineBenchmark", abstract: "Times renderings that are asked for on standard input.")

  func run() throws {
    var bench = Bench()
    let (decoder, encoder) = (JSONDecoder(), JSONEncoder())
    while let line = readLine() {
      let answer = try bench.answer(decoder.decode(Request.self, from: Data(line.utf8)))
      print(String(decoding: try encoder.encode(answer), as: UTF8.self))
      fflush(nil)
    }
  }
}

/// The requests. A task is identified by its index among the prepared ones.
enum Request: Decodable {
  /// Reads a recipe, its images and a photo into memory.
  case prepare(recipe: String, photo: String)
  /// Renders the photo into files in memory.
  case render(task: Int)
  /// Decodes the photo at the scale that its outputs need.
  case decode(task: Int)
  /// Decodes the photo, and encodes the rendered pictures: the minimum for the task with these codecs.
  case floor(task: Int)
  /// Writes each output's file and, as a PNG, its pixels before encoding. If the encoder gets planes, also writes those, one
  /// after the other.
  case save(task: Int, folder: String)
  /// Renders the photos of tasks with several concurrent workers, each task `times` times.
  case renderAll(tasks: [Int], times: Int, workers: Int)
}

/// The result of a request.
struct Answer: Encodable {
  /// The duration of the work.
  var seconds = 0.0
  /// The size of each output's file.
  var bytes: [Int] = []
}
