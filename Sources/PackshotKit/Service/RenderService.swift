import Dispatch
import Files
import Filters
import Foundation
import ImageCodecs
import Recipes
import Rendering
import Synchronization

/// Renders photos for another program, which sends them through a pipe and decides what is rendered where and when.
/// That program can be a worker of Apache Spark, or of a queue. The article <doc:WorkerProtocol> describes the
/// protocol.
///
/// There is no catalog. Each answer contains a record of the photo, to be imported into a catalog later.
public struct RenderService {
  /// The settings of a worker.
  public struct Options: Sendable {
    /// Number of photos rendered at the same time. One further photo is read ahead. Defaults to the number of
    /// processors.
    public var jobs = ProcessInfo.processInfo.activeProcessorCount
    /// The packshot program, to be started as sandboxed worker processes, which can't open files or connections. If
    /// nil, photos are rendered in process.
    public var sandboxProgram: String?
    /// Whether to fail if the sandbox is unavailable.
    public var isSandboxRequired = false
    /// The profile that converts CMYK pictures without an embedded profile. Defaults to the recipe's.
    public var cmyk = CMYKChoice.recipe
    /// Limits on the size of photos and on the resources to render them.
    public var limits = PhotoLimits()
    /// The filters that recipes can use.
    public var filters = FilterList.standard

    /// Creates the default settings: one photo per processor at the same time, rendered in process.
    public init() {}
  }

  private let options: Options
  private let stream: ServiceStream
  private let workers: WorkerPool

  /// - Parameters:
  ///   - input: Open file descriptor that frames are read from.
  ///   - output: Open file descriptor that answers are written to, and nothing else.
  public init(input: Int32, output: Int32, options: Options) throws {
    try options.limits.check()
    try BatchOptions.checkSandbox(options.sandboxProgram, isRequired: options.isSandboxRequired)
    self.options = options
    stream = ServiceStream(input: input, output: output)
    workers = WorkerPool(
      program: options.sandboxProgram, isRequired: options.isSandboxRequired, limits: options.limits)
  }

  /// Answers frames until the input ends. An error that ends the service earlier is also sent as the last answer,
  /// unless answers can't be written.
  public func run() throws(ServiceError) {
    do throws(ServiceError) {
      if let job = try open() { try serve(job) }
    } catch {
      if error.stage != .answer { try? stream.write(ServiceStream.encoded(ServiceRefusal(error))) }
      throw error
    }
  }

  /// Reads and answers the first frame. Returns nil if there is none.
  private func open() throws(ServiceError) -> ServedJob? {
    guard let frame = try stream.read(payloadLimit: options.limits.maxMemory) else { return nil }
    let version = try ServiceStream.decoded(ServiceOpening.Version.self, from: frame.header).protocol
    guard version == ServiceOpening.version else {
      throw ServiceError(
        .protocol, "other-protocol",
        "protocol \(version) is asked for; packshot \(Version.packshot) speaks protocol \(ServiceOpening.version)")
    }
    let opening = try ServiceStream.decoded(ServiceOpening.self, from: frame.header)
    let job: ServedJob
    let warnings: [String]
    do {
      job = try ServedJob(opening, payload: frame.payload, options: options, workers: workers)
      warnings = try job.makeReady(jobs: options.jobs)
    } catch {
      throw ServiceError(ofRecipe: error)
    }
    try stream.write(ServiceStream.encoded(ServiceOpened(run: job.run, resources: job.resources, warnings: warnings)))
    return job
  }

  /// Renders photos, several at a time, and answers in the order in which they finish.
  private func serve(_ job: ServedJob) throws(ServiceError) {
    let traffic = Traffic(stream, job)
    let places = DispatchSemaphore(value: options.jobs)
    let threads = DispatchGroup()
    let work = { @Sendable in
      while let photo = traffic.next() {
        places.wait()
        let (answer, bytes) = photo.answer()
        places.signal()
        traffic.answer(answer, bytes)
      }
    }
    // One extra thread, so that a photo can be read while the others render.
    for _ in 0...options.jobs {
      threads.enter()
      let isStarted = SystemThread.start {
        work()
        threads.leave()
      }
      if !isStarted { threads.leave() }
    }
    threads.wait()
    // Does the work on this thread if no thread could be started. Otherwise nothing is left to do.
    work()
    if let error = traffic.error { throw error }
  }
}

/// Reads and writes frames for several threads, one frame at a time in each direction.
private final class Traffic: Sendable {
  private let stream: ServiceStream
  private let job: ServedJob
  /// Locked while a frame is read.
  private let reading = Mutex(())
  /// Locked while a frame is written.
  private let writing = Mutex(())
  private let state = Mutex<(isOver: Bool, error: ServiceError?)>((false, nil))

  init(_ stream: ServiceStream, _ job: ServedJob) { (self.stream, self.job) = (stream, job) }

  /// The error that ended the traffic.
  var error: ServiceError? { state.withLock { $0.error } }

  private func end(_ error: ServiceError? = nil) {
    state.withLock { $0 = (true, $0.error ?? error) }
  }

  /// Returns the next photo, or nil after the last.
  func next() -> ServedPhoto? {
    reading.withLock { _ in
      if state.withLock({ $0.isOver }) { return nil }
      do throws(ServiceError) {
        if let frame = try stream.read(payloadLimit: job.prepared.limits.fileSize.limit) {
          return ServedPhoto(try ServiceStream.decoded(ServicePhoto.self, from: frame.header), frame, of: job)
        }
        end()
      } catch {
        end(error)
      }
      return nil
    }
  }

  func answer(_ answer: ServiceAnswer, _ bytes: [[UInt8]]) {
    let header = ServiceStream.encoded(answer)
    writing.withLock { _ in
      do throws(ServiceError) { try stream.write(header, bytes) } catch { end(error) }
    }
  }
}

extension ServiceStream {
  /// Encodes a header as JSON.
  static func encoded(_ message: some Encodable) -> Data {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
    encoder.dateEncodingStrategy = .custom { try Timestamp($0).encode(to: $1) }
    guard let header = try? encoder.encode(message) else { preconditionFailure("a message can be written as JSON") }
    return header
  }

  /// Decodes a header.
  static func decoded<Message: Decodable>(_ type: Message.Type, from header: Data) throws(ServiceError) -> Message {
    do {
      return try JSONDecoder().decode(type, from: header)
    } catch {
      throw ServiceError(.frame, "unreadable-header", "a frame's header is not understood: \(reason(error))")
    }
  }

  private static func reason(_ error: any Error) -> String {
    let name = { (path: [any CodingKey]) in path.map(\.stringValue).joined(separator: ".") }
    return switch error {
    case DecodingError.keyNotFound(let key, let context): "it has no \(name(context.codingPath + [key]))"
    case DecodingError.typeMismatch(_, let context), DecodingError.valueNotFound(_, let context):
      "\(name(context.codingPath)) has a value of another kind"
    case DecodingError.dataCorrupted(let context) where !context.codingPath.isEmpty:
      "\(name(context.codingPath)) has a value that is not allowed"
    default: "it is no JSON object"
    }
  }
}
