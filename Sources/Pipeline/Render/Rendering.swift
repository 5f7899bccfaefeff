import Errors
import Filters
import ImageCodecs
import PixelCore
import PixelKernels
import Recipes
import Segmentation

/// The destination of an output.
package enum OutputSink {
  /// A sink for rows of the requested shape.
  case rows(any RowSink)
  /// A sink for planes: luma, and chroma of half its size. Only for outputs whose decode path leads to the encoder.
  case planes(any PlaneSink)
}

/// Information about a rendered photo.
package struct RenderFindings: Sendable {
  /// Warnings about the photo.
  package var warnings: [Warning] = []
  /// Where the product is, for outputs with a step that searched for it, by index in the plan.
  package var contents: [Int: Content] = [:]
  /// The photo's perceptual hash, if it was requested. Nil for pixels in memory, and for a photo that is too plain.
  package var hash: PerceptualHash?
}

extension RenderPlan {
  /// Renders the photo. It is decoded once for each decode path of the outputs.
  ///
  /// - Parameters:
  ///   - photo: The photo that this plan was made for.
  ///   - spareMemory: Memory that a reader can use to be faster, in bytes.
  ///   - isHashed: Whether to compute the photo's perceptual hash.
  ///   - makeSink: Returns the sink of an output for rows of its actual shape. Sinks of outputs with an exactly planned
  ///     shape are requested first, in the recipe's order. The others are requested when their size is known.
  /// - Returns: Information about the photo.
  package func render(
    _ photo: EncodedImage, limits: DecodeLimits = DecodeLimits(), spareMemory: Int = ImageCodec.usualSpareMemory,
    isHashed: Bool = false, in context: RenderContext,
    makeSink: @escaping (OutputPlan, ImageShape) throws -> OutputSink
  ) throws -> RenderFindings {
    try render(
      .file(photo), limits: limits, spareMemory: spareMemory, isHashed: isHashed, in: context, makeSink: makeSink)
  }

  /// Renders a photo from a file or from pixels in memory.
  package func render(
    _ photo: PhotoPixels, limits: DecodeLimits, spareMemory: Int = ImageCodec.usualSpareMemory,
    isHashed: Bool = false, in context: RenderContext,
    makeSink: @escaping (OutputPlan, ImageShape) throws -> OutputSink
  ) throws -> RenderFindings {
    let (plan, reader) = try withOverview(of: photo, limits, context)
    let branches = try plan.outputs.map { output in
      let known = try output.written.exact.map { try makeSink(output, $0) }
      if case .planes(let planes) = known { return Branch(output: output, sink: .planes(planes)) }
      return Branch(
        output: output,
        sink: .rows { shape in
          let file = output.written.resolved(shape.size)
          guard case .rows(let rows) = try known ?? makeSink(output, file) else {
            preconditionFailure("planes go to an encoder only where the decode path says so")
          }
          return ConversionStage(from: shape.format, to: file, context: context, sink: rows)
        })
    }
    return try plan.render(photo, limits, spareMemory, context, branches, reader, isHashed: isHashed)
  }

  /// Renders the photo into sinks for rows, before they are converted to the file's format.
  ///
  /// - Parameter open: Returns the sink of an output for its actual shape.
  /// - Returns: Information about the photo.
  package func renderRows(
    of photo: EncodedImage, limits: DecodeLimits = DecodeLimits(), spareMemory: Int = ImageCodec.usualSpareMemory,
    in context: RenderContext, opening open: @escaping (OutputPlan, ImageShape) throws -> any RowSink
  ) throws -> RenderFindings {
    try renderRows(of: .file(photo), limits: limits, spareMemory: spareMemory, in: context, opening: open)
  }

  /// Renders a photo from a file or from pixels in memory into sinks for rows.
  package func renderRows(
    of photo: PhotoPixels, limits: DecodeLimits, spareMemory: Int = ImageCodec.usualSpareMemory,
    in context: RenderContext, opening open: @escaping (OutputPlan, ImageShape) throws -> any RowSink
  ) throws -> RenderFindings {
    let (plan, reader) = try withOverview(of: photo, limits, context)
    let branches = plan.outputs.map { output in Branch(output: output, sink: .rows { try open(output, $0) }) }
    return try plan.render(photo, limits, spareMemory, context, branches, reader)
  }

