import Catalog
import Filters
import Foundation
import ImageCodecs
import Pipeline
import PixelCore

/// What a batch knows while photos are at work; the same for all of them.
struct BatchContext: Sendable {
  let recipe: BatchRecipe
  let options: BatchOptions
  /// What earlier runs left; nil if there is no catalog yet.
  let known: KnownWork?
  let budget: MemoryBudget
  /// The output folder, from the root.
  let outputFolder: String
  /// Where relative inputs begin.
  let workingFolder: String

  var limits: DecodeLimits { DecodeLimits(maxPixels: options.maxPixels) }

  func inputPath(_ input: String) -> String { absolutePath(input, from: workingFolder) }
  func outputPath(_ output: String) -> String { outputFolder + "/" + output }
}

/// What a worker made of a photo: outputs that wait to be put in their place, or the reason why there are none.
struct FinishedJob: Sendable {
  struct Output: Sendable {
    enum State: Sendable {
      /// As the catalog has it.
      case unchanged
      /// As the catalog should have it: the file is right, what is known of it is not.
      case adopted
      /// Rendered, and to be put in its place.
      case rendered(TemporaryFile)
      /// Changed by somebody else, and left alone.
      case conflict
      /// A dry run would render it.
      case wouldRender
    }

    var path: String
    var state: State
    var identity: String
    var size: PixelSize?
    var hasAlpha = false
    var byteCount: Int?
    var sha256: String?
    var index: Int
  }

  var photo: InputPhoto
  var content: FileContent?
  var info: ImageInfo?
  var outputs: [Output] = []
  var failure: PhotoFailure?
  var warnings: [String] = []
}

/// One photo's way through a worker: read, hash, see what is to be done, render that.
struct PhotoJob: Sendable {
  let photo: InputPhoto
  let context: BatchContext
  /// Where the photo's outputs go, below the output folder; nil if they cannot be named. The photo is read for it only if
  /// the names need its size.
  let outputPaths: [String]?

  init(photo: InputPhoto, context: BatchContext) {
    (self.photo, self.context) = (photo, context)
    if context.recipe.namesNeedSizes {
      outputPaths = try? Self.outputPaths(
        of: photo, ImageCodec.probe(FileContent(path: photo.path).image, limits: context.limits), context)
    } else {
      outputPaths = try? context.recipe.outputPaths(of: photo, sizes: nil)
    }
  }

  func run() -> FinishedJob {
    var job = FinishedJob(photo: photo)
    do {
      try work(&job)
    } catch {
      job.failure = PhotoFailure(error)
      job.outputs = []
    }
    return job
  }

  private static func outputPaths(
    of photo: InputPhoto, _ info: ImageInfo, _ context: BatchContext
  ) throws -> [String] {
    let plan = try RenderPlan(
      context.recipe.recipe, photo: RenderPlan.Photo(info), sources: context.recipe.sources.shapes)
    return try context.recipe.outputPaths(of: photo, sizes: plan.outputs.map(\.chain.output.size))
  }

  private func work(_ job: inout FinishedJob) throws {
    let content = try FileContent(path: photo.path)
    job.content = content
    let info = try ImageCodec.probe(content.image, limits: context.limits)
    job.info = info

    if let pattern = context.recipe.recipe.skuPattern, pattern.match(photo.name) == nil {
      job.warnings.append(
        "the recipe's sku pattern does not match \"\(photo.name)\", which is taken for the sku itself")
    }
    // What kept the outputs from being named is thrown again here, where it is this photo's failure.
    let paths = try outputPaths ?? Self.outputPaths(of: photo, info, context)
    job.outputs = paths.enumerated().map { index, path in
      let identity = context.recipe.identity(ofOutput: index, photo: content.sha256, path: path)
      return FinishedJob.Output(
        path: path, state: .unchanged, identity: identity, index: index)
    }

    var toRender: [Int] = []
    var mayReplace: [Int: Bool] = [:]
    for index in job.outputs.indices {
      let verdict = OutputVerdict(
        path: context.outputPath(paths[index]), known: context.known?.rendition(context.outputPath(paths[index])),
        identity: job.outputs[index].identity, options: context.options)
      switch verdict {
      case .unchanged(let rendition): job.outputs[index].fill(from: rendition, state: .unchanged)
      case .touched(let rendition): job.outputs[index].fill(from: rendition, state: .adopted)
      case .conflict: job.outputs[index].state = .conflict
      case .render(let replaces):
        toRender.append(index)
        mayReplace[index] = replaces
      }
    }
    if toRender.isEmpty { return }
    if context.options.isDryRun {
      for index in toRender { job.outputs[index].state = mayReplace[index]! ? .wouldRender : .conflict }
      return
    }
    try makeFolders(for: toRender.map { paths[$0] })
    try render(toRender, of: content, info, into: &job)
    for index in toRender where !mayReplace[index]! { settle(&job.outputs[index]) }
  }

