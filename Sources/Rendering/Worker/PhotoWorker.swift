import CSystem
import Errors
import Files
import Filters
import Foundation
import Glibc
import ImageCodecs
import Pipeline
import PixelCore
import Recipes
import Typesetting

/// The process that decodes pictures in place of the one that writes files and the catalog: it is handed a picture's file,
/// open to be read, and gives back what its header says, its rows, or what a recipe makes of it. Whatever a picture does to
/// it, there is nothing here but that picture and the recipe's own: no other file, no network, no other process, and only so
/// much memory.
///
/// The packshot program is such a worker when it is told to be one. A program that has filters of its own has to be one itself,
/// because packshot does not know them: the first thing that its `main` does is to look whether it was started as a worker.
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
/// Nothing may come before it: a worker has no environment but a few variables, its output goes nowhere, and it is there for
/// milliseconds. A program whose `main` does not do that ends, or does something else; whoever started it waits for a minute at
/// most and says so in an error, or in a warning where ``BatchOptions/isSandboxRequired`` is not set and the work is done in that
/// process instead. A worker that lacks one of the recipe's filters, or has another version of it, ends the work with a
/// ``WorkerProgramError`` before the first photo is rendered.
public struct PhotoWorker {
  /// What the program is told to be a worker. Its own word, so that no command is taken for it.
  static let word = "sandboxed-photo-worker"

  /// The process that started this one, to end with it; nil to go on until it is missed.
  private let parent: Int32?
  /// Those that recipes may use.
  private let filters: FilterList

  /// Nil where the arguments are for something else, or nobody is there to work for: standard input is no socket.
  ///
  /// - Parameter filters: Those that recipes may use: the ones that whoever has it work reads recipes with.
  public init?(arguments: some Collection<String>, filters: FilterList = .standard) {
    guard arguments.first == Self.word, isSocket(STDIN_FILENO) else { return nil }
    self.filters = filters
    parent = arguments.dropFirst().first.flatMap { Int32($0) }
  }

  /// Works for who is at the other end of standard input, until they are gone.
  public func run() throws {
    if let parent, packshot_sandbox_end_with_parent(parent) == 0 { return }
    let channel = WorkerChannel(socket: STDIN_FILENO, isWorkers: true)
    do {
      let setup: WorkerSetup = try channel.receive([.setup]).value()
      // One that cannot be loaded is missed, and said to be, with the first picture that takes it.
      for format in setup.formats.compactMap(ImageFileFormat.init(rawValue:)) { try? format.loadLibrary() }
      if setup.setsTexts { try? TypesettingLibraries.load() }
      // Its own code and data come on top of what photos may take.
      let state = packshot_sandbox_enter(UInt64(setup.maxMemory) + 256 << 20)
      try channel.send(
        .ready,
        WorkerState(
          hasSeccomp: state.has_seccomp != 0, landlockVersion: Int(state.landlock_version),
          hasLimits: state.has_limits != 0, isSanitized: state.is_sanitized != 0,
          ownFilters: filters.ownVersions))
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

/// What a worker has been given so far, and what it answers.
private struct Work {
  let channel: WorkerChannel
  let filters: FilterList
  private var prepared: (recipe: Recipe, sources: SourceSet)?
  private var photo: (file: EncodedImage, info: ImageInfo, limits: PhotoLimits)?
  /// Those that the photo has of its own, by the names of their sources.
  private var pictures: [String: (picture: PerPhotoImage, info: ImageInfo)] = [:]

  init(channel: WorkerChannel, filters: FilterList) { (self.channel, self.filters) = (channel, filters) }

  /// Waits to be asked for something, and gives it, or says why not.
  mutating func answer() throws {
    let frame = try channel.receive([.recipe, .sources, .texts, .photo, .render, .read])
    do {
      switch frame.kind {
      case .recipe: try take(frame.value(WorkerRecipe.self))
      case .sources: try makeSources(frame.value())
      case .texts: try setTexts(of: frame.value())
      case .photo: try take(frame.value(WorkerPhoto.self))
      case .render: try render(frame.value())
      default: try read(frame.value())
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
    // All of them come, whatever is wrong with one.
    var pictures: [String: EncodedImage] = [:]
    var fonts: [String: EncodedImage] = [:]
    var inks: InkProfile?
    for resource in given.resources {
      let content = try channel.receive(resource: resource.byteCount)
      switch resource.kind {
      case .picture: pictures[resource.path] = content
      case .cmyk: inks = try InkProfile(content.withBytes { Array($0) })
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
          of: new, limits: given.limits.decoding, inks: inks, typefaces: typefaces, textSizes: textSizes
        ) { pictures[$0]! }
      )
    } catch {
      throw PhotoFailure(error)
    }
    try done()
  }

  /// Sets a recipe's texts in its fonts, to know how large they are.
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

  private func makeSources(_ request: WorkerSources) throws {
    guard let prepared, let depth = PixelFormat.Depth(rawValue: request.depth) else {
      throw WorkerChannel.Failure.malformed
    }
    do {
      _ = try prepared.sources.renderContext(forPhotos: depth)
    } catch let error as RecipeError {
      return try fail(PhotoFailure(error).told(error.message), at: error.path)
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

  /// Files of as many bytes are mapped if their reader lets go of what it has passed; all else is read.
  private static let mappedByteCount = 8 << 20

  /// The file that came with a message. Where somebody writes into it meanwhile, whoever handed it over notices.
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

  /// Whether the reader of such a file lets go of what it has passed.
  private static func isLetGo(_ descriptor: Int32) -> Bool {
    withUnsafeTemporaryAllocation(byteCount: 16, alignment: 1) { beginning in
      pread(descriptor, beginning.baseAddress!, beginning.count, 0) == beginning.count
        && ImageFileFormat(signature: UnsafeRawBufferPointer(beginning))?.type.letsGoOfWhatIsRead == true
    }
  }

  /// Renders outputs over the channel.
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

  /// Sends the picture's rows as they are stored.
  private func read(_ request: WorkerReading) throws {
    guard let photo else { throw WorkerChannel.Failure.malformed }
    let rows = try FileRows(photo.file, limits: photo.limits.decoding, spareMemory: request.spareMemory)
    let sink = RowsOverChannel(channel, rows.shape)
    let height = max(1, RowsOverChannel.bandBytes / rows.shape.bytesPerRow)
    try rows.forEachBand(height: height) { try sink.push($0) }
    try done()
  }
}

/// Sends rows, each right behind the one above it.
private final class RowsOverChannel: RowSink {
  /// About as many bytes go at a time.
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