  /// An output with its sink.
  struct Branch {
    let output: OutputPlan
    let sink: Sink
    /// Indices of all outputs with the same picture, including this one.
    var indices: [Int]
    /// Notes of this output's own steps.
    var notes = StepNotes()

    init(output: OutputPlan, sink: Sink) {
      (self.output, self.sink, indices) = (output, sink, [output.index])
    }

    /// Returns the context for this output's own steps.
    func context(_ context: RenderContext) -> RenderContext {
      var own = context
      own.notes = notes
      return own
    }

    enum Sink {
      case rows(OpenSink)
      case planes(any PlaneSink)
    }
  }

  /// Returns this plan, or the one made with an overview of the photo if steps need one.
  ///
  /// - Returns: The reader of the overview too. It can serve other scales.
  private func withOverview(
    of photo: PhotoPixels, _ limits: DecodeLimits, _ context: RenderContext
  ) throws -> (RenderPlan, PlaneReader?) {
    guard let scale = overviewScale, case .file(let file) = photo else { return (self, nil) }
    let reader = try ImageCodec.makePlaneReader(bytes: file, scale: scale, limits: limits)
    return (try planned(with: overview(from: reader, context)), reader)
  }

  /// - Parameter overview: The reader of the photo's overview, if there was one.
  private func render(
    _ photo: PhotoPixels, _ limits: DecodeLimits, _ spareMemory: Int, _ context: RenderContext, _ branches: [Branch],
    _ overview: PlaneReader?, isHashed: Bool = false
  ) throws -> RenderFindings {
    var context = context
    context.notes = StepNotes()
    trunk.takeNotes(context.notes)
    // Branches that make the same picture can have looked for different things.
    let ahead = branches.map { branch in
      let notes = StepNotes(behind: context.notes)
      branch.output.chain.takeNotes(notes)
      return notes
    }
    var branches = Self.sharing(branches)
    for index in branches.indices { branches[index].notes = StepNotes(behind: context.notes) }
    var warnings: [String] = []
    let hashed = isHashed ? hashedDecoding : nil
    var grid: CellGrid?
    // Outputs that keep the photo's colours are decoded separately.
    for isConverted in [false, true] {
      let some = branches.filter { $0.output.isConverted == isConverted }
      if some.isEmpty { continue }
      warnings = try render(
        photo, limits, spareMemory, context, some, overview, isConverted: isConverted, hashing: hashed, &grid)
    }
    var findings = RenderFindings(warnings: warnings.map { Warning(ofFile: $0) } + context.notes.warnings)
    findings.hash = grid.flatMap { PerceptualHash($0, turnedBy: self.photo.orientation) }
    for branch in branches {
      // Of a picture of several photos, only the first photo's product would be known.
      for index in branch.indices where outputs[index].output.group == nil {
        findings.contents[index] = ahead[index].content ?? branch.notes.content
      }
    }
    return findings
  }

  /// Merges branches that make the same picture. Their rows go to all of their sinks.
  private static func sharing(_ branches: [Branch]) -> [Branch] {
    var groups: [(first: Branch, sinks: [OpenSink], indices: [Int])] = []
    for branch in branches {
      guard case .rows(let open) = branch.sink else {
        groups.append((branch, [], branch.indices))
        continue
      }
      let same = groups.firstIndex { !$0.sinks.isEmpty && $0.first.output.hasSamePicture(as: branch.output) }
      if let same {
        groups[same].sinks.append(open)
        groups[same].indices += branch.indices
      } else {
        groups.append((branch, [open], branch.indices))
      }
    }
    return groups.map { first, sinks, indices in
      if sinks.count < 2 { return first }
      var shared = Branch(output: first.output, sink: .rows { shape in Tee.to(try sinks.map { try $0(shape) }) })
      shared.indices = indices
      return shared
    }
  }

