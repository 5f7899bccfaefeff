import Dispatch
import Files
import Filters
import Foundation
import ImageCodecs
import Recipes
import Rendering
import Synchronization

/// Renders photos for another program, which sends them through a pipe and has its own mind about what is rendered where and
/// when: a process of it is a worker of Apache Spark, or of a queue. The article <doc:WorkerProtocol> says what goes through the
/// pipes.
///
/// There is no catalog here: each answer has a ``PhotoRecord``, and whoever keeps the catalog imports these.
public struct RecipeWorker {
  /// What a worker is told when it is started.
  public struct Options: Sendable {
    /// Photos at work at a time. One more is read meanwhile, and none beyond that.
    public var jobs = ProcessInfo.processInfo.activeProcessorCount
    /// The packshot program, to read and render photos in processes of its own that can open and connect to nothing; nil to do
    /// it in this process.
    public var sandboxProgram: String?
    /// Whether it is an error that there can be no such process.
    public var isSandboxRequired = false
    /// Which profile CMYK is converted by that comes without one.
    public var cmyk = CMYKChoice.recipe
    /// What photos may be and take.
    public var limits = PhotoLimits()
    /// Those that recipes may use.
    public var filters = FilterList.standard

    /// As many photos at a time as there are processors, in this process.
    public init() {}
  }

  private let options: Options
  private let stream: WorkerStream
  private let workers: WorkerPool

  /// - Parameters:
  ///   - input: An open file that frames are read from.
  ///   - output: An open file that answers are written to. Nothing else is.
  public init(input: Int32, output: Int32, options: Options) throws {
    try options.limits.check()
    try BatchOptions.checkSandbox(options.sandboxProgram, isRequired: options.isSandboxRequired)
    self.options = options
    stream = WorkerStream(input: input, output: output)
    workers = WorkerPool(
      program: options.sandboxProgram, isRequired: options.isSandboxRequired, limits: options.limits)
  }

  /// Answers frames until there are no more. What ends it before that is the last answer, too.
  public func run() throws(WorkerError) {
    do throws(WorkerError) {
      if let job = try open() { try serve(job) }
    } catch {
      if error.stage != .answer { try? stream.write(WorkerStream.encoded(WorkerRefusal(error))) }
      throw error
    }
  }

  /// Takes the first frame, and answers it; nil where there is none.
  private func open() throws(WorkerError) -> ServedJob? {
    guard let frame = try stream.read(payloadLimit: options.limits.maxMemory) else { return nil }
    let version = try WorkerStream.decoded(WorkerOpening.Version.self, from: frame.header).protocol
    guard version == WorkerOpening.version else {
      throw WorkerError(
        .protocol, "other-protocol",
        "protocol \(version) is asked for; packshot \(Version.packshot) speaks protocol \(WorkerOpening.version)")
    }
    let opening = try WorkerStream.decoded(WorkerOpening.self, from: frame.header)
    let job: ServedJob
    let warnings: [String]
    do {
      job = try ServedJob(opening, payload: frame.payload, options: options, workers: workers)
      warnings = try job.makeReady(jobs: options.jobs)
    } catch {
      throw WorkerError(ofRecipe: error)
    }
    try stream.write(WorkerStream.encoded(WorkerOpened(run: job.run, resources: job.resources, warnings: warnings)))
    return job
  }

  /// Renders what comes, several at a time, and answers in the order in which they are done.
  private func serve(_ job: ServedJob) throws(WorkerError) {
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
    // One reads while the others render.
    for _ in 0...options.jobs {
      threads.enter()
      let isStarted = SystemThread.start {
        work()
        threads.leave()
      }
      if !isStarted { threads.leave() }
    }
    threads.wait()
    // Where there were no threads.
    work()
    if let error = traffic.error { throw error }
  }
}

/// What goes through the pipes: a frame at a time each way.
private final class Traffic: Sendable {
  private let stream: WorkerStream
  private let job: ServedJob
  /// Held while a frame is read.
  private let reading = Mutex(())
  /// Held while one is written.
  private let writing = Mutex(())
  private let state = Mutex<(isOver: Bool, error: WorkerError?)>((false, nil))

  init(_ stream: WorkerStream, _ job: ServedJob) { (self.stream, self.job) = (stream, job) }

  /// What ended it.
  var error: WorkerError? { state.withLock { $0.error } }

  private func end(_ error: WorkerError? = nil) {
    state.withLock { $0 = (true, $0.error ?? error) }
  }

  /// The next photo; nil where there is none to come.
  func next() -> ServedPhoto? {
    reading.withLock { _ in
      if state.withLock({ $0.isOver }) { return nil }
      do throws(WorkerError) {
        if let frame = try stream.read(payloadLimit: job.prepared.limits.fileSize.limit) {
          return ServedPhoto(try WorkerStream.decoded(WorkerPhoto.self, from: frame.header), frame, of: job)
        }
        end()
      } catch {
        end(error)
      }
      return nil
    }
  }

  func answer(_ answer: WorkerAnswer, _ bytes: [[UInt8]]) {
    let header = WorkerStream.encoded(answer)
    writing.withLock { _ in
      do throws(WorkerError) { try stream.write(header, bytes) } catch { end(error) }
    }
  }
}

extension WorkerStream {
  /// A header as bytes.
  static func encoded(_ message: some Encodable) -> Data {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
    encoder.dateEncodingStrategy = .custom { try Timestamp($0).encode(to: $1) }
    guard let header = try? encoder.encode(message) else { preconditionFailure("a message can be written as JSON") }
    return header
  }

  /// What a header says.
  static func decoded<Message: Decodable>(_ type: Message.Type, from header: Data) throws(WorkerError) -> Message {
    do {
      return try JSONDecoder().decode(type, from: header)
    } catch {
      throw WorkerError(.frame, "unreadable-header", "a frame's header is not understood: \(reason(error))")
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
