import Errors
import Files
import Filters
import Foundation
import ImageCodecs
import Pipeline
import PixelCore
import Platform
import Recipes
import Typesetting

/// A sandboxed process that decodes pictures for the process that writes files and the catalog. It receives a picture's
/// file opened for reading, and returns its header, its rows, or what a recipe renders from it. Even if a picture
/// exploits a bug in a decoder, the process has access only to that picture and the recipe's files: no other file, no
/// network, no other process, and limited memory.
///
/// The packshot program can be started as a worker. A program with its own filters must be able to act as a worker
/// itself, because packshot doesn't know those filters. Its `main` must first check whether it was started as a worker.
///
/// ```swift
/// // main.swift
/// let filters = try FilterList.standard + [Vignette.self]
/// if let worker = PhotoWorker(arguments: CommandLine.arguments.dropFirst(), filters: filters) {
///   try worker.run()
///   exit(0)
/// }
/// // What the program does otherwise.
/// var options = BatchOptions(inputs: ["photos"], outputFolder: "out")
/// options.sandboxProgram = CommandLine.arguments[0]
/// ```
///
/// Nothing must run before this check: a worker has only a few environment variables, its output is discarded, and it
/// must start within milliseconds. If a program's `main` doesn't check this, the process that started it waits up to a
/// minute for the worker and throws an error. Unless ``BatchOptions/isSandboxRequired`` is set, that process reports a
/// warning instead and renders in process. If a worker doesn't know one of the recipe's filters, or has another version
/// of it, the work ends with a ``WorkerProgramError`` before the first photo is rendered.
public struct PhotoWorker {
  /// The argument that starts the program as a worker. It is chosen so that no command collides with it.
  static let word = "sandboxed-photo-worker"

  /// The process that started this one. The worker ends together with it. If nil, the worker ends when its socket is
  /// closed.
  private let parent: Int32?
  /// The filters that recipes can use.
  private let filters: FilterList

  /// Returns nil if the arguments don't start a worker, or standard input isn't a socket.
  ///
  /// - Parameter filters: The filters that recipes can use, the same as in the program that starts the worker.
  public init?(arguments: some Collection<String>, filters: FilterList = .standard) {
    guard arguments.first == Self.word, isSocket(STDIN_FILENO) else { return nil }
    self.filters = filters
    parent = arguments.dropFirst().first.flatMap { Int32($0) }
  }

  /// Answers requests on standard input until it is closed.
  public func run() throws {
    if let parent, !System.endWithParent(parent) { return }
    let channel = WorkerChannel(socket: STDIN_FILENO, isWorkers: true)
    do {
      let setup: WorkerSetup = try channel.receive([.setup]).value()
      // A library that can't be loaded is reported with the first picture that needs it.
      for format in setup.formats.compactMap(ImageFileFormat.init(rawValue:)) { try? format.loadLibrary() }
      if setup.setsTexts { try? TypesettingLibraries.load() }
      // The memory of one photo's file and rows is reused for the next photo's.
      System.keepFreedMemory(byteCount: 64 << 20)
      // The worker's own code and data need memory in addition to the photos' limit.
      let gaps = System.enterSandbox(memory: UInt64(setup.maxMemory) + 256 << 20)
      try channel.send(.ready, WorkerState(gaps: gaps, ownFilters: filters.ownVersions))
      var work = Work(channel: channel, filters: filters)
      while true { try work.answer() }
    } catch WorkerChannel.Failure.closed {}
  }
}

/// Whether an open file is a socket.
private func isSocket(_ descriptor: Int32) -> Bool {
  var (type, length) = (Int32(0), socklen_t(MemoryLayout<Int32>.size))
  return getsockopt(descriptor, SOL_SOCKET, SO_TYPE, &type, &length) == 0
}

/// The worker's state, and its answers to requests.
private struct Work {
  let channel: WorkerChannel
  let filters: FilterList
  private var prepared: (recipe: Recipe, sources: SourceSet)?
  private var photo: (file: EncodedImage, info: ImageInfo, limits: PhotoLimits)?
  /// The per-photo images, by source name.
  private var pictures: [String: (picture: PerPhotoImage, info: ImageInfo)] = [:]

