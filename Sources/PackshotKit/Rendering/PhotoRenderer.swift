import ImageCodecs
import Synchronization

/// Who reads photos and renders them: this process, or a worker that has nothing to lose.
protocol PhotoRenderer: AnyObject {
  /// Whether it can take another photo.
  var isAlive: Bool { get }
  /// Reads a photo's header; the photo's time begins.
  func probe(_ photo: EncodedImage, limits: DecodeLimits) throws -> ImageInfo
  /// Makes outputs of the photo that was probed last, into sinks of bytes that are asked for in their order; returns what the
  /// user should know.
  func render(_ rendering: FileRendering, outputs: [Int], into makeSink: () throws -> ByteSink) throws -> [String]
  /// Bytes held while a photo is rendered, without what photos share.
  func bytesHeld(by rendering: FileRendering) -> Int
  /// What photos share, by names that are its own where it has copies of its own.
  func own(_ shared: [String: Int]) -> [String: Int]
}

/// Renders in this process.
private final class OwnRenderer: PhotoRenderer {
  private let recipe: BatchRecipe

  init(_ recipe: BatchRecipe) { self.recipe = recipe }

  var isAlive: Bool { true }

  func probe(_ photo: EncodedImage, limits: DecodeLimits) throws -> ImageInfo {
    try ImageCodec.probe(photo, limits: limits)
  }

  func render(_ rendering: FileRendering, outputs: [Int], into makeSink: () throws -> ByteSink) throws -> [String] {
    var rendering = rendering
    // It may have waited for memory since its header was read.
    rendering.limits.timeLimit = rendering.limits.timeLimit.map { TimeLimit(seconds: $0.seconds) }
    return try rendering.encode(
      in: try recipe.sources.renderContext(forPhotos: rendering.info.depth), into: makeSink)
  }

  func bytesHeld(by rendering: FileRendering) -> Int { rendering.byteCount }

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
    let worker = try idle ?? WorkerProcess(program: program, recipe, limits: limits, endsWithThread: false)
    defer { if worker.isAlive { state.withLock { $0.idle.append(worker) } } }
    return try body(worker)
  }

  /// Starts workers, if there are to be any, which end with the calling thread; returns what is missing for a sandbox that
  /// is whole.
  ///
  /// - Parameter isRequired: Whether it is an error that there can be none; otherwise photos are read here, which is said.
  func start(count: Int, isRequired: Bool) throws -> [String] {
    guard let program = state.withLock({ $0.program }) else { return [] }
    do {
      let workers = try (0..<count).map { _ in
        try WorkerProcess(program: program, recipe, limits: limits, endsWithThread: true)
      }
      let missing = try workers[0].ready().missing
      state.withLock { $0.idle += workers }
      return isRequired ? missing.map { "the sandbox is not whole: \($0)" } : []
    } catch let error as PackshotError where !isRequired {
      state.withLock { ($0.program, $0.idle) = (nil, []) }
      return [error.message]
    }
  }
}
