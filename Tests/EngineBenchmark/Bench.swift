import Filters
import Foundation
import ImageCodecs
import Recipes
import Synchronization

/// The prepared tasks.
struct Bench {
  private var tasks: [RenderTask] = []

  mutating func answer(_ request: Request) throws -> Answer {
    switch request {
    case .prepare(let recipe, let photo):
      tasks.append(try RenderTask(recipe: recipe, photo: photo))
      return Answer()
    case .render(let task):
      var files: [[UInt8]] = []
      let seconds = try ContinuousClock().measure { files = try tasks[task].render() }.seconds
      return Answer(seconds: seconds, bytes: files.map(\.count))
    case .decode(let task):
      return Answer(seconds: try ContinuousClock().measure { try tasks[task].decode() }.seconds)
    case .floor(let task):
      let pictures = try tasks[task].pictures().map { ($0, $0.takeImage()) }
      let seconds = try ContinuousClock().measure {
        try tasks[task].decode()
        for (picture, image) in pictures { try picture.encode(image) }
      }.seconds
      return Answer(seconds: seconds)
    case .save(let task, let folder):
      for (index, file) in try tasks[task].render().enumerated() {
        try write(file, "\(folder)/\(index).\(file[0] == 0x89 ? "png" : "jpg")")
      }
      for (index, image) in try tasks[task].images().enumerated() {
        try write(image.encoded(.png(compression: 1)), "\(folder)/\(index)-pixels.png")
      }
      for (index, picture) in try tasks[task].pictures().enumerated() {
        if case .planes(let planes) = picture.content { try write(planes.samples, "\(folder)/\(index)-planes.raw") }
      }
      return Answer()
    case .renderAll(let chosen, let times, let workers):
      let work = (0..<times).flatMap { _ in chosen }.map { tasks[$0] }
      return Answer(seconds: ContinuousClock().measure { render(work, workers: workers) }.seconds)
    }
  }

  private func render(_ work: [RenderTask], workers: Int) {
    let next = Atomic(0)
    DispatchQueue.concurrentPerform(iterations: workers) { _ in
      while true {
        let index = next.add(1, ordering: .relaxed).oldValue
        if index >= work.count { return }
        guard (try? work[index].render()) != nil else { preconditionFailure("it was rendered before") }
      }
    }
  }
}

extension Duration {
  /// The duration in seconds.
  fileprivate var seconds: Double { self / .seconds(1) }
}

private func write(_ file: [UInt8], _ path: String) throws { try Data(file).write(to: URL(fileURLWithPath: path)) }