  init(channel: WorkerChannel, filters: FilterList) { (self.channel, self.filters) = (channel, filters) }

  /// Waits for a request and answers it, with a failure if necessary.
  mutating func answer() throws {
    let frame = try channel.receive([.recipe, .sources, .texts, .photo, .render, .read])
    do {
      switch frame.kind {
      case .recipe: try take(frame.value(WorkerRecipe.self))
      case .sources: try makeSources(forPhotos: frame.value())
      case .texts: try setTexts(of: frame.value())
      case .photo: try take(frame.value(WorkerPhoto.self))
      case .render: try render(frame.value())
      default: try read(spareMemory: frame.value())
      }
    } catch WorkerChannel.Failure.oversized {
      try fail(PhotoFailure(.overLimit, "metadata-too-large", "its metadata is too large for a worker"))
    } catch let failure as WorkerChannel.Failure {
      throw failure
    } catch CodecError.sinkFailed {
      throw WorkerChannel.Failure.closed
    } catch {
      try fail(PhotoFailure(error))
    }
  }

  private func fail(_ failure: PhotoFailure, at node: String? = nil) throws {
    try channel.send(.failure, WorkerFailure(failure: failure, node: node))
  }

  private func done(_ result: RenderResult = RenderResult()) throws { try channel.send(.done, result.bounded) }

  private mutating func take(_ given: WorkerRecipe) throws {
    prepared = nil
    // All resources must be received, even if one of them is invalid.
    var pictures: [String: EncodedImage] = [:]
    var fonts: [String: EncodedImage] = [:]
    var cmykProfile: CMYKProfile?
    for resource in given.resources {
      let content = try channel.receive(resource: resource.byteCount)
      switch resource.kind {
      case .picture: pictures[resource.path] = content
      case .cmyk: cmykProfile = try CMYKProfile(content.withBytes { Array($0) })
      case .font: fonts[resource.path] = content
      }
    }
    let new = try Recipe(yaml: given.yaml, file: given.file, filters: filters)
    do {
      let typefaces = try new.typefaces { fonts[$0] }
      let textSizes = try new.textSizes(in: typefaces)
      prepared = (
        new,
        try SourceSet(
          of: new, limits: given.limits.decoding, cmykProfile: cmykProfile, typefaces: typefaces, textSizes: textSizes
        ) { pictures[$0]! }
      )
    } catch {
      throw PhotoFailure(error)
    }
    try done()
  }

  /// Sets a recipe's texts in its fonts to determine their sizes.
  private func setTexts(of given: WorkerRecipe) throws {
    var fonts: [String: EncodedImage] = [:]
    for resource in given.resources { fonts[resource.path] = try channel.receive(resource: resource.byteCount) }
    let recipe = try Recipe(yaml: given.yaml, file: given.file, filters: filters)
    var answer = WorkerTextSizes()
    do {
      answer.sizes = try recipe.textSizes(in: recipe.typefaces { fonts[$0] })
    } catch {
      (answer.wrongText, answer.wrong) = (error.use, error.cause.bounded)
    }
    try channel.send(.textSizes, answer)
  }

  private func makeSources(forPhotos depth: Int) throws {
    guard let prepared, let depth = PixelFormat.Depth(rawValue: depth) else {
      throw WorkerChannel.Failure.malformed
    }
    do {
      _ = try prepared.sources.renderContext(forPhotos: depth)
    } catch let error as RecipeError {
      return try fail(PhotoFailure(error).worded(error.message), at: error.path)
    }
    try done(RenderResult(warnings: prepared.sources.warnings.map { Warning($0) }))
  }

  private mutating func take(_ given: WorkerPhoto) throws {
    if given.source == nil { (photo, pictures) = (nil, [:]) }
    let file = try Self.file(of: given.byteCount, channel.takeDescriptor())
    let info = try ImageCodec.probe(file, limits: given.limits.decodingFromNow())
    if let source = given.source {
      pictures[source] = (PerPhotoImage(path: given.path, content: file), info)
    } else {
      photo = (file, info, given.limits)
    }
    try channel.send(.info, info)
  }

