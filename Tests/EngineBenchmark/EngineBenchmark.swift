import ArgumentParser
import Foundation

/// Does the engine's work in memory, one rendering for each line it is sent, with a clock beside it. `scripts/bench engine`
/// runs it beside other programs' and says what is measured.
///
/// A line is a request in JSON (``Request``), and so is each answer.
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

/// What can be asked for. A task is known by its place among those that were prepared.
enum Request: Decodable {
  /// Reads a recipe, its pictures and a photo into memory.
  case prepare(recipe: String, photo: String)
  /// Renders the photo into files in memory.
  case render(task: Int)
  /// Decodes the photo at the scale that its outputs are made of.
  case decode(task: Int)
  /// Decodes the photo, and encodes the pictures made of it: the least that the task takes with these codecs.
  case floor(task: Int)
  /// Writes each output's file and, as a PNG, its pixels before they were encoded; where an encoder is given planes, also
  /// those, one after the other.
  case save(task: Int, folder: String)
  /// Renders tasks' photos by several workers at once, each task so many times.
  case renderAll(tasks: [Int], times: Int, workers: Int)
}

/// What came of a request.
struct Answer: Encodable {
  /// What the work took.
  var seconds = 0.0
  /// The size of each output's file.
  var bytes: [Int] = []
}