  /// - Parameters:
  ///   - hashed: The decoding whose samples are added to a new grid for the photo's hash.
  ///   - grid: Receives the grid.
  private func render(
    _ pixels: PhotoPixels, _ limits: DecodeLimits, _ spareMemory: Int, _ context: RenderContext, _ branches: [Branch],
    _ overview: PlaneReader?, isConverted: Bool, hashing hashed: Decoding?, _ grid: inout CellGrid?
  ) throws -> [String] {
    var warnings: [String] = []
    let photo: EncodedImage
    switch pixels {
    case .image(let image):
      let shape = trunk.input.bound
      let rows = try trunk.sink(from: shape, context) { try sink(of: branches, from: $0, context) }
      try image.pushAllRows(into: rows, shape: shape, context: context)
      return []
    case .file(let file): photo = file
    }
    let ofPixels = branches.filter { $0.output.decodePath == .pixels }
    if !ofPixels.isEmpty {
      let reader = try ImageCodec.makeReader(
        bytes: photo, limits: limits, colors: colors, spareMemory: spareMemory)
      let shape = trunk.input.bound
      let rows = try trunk.sink(from: shape, context) { try sink(of: ofPixels, from: $0, context) }
      let isHashed = hashed == Decoding(isConverted: isConverted, scale: nil)
      if isHashed { grid = CellGrid(pixels: shape.size) }
      try reader.pushAllRows(
        into: rows, shape: shape, context: context, toSRGB: isConverted ? reader.info.transform(colors) : nil,
        addingTo: isHashed ? grid : nil)
      warnings = reader.warnings
    }
    // A reader can also serve other scales.
    var known = overview
    for (scale, ofPlanes) in planeBranches(branches) {
      let reader =
        try known?.reader(at: scale) ?? ImageCodec.makePlaneReader(bytes: photo, scale: scale, limits: limits)
      let isHashed = hashed == Decoding(isConverted: isConverted, scale: scale)
      if isHashed { grid = CellGrid(planes: reader.layout.sizes) }
      try renderPlanes(reader, context, ofPlanes, addingTo: isHashed ? grid : nil)
      warnings = reader.warnings
      if reader.readsBlocks, known.map({ !$0.readsBlocks || $0.scale.rawValue < scale.rawValue }) ?? true {
        known = reader
      }
    }
    return warnings
  }

  /// Returns the branches for each scale of the photo's planes, the largest scale first.
  private func planeBranches(_ branches: [Branch]) -> [(DecodeScale, [Branch])] {
    DecodeScale.allCases.sorted { $0.rawValue > $1.rawValue }.compactMap { scale in
      let some = branches.filter { $0.output.decodePath.planeScale == scale }
      return some.isEmpty ? nil : (scale, some)
    }
  }

  /// Returns the sink for the trunk's output, for some branches. Rows are converted to the working format once for all
  /// branches that need it.
  ///
  /// - Parameter shape: Shape of the trunk's output.
  func sink(of branches: [Branch], from shape: ImageShape, _ context: RenderContext) throws -> any RowSink {
    var sinks: [any RowSink] = []
    var converted: [any RowSink] = []
    var convertedShape = shape
    for branch in branches {
      guard case .rows(let open) = branch.sink else {
        preconditionFailure("planes go to an encoder only where the decode path says so")
      }
      let chain = branch.output.chain
      let input = chain.input.resolved(shape.size)
      let sink = try chain.sink(from: input, branch.context(context), opening: open)
      if input == shape {
        sinks.append(sink)
      } else {
        converted.append(sink)
        convertedShape = input
      }
    }
    if !converted.isEmpty {
      sinks.append(
        ConversionStage(from: shape.format, to: convertedShape, context: context, sink: Tee.to(converted)))
    }
    return Tee.to(sinks)
  }
}

/// Pushes each band into several branches while it is in the cache.
private final class Tee: RowSink {
  private let branches: [any RowSink]

  private init(_ branches: [any RowSink]) { self.branches = branches }

  /// Returns a sink that pushes into all of these.
  static func to(_ branches: [any RowSink]) -> any RowSink { branches.count == 1 ? branches[0] : Tee(branches) }

  func push(_ band: RowBand) throws {
    for branch in branches { try branch.push(band) }
  }

  func finish() throws {
    for branch in branches { try branch.finish() }
  }
}
