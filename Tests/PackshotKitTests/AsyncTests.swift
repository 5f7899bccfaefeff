import Foundation
import PackshotKit
import Synchronization
import TestSupport
import Testing

/// Work called from asynchronous functions: events, cancellation, and no blocking of the cooperative pool.
@Suite struct AsyncTests {
  private let folder: TemporaryFolder
  private let options: BatchOptions
  private let recipe: Recipe
  private static let count = 40

  init() throws {
    folder = try TemporaryFolder()
    _ = try folder.folder("photos")
    for number in 0..<Self.count {
      try TestPicture.write(
        to: folder.path("photos/\(number).png"), width: 4, height: 4, .init(red: UInt8(number), green: 0, blue: 0))
    }
    var options = BatchOptions(inputs: [folder.path("photos")], outputFolder: folder.path("shop"))
    options.jobs = 1
    self.options = options
    recipe = try Recipe(
      yaml: "packshot: 1\nname: r\noutputs: [ { file: \"{stem}.png\" } ]", file: folder.path("r.yaml"))
  }

  private var written: Int {
    ((try? FileManager.default.contentsOfDirectory(atPath: folder.path("shop"))) ?? []).count { $0.hasSuffix(".png") }
  }

  @Test func aLoopGetsEveryPhotoAndTheEnd() async throws {
    var (photos, last): (Int, BatchEvent?) = (0, nil)
    for try await event in Batch.events(of: recipe, options: options) {
      if case .photo(let photo) = event, photo.failure == nil { photos += 1 }
      last = event
    }
    #expect(photos == Self.count && written == Self.count)
    guard case .summary(let summary) = last else {
      Issue.record("the last event is \(last.map { "\($0)" } ?? "missing")")
      return
    }
    #expect(summary.rendered == Self.count && !summary.isStopped)
  }

  @Test func anErrorThatPreventsTheRunIsThrown() async throws {
    var options = options
    options.inputs = [folder.path("nowhere")]
    await #expect(throws: PackshotError.self) {
      for try await _ in Batch.events(of: recipe, options: options) {}
    }
    await #expect(throws: PackshotError.self) { try await Batch.run(recipe, options: options) }
  }

  /// The run waits for a slower loop. So when the loop is left, most photos remain for the next run.
  @Test func leavingTheLoopStopsTheRun() async throws {
    var first: PhotoReport?
    for try await event in Batch.events(of: recipe, options: options) {
      if case .photo(let photo) = event {
        first = photo
        break
      }
    }
    #expect(first?.failure == nil)
    // The next run gets the output folder's lock only after the first has ended.
    var summary: BatchSummary?
    while summary == nil {
      do { summary = try await Batch.run(recipe, options: options) } catch PackshotError.lockedFolder {
        await Task.yield()
      }
    }
    #expect(summary.map { $0.rendered + $0.unchanged } == Self.count)
  }

  @Test func cancellingTheTaskStopsTheRunAndReturnsItsSummary() async throws {
    let started = AsyncStream.makeStream(of: Void.self)
    let running = Mutex<Task<BatchSummary, any Error>?>(nil)
    let task = Task { [recipe, options] in
      for await _ in started.stream { break }
      return try await Batch.run(recipe, options: options) { event in
        if case .found = event { running.withLock { $0?.cancel() } }
      }
    }
    running.withLock { $0 = task }
    started.continuation.finish()
    let summary = try await task.value
    #expect(summary.isStopped && summary.rendered < Self.count)
    #expect(written == summary.rendered)
  }

  @Test func aTaskCancelledBeforehandStartsNothing() async throws {
    let (file, output) = (folder.path("photos/1.png"), folder.path("a.png"))
    let task = Task { [recipe, options] in
      withUnsafeCurrentTask { $0?.cancel() }
      await #expect(throws: CancellationError.self) { try await Batch.run(recipe, options: options) }
      let photo = try Photo(contentsOf: file)
      await #expect(throws: CancellationError.self) { try await photo.image() }
      await #expect(throws: CancellationError.self) { try await photo.data(as: .jpeg) }
      await #expect(throws: CancellationError.self) { try await photo.write(to: output) }
    }
    try await task.value
    #expect(written == 0 && !FileManager.default.fileExists(atPath: output))
  }

  /// Far more concurrent calls than there are threads.
  @Test func asynchronousRenderingsEqualSynchronousOnes() async throws {
    let files = (0..<Self.count).map { folder.path("photos/\($0).png") }
    let rendered = try await withThrowingTaskGroup(of: (Int, [UInt8]).self) { group in
      for (number, file) in files.enumerated() {
        group.addTask {
          let image = try await Photo(contentsOf: file).applying(.resize(width: 8)).image(in: .encodedStraight)
          return (number, image.pixels)
        }
      }
      var all: [Int: [UInt8]] = [:]
      for try await (number, pixels) in group { all[number] = pixels }
      return all
    }
    for (number, pixels) in rendered {
      #expect(pixels == Array(repeating: [UInt8(number), 0, 0, 255], count: 64).flatMap(\.self))
    }
    #expect(rendered.count == Self.count)
  }
}
