import CSandbox
import Crypto
import Foundation
import Glibc
import ImageCodecs
import Pipeline

/// The process that reads photos in place of the one that writes files and the catalog: it is handed a photo's file, open to
/// be read, and gives back what its header says and the files that a recipe makes of it. Whatever a photo does to it, there
/// is nothing here but that photo: no other file, no network, no other process, and only so much memory.
public struct PhotoWorker {
  /// What the program is told to be a worker.
  static let word = "worker"

  /// The process that started this one, to end with it; nil to go on until it is missed.
  private let parent: Int32?

  /// Nil where the arguments are for something else, or nobody is there to work for: standard input is no socket.
  public init?(arguments: some Collection<String>) {
    guard arguments.first == Self.word, isSocket(STDIN_FILENO) else { return nil }
    parent = arguments.dropFirst().first.flatMap { Int32($0) }
  }

  /// Works for who is at the other end of standard input, until they are gone.
  public func run() throws {
    if let parent, packshot_sandbox_end_with_parent(parent) == 0 { return }
    let channel = WorkerChannel(socket: STDIN_FILENO, isWorkers: true)
    do {
      let setup: WorkerSetup = try channel.receive([.setup]).value()
      let worker = try Worker(setup)
      // Its own code and data come on top of what photos may take.
      let state = packshot_sandbox_enter(UInt64(setup.limits.maxMemory) + 256 << 20)
      try channel.send(
        .ready,
        WorkerState(
          identity: worker.recipe.identity, hasSeccomp: state.has_seccomp != 0,
          landlockVersion: Int(state.landlock_version), hasLimits: state.has_limits != 0,
          isSanitized: state.is_sanitized != 0))
      try worker.work(over: channel)
    } catch WorkerChannel.Failure.closed {}
  }

  /// PNGs of as many bytes are mapped, as their reader lets go of what it has passed; all else is read.
  private static let mappedByteCount = 8 << 20

  /// The file that came with a message. Where somebody writes into it meanwhile, whoever handed it over notices.
  private static func photo(_ photo: WorkerPhoto, _ descriptor: Int32) throws -> EncodedImage {
    defer { close(descriptor) }
    let count = photo.byteCount
    if count >= mappedByteCount, isPNG(descriptor), let image = EncodedImage(mapping: descriptor, byteCount: count) {
      return image
    }
    return try EncodedImage(capacity: count) { room in
      var filled = 0
      while filled < count {
        let got = pread(descriptor, room.baseAddress! + filled, count - filled, filled)
        if got < 0, errno == EINTR { continue }
        guard got > 0 else { throw PhotoFailure(.unreadable, got < 0 ? systemError() : "it ends early") }
        filled += got
      }
      return filled
    }
  }

  private static func isPNG(_ descriptor: Int32) -> Bool {
    withUnsafeTemporaryAllocation(byteCount: 16, alignment: 1) { beginning in
      pread(descriptor, beginning.baseAddress!, beginning.count, 0) == beginning.count
        && ImageFileFormat(signature: UnsafeRawBufferPointer(beginning)) == .png
    }
  }

  private struct Worker {
    let recipe: BatchRecipe
    let limits: PhotoLimits

    init(_ setup: WorkerSetup) throws {
      limits = setup.limits
      recipe = try BatchRecipe(Recipe(yaml: setup.recipe, file: setup.recipeFile), limits: setup.limits)
    }

    func work(over channel: WorkerChannel) throws {
      var photo: (file: EncodedImage, info: ImageInfo)?
      while true {
        let frame = try channel.receive([.photo, .render])
        do {
          switch frame.kind {
          case .photo:
            photo = nil
            let file = try PhotoWorker.photo(frame.value(WorkerPhoto.self), channel.takeDescriptor())
            let info = try ImageCodec.probe(file, limits: limits.decodingFromNow())
            photo = (file, info)
            try channel.send(.info, info)
          default:
            guard let rendered = photo else { throw WorkerChannel.Failure.nonsense }
            photo = nil
            let warnings = try render(
              rendered.file, rendered.info, frame.value(WorkerRequest.self).outputs, over: channel)
            try channel.send(.done, warnings.prefix(20).map { $0.cut(to: 1000) })
          }
        } catch WorkerChannel.Failure.oversized {
          try channel.send(.failure, PhotoFailure(.overLimit, "its metadata are too large for a worker"))
        } catch let failure as WorkerChannel.Failure {
          throw failure
        } catch CodecError.sinkFailed {
          throw WorkerChannel.Failure.closed
        } catch {
          try channel.send(.failure, PhotoFailure(error))
        }
      }
    }

    /// Renders outputs over the channel; returns the photo's warnings.
    private func render(
      _ photo: EncodedImage, _ info: ImageInfo, _ outputs: [Int], over channel: WorkerChannel
    ) throws -> [String] {
      let rendering = try FileRendering(
        photoBytes: photo.count, info: info, by: recipe.recipe(outputs: outputs), of: recipe, limits: limits)
      var begun = 0
      return try rendering.encode(photo, in: try recipe.sources.renderContext(forPhotos: info.depth)) {
        try channel.send(.output, bytes: UnsafeRawBufferPointer(start: nil, count: 0))
        defer { begun += 1 }
        return { [begun] in try channel.send(output: begun, $0) }
      }
    }
  }
}

/// Whether an open file is a socket.
private func isSocket(_ descriptor: Int32) -> Bool {
  var (type, length) = (Int32(0), socklen_t(MemoryLayout<Int32>.size))
  return getsockopt(descriptor, SOL_SOCKET, SO_TYPE, &type, &length) == 0
}

extension BatchRecipe {
  /// What stands for the recipe, its pictures and the engine in the identity of any work.
  var identity: String {
    let outputs = recipe.outputs.indices.map { identity(ofOutput: $0, photo: "", path: "") }
    return SHA256.hash(data: Data(outputs.joined().utf8)).hex
  }
}