  /// Minimum size for mapping a file if its reader releases pages that it has read. All other files are read into
  /// memory.
  private static let mappedByteCount = 8 << 20

  /// Returns the file that came with a message. The sender detects whether it was written meanwhile.
  private static func file(of count: Int, _ descriptor: Int32) throws -> EncodedImage {
    defer { close(descriptor) }
    if count >= mappedByteCount, isLetGo(descriptor), let image = EncodedImage(mapping: descriptor, byteCount: count) {
      return image
    }
    return try EncodedImage(capacity: count) { room in
      do throws(SystemFailure) {
        let filled = try Descriptor(descriptor).readAll(into: UnsafeMutableRawBufferPointer(rebasing: room[..<count]))
        if filled == count { return count }
      } catch {
        throw PhotoFailure(.unreadable, "unreadable-file", error.reason, ["why": error.reason])
      }
      throw PhotoFailure(.unreadable, "file-ends-early", "it ends early")
    }
  }

  /// Whether the reader for this file releases pages that it has read.
  private static func isLetGo(_ descriptor: Int32) -> Bool {
    withUnsafeTemporaryAllocation(byteCount: 16, alignment: 1) { beginning in
      pread(descriptor, beginning.baseAddress!, beginning.count, 0) == beginning.count
        && ImageFileFormat(signature: UnsafeRawBufferPointer(beginning))?.type.letsGoOfWhatIsRead == true
    }
  }

  /// Renders outputs and sends them.
  private func render(_ request: RenderRequest) throws {
    guard let prepared, let photo, request.outputs.allSatisfy(prepared.recipe.outputs.indices.contains) else {
      throw WorkerChannel.Failure.malformed
    }
    let planned = try PlannedPhoto(
      photoBytes: photo.file.count + pictures.values.reduce(0) { $0 + $1.picture.content.count }, info: photo.info,
      subject: request.subject ?? PhotoSubject(),
      own: PerPhotoHeaders(infos: pictures.mapValues(\.info), missing: request.missing ?? []),
      by: prepared.recipe.part(request.outputs),
      sources: prepared.sources,
      limits: photo.limits)
    let context = try prepared.sources.renderContext(forPhotos: photo.info.depth)
    let own = pictures.mapValues(\.picture)
    if request.form == .rows {
      guard request.outputs.count == 1 else { throw WorkerChannel.Failure.malformed }
      try planned.push(photo.file, own, in: context) { shape in
        try channel.send(.size, shape.size)
        return RowsOverChannel(channel, shape)
      }
      return try done()
    }
    var begun = 0
    let result = try planned.encode(photo.file, own, in: context) {
      try channel.send(.output, bytes: UnsafeRawBufferPointer(start: nil, count: 0))
      defer { begun += 1 }
      return { [begun] in try channel.send(output: begun, $0) }
    }
    try done(result)
  }

  /// Sends the picture's stored rows.
  private func read(spareMemory: Int) throws {
    guard let photo else { throw WorkerChannel.Failure.malformed }
    let rows = try FileRows(photo.file, limits: photo.limits.decoding, spareMemory: spareMemory)
    let sink = RowsOverChannel(channel, rows.shape)
    let height = max(1, RowsOverChannel.bandBytes / rows.shape.bytesPerRow)
    try rows.forEachBand(height: height) { try sink.push($0) }
    try done()
  }
}

/// Sends rows without gaps between them.
private final class RowsOverChannel: RowSink {
  /// Approximate number of bytes to send at once.
  static let bandBytes = 1 << 18

  private let channel: WorkerChannel
  private var packed: [UInt8] = []

  init(_ channel: WorkerChannel, _ shape: ImageShape) { self.channel = channel }

  func push(_ band: RowBand) throws {
    for y in band.rows {
      packed += UnsafeRawBufferPointer(start: band.row(y), count: band.shape.bytesPerRow)
      if packed.count >= Self.bandBytes { try flush() }
    }
    try flush()
  }

  func finish() {}

  private func flush() throws {
    try packed.withUnsafeBytes { try channel.send(output: 0, $0) }
    packed.removeAll(keepingCapacity: true)
  }
}
