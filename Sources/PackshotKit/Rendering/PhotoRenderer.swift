import ImageCodecs
import Synchronization

/// Who reads photos and renders them: this process, or a worker that has nothing to lose.
protocol PhotoRenderer: AnyObject {
  /// Whether it can take another photo.
  var isAlive: Bool { get }
  /// Whether photos are read in this process, which then holds them.
  var isHere: Bool { get }
  /// Reads a photo's header; the photo's time begins.
  func probe(_ photo: OpenFile, limits: DecodeLimits) throws -> ImageInfo
  /// Makes outputs of the photo that was probed last, into sinks of bytes that are asked for in their order; returns what the
  /// user should know.
  func render(_ rendering: FileRendering, outputs: [Int], into makeSink: () throws -> ByteSink) throws -> [String]
  /// What photos share, by names that are its own where it has copies of its own.
  func own(_ shared: [String: Int]) -> [String: Int]
}

/// Renders in this process.
private final class OwnRenderer: PhotoRenderer {
  private let recipe: BatchRecipe
  private var photo: EncodedImage?

  init(_ recipe: BatchRecipe) { self.recipe = recipe }

  var isAlive: Bool { true }
  var isHere: Bool { true }

  func probe(_ photo: OpenFile, limits: DecodeLimits) throws -> ImageInfo {
    let content = try photo.content()
    self.photo = content
    return try ImageCodec.probe(content, limits: limits)
  }

  func render(_ rendering: FileRendering, outputs: [Int], into makeSink: () throws -> ByteSink) throws -> [String] {
    guard let photo else { preconditionFailure("a photo is probed before it is rendered") }
    var rendering = rendering
    // It may have waited for memory since its header was read.
    rendering.limits.timeLimit = rendering.limits.timeLimit.map { TimeLimit(seconds: $0.seconds) }
    return try rendering.encode(
      photo, in: try recipe.sources.renderContext(forPhotos: rendering.info.depth), into: makeSink)
  }

  func own(_ shared: [String: Int]) -> [String: Int] { shared }
}

/// The renderers of a batch: each is lent to one thread at a time, and made when there is none to lend.
final class PhotoRenderers: Sendable {
  private let recipe: BatchRecipe
  private let limits: PhotoLimits
  private let state: Mutex<State>

  private struct State {
    /// The packshot program whose processes render; nil to render here.
    var program: String?
    var idle: [WorkerProcess] = []
    /// Places of workers that have ended, and the first that no worker has had.
    var freePlaces: [Int] = []
    var nextPlace = 0

    mutating func takePlace() -> Int {
      if let place = freePlaces.popLast() { return place }
      defer { nextPlace += 1 }
      return nextPlace
    }
  }

  init(_ recipe: BatchRecipe, limits: PhotoLimits, program: String?) {
    (self.recipe, self.limits) = (recipe, limits)
    state = Mutex(State(program: program))
  }

  /// Lends a renderer.
  func lend<Result>(_ body: (any PhotoRenderer) throws -> Result) throws -> Result {
    let (program, idle) = state.withLock { ($0.program, $0.idle.popLast()) }
    guard let program else { return try body(OwnRenderer(recipe)) }
    // Whoever runs this may end before the worker does its last photo.
    let worker = try idle ?? makeWorker(program, endsWithThread: false)
    defer {
      state.withLock { if worker.isAlive { $0.idle.append(worker) } else { $0.freePlaces.append(worker.place) } }
    }
    return try body(worker)
  }

  private func makeWorker(_ program: String, endsWithThread: Bool) throws -> WorkerProcess {
    let place = state.withLock { $0.takePlace() }
    do {
      return try WorkerProcess(
        program: program, recipe, limits: limits, place: place, endsWithThread: endsWithThread)
    } catch {
      state.withLock { $0.freePlaces.append(place) }
      throw error
    }
  }

  /// Has so many workers ready, if there are to be any, which end with the calling thread; returns what the user should know
  /// of the sandbox.
  ///
  /// - Parameter isRequired: Whether it is an error that there can be none; otherwise photos are read here, which is said.
  func start(count: Int, isRequired: Bool) throws -> [String] {
    let (program, missingCount) = state.withLock { ($0.program, count - $0.idle.count) }
    guard let program, missingCount > 0 else { return [] }
    do {
      let workers = try (0..<missingCount).map { _ in try makeWorker(program, endsWithThread: true) }
      let states = try workers.map { try $0.ready() }
      state.withLock { $0.idle += workers }
      return states[0].missing(all: isRequired).map { "the sandbox that photos are read in is not whole: \($0)" }
    } catch PackshotError.noWorker(let reason) where !isRequired {
      state.withLock { $0.program = nil }
      return ["photos are read in this process, as there is none of its own for them: \(reason)"]
    }
  }
}