  private func makeFolders(for outputs: [String]) throws {
    for output in outputs { try OutputFolder.makeFolders(for: context.outputPath(output)) }
  }

  /// Renders some outputs into temporary files.
  private func render(_ indices: [Int], of content: FileContent, _ info: ImageInfo, into job: inout FinishedJob) throws
  {
    let plan = try plan(context.recipe.recipe(outputs: indices), info)
    let bytes = content.image.count + plan.workingBytes
    guard bytes <= context.budget.byteCount else {
      throw PhotoFailure(
        .overLimit,
        "rendering \(info.size) pixels needs about \(Self.megabytes(bytes)) of memory; the limit is "
          + "\(Self.megabytes(context.budget.byteCount)); raise it with --max-memory")
    }
    try context.budget.holding(bytes) {
      let renderContext = RenderContext(sources: try context.recipe.sources.images(RenderContext()))
      let reader = try ImageCodec.makeReader(bytes: content.image, limits: context.limits)
      var files: [TemporaryFile] = []
      try plan.render(reader, in: renderContext) { output in
        let file = try TemporaryFile(for: context.outputPath(job.outputs[indices[files.count]].path))
        files.append(file)
        return try ImageCodec.makeWriter(
          shape: output.written,
          options: EncodeOptions(output.output.encoding, iccProfile: plan.profile(of: info, for: output))
        ) { bytes in try file.write(bytes) }
      }
      for (file, (index, planned)) in zip(files, zip(indices, plan.outputs)) {
        job.outputs[index].sha256 = try file.seal()
        job.outputs[index].byteCount = file.byteCount
        job.outputs[index].size = planned.chain.output.size
        job.outputs[index].hasAlpha = planned.written.format.alpha != .opaque
        job.outputs[index].state = .rendered(file)
      }
      job.warnings += reader.warnings
      if plan.outputs.contains(where: { plan.profile(of: info, for: $0) != info.iccProfile }) {
        job.warnings.append(
          info.hasRGBProfile
            ? "its colour profile is left out where other pictures are composited with it"
            : "its colour profile is left out: it is none for RGB")
      }
    }
  }

  /// A file nobody here knows stands where the output goes. If it has the very bytes that were just rendered, a run was
  /// ended between renaming and recording: it is ours. Otherwise it is somebody's, and stays.
  private func settle(_ output: inout FinishedJob.Output) {
    let isOurs = sha256(ofFile: context.outputPath(output.path)) == output.sha256
    output.state = isOurs ? .adopted : .conflict
  }

  private func plan(_ recipe: Recipe, _ info: ImageInfo) throws -> RenderPlan {
    try RenderPlan(recipe, photo: RenderPlan.Photo(info), sources: context.recipe.sources.shapes)
  }

  private static func megabytes(_ bytes: Int) -> String { "\((bytes + 999_999) / 1_000_000) MB" }
}

extension FinishedJob.Output {
  fileprivate mutating func fill(from known: KnownRendition, state: State) {
    self.state = state
    size = PixelSize(width: known.width, height: known.height)
    byteCount = Int(known.stamp.byteCount)
    sha256 = known.sha256
  }
}

extension EncodeOptions {
  init(_ encoding: Recipe.Encoding, iccProfile: [UInt8]?) {
    switch encoding {
    case .jpeg(let quality): self.init(Coding.jpeg(quality: quality), iccProfile: iccProfile)
    case .png(let compression): self.init(Coding.png(compression: compression), iccProfile: iccProfile)
    }
  }
}

extension PhotoFailure {
  /// What went wrong with a photo, whatever noticed it.
  init(_ error: any Error) {
    switch error {
    case CodecError.sinkFailed(let cause): self.init(cause)
    case let failure as PhotoFailure: self = failure
    case let error as PackshotError:
      if case .cannotWrite = error {
        self.init(.cannotWrite, error.message)
      } else {
        self.init(.unreadable, error.message)
      }
    case let error as CodecError: self.init(Self.code(of: error), error.message)
    case let error as RecipeError: self.init(.recipe, error.description)
    case let error as FilterError: self.init(.recipe, error.message)
    default: self.init(.damaged, "\(error)")
    }
  }

  private static func code(of error: CodecError) -> Code {
    switch error {
    case .notAnImage, .unsupported: .notAnImage
    case .tooManyPixels, .sideTooLong, .outOfMemory: .overLimit
    case .truncated, .damaged: .damaged
    case .tooLargeToWrite: .recipe
    case .notWritable, .sinkFailed: .cannotWrite
    }
  }
}
