import Parameters
import PixelCore
import PixelKernels
import Typesetting

/// A filter: one step of a recipe, a value that says what to do to an image.
///
/// To add one, write its file in `Nodes`, its test, and its line in ``FilterList``. Stored properties with defaults are
/// its parameters, ``parameters`` declares them to recipes, and ``plan(_:in:)`` says what comes out and how to make it.
public protocol Filter: Parameterized, Codable, Equatable {
  /// Core Image's name without the prefix, in lower camel case.
  static var name: String { get }
  /// One sentence.
  static var summary: String { get }
  /// The parameter that a recipe may give alone, without braces.
  static var shorthand: String? { get }
  /// A step that shows what the filter does, as a recipe writes it. It may use the sources of the example photo.
  static var example: String { get }
  /// Words that other programs have for it: where a recipe says one of them, the error names this filter.
  static var otherWords: [String] { get }
  /// Core Image's parameters that are parts of ours, which recipes may give instead.
  static var coreImageParts: [Parameter<Self>] { get }
  /// Core Image's parameters that are not taken, each with a sentence that says what to write instead.
  static var coreImageDifferences: [String: String] { get }
  /// The version of what it does, 1 unless the filter says otherwise. A filter of one's own raises it whenever the same parameters
  /// give other pixels than before: then pictures that were made with it are made again. packshot's own change with its engine.
  static var version: Int { get }
  /// Core Image's name for the filter, where it has it; recipes may say it instead.
  static var coreImageName: String? { get }
  /// The filter as Core Image has it where it differs from ours: what holds in a recipe that calls it by that name, for the
  /// parameters that the recipe does not give.
  static var coreImageDefaults: Self { get }
  /// Checks what no single parameter's range can say. Called whenever parameters are read.
  func check() throws(FilterError)
  /// Whether it moves pixels and changes none, so that it works in any format, straight alpha too.
  static var movesPixelsOnly: Bool { get }
  /// Whether the filter looks the same on a smaller image: scaling before the filter or after it gives the same picture to the
  /// eye. A filter that measures in pixels, such as a border, does not.
  static var commutesWithScaling: Bool { get }
  /// The sources of the recipe that this filter uses, by name.
  var sourceNames: [String] { get }
  /// What will come out of an image of shape `input`, and how to make it. Moves no pixels.
  ///
  /// `input` is premultiplied or opaque, of either depth and transfer; what comes out has the same depth and transfer. If
  /// the filter moves pixels only, `input` may be straight as well.
  func plan(_ input: ImageShape, in context: PlanContext) throws(FilterError) -> FilterPlan
  /// What will come out of an image of which only a bound is known yet. Once its size is known, it is planned for as any other.
  ///
  /// Unless a filter says otherwise it is at most what would come out of the largest such image. That holds for whatever makes
  /// no larger image of a smaller one.
  func output(ofAtMost bound: ImageShape, in context: PlanContext) throws(FilterError) -> PlannedShape
}

/// A filter that can make an image out of nothing, and so be a source of a recipe.
public protocol ImageSource: Filter {
  /// The shape of the image it makes for photos in a format: of the same depth and transfer, premultiplied.
  func sourceShape(in format: PixelFormat) throws(FilterError) -> ImageShape
  /// Makes the image.
  func makeImage(in format: PixelFormat, _ context: RenderContext) throws(FilterError) -> Image
}

/// What is known of the photo and the recipe's sources before any pixel moves.
public struct PlanContext: Sendable {
  /// How the photo is stored.
  public var orientation: Orientation
  /// The shapes of the recipe's sources, by name; of the photo's depth and transfer.
  public var sources: [String: ImageShape]
  /// Those of the sources that each photo has another one of: nothing that is made of them is kept for the next photo.
  public var ownSources: Set<String>

  /// What is known of a photo that is stored so, and of some sources.
  public init(
    orientation: Orientation = .up, sources: [String: ImageShape] = [:], ownSources: Set<String> = []
  ) {
    self.orientation = orientation
    self.sources = sources
    self.ownSources = ownSources
  }

  /// The shape of a source, or an error that names the ones there are.
  ///
  /// - Parameter parameter: The filter's parameter that has the name, for the message.
  public func source(_ source: SourceName, for parameter: String) throws(FilterError) -> ImageShape {
    if let shape = sources[source.name] { return shape }
    throw .unknownSource(
      source: source.name, parameter: parameter, nearest: Spelling.nearest(to: source.name, among: sources.keys),
      known: sources.keys.sorted())
  }
}

/// What filters share while they work.
public struct RenderContext: Sendable {
  /// The inner loops for this machine.
  package var kernels: Kernels
  /// The recipe's sources, by name; premultiplied or opaque, of the photo's depth and transfer.
  public var sources: [String: Image]
  /// What filters made of the sources and keep for the next photo.
  public var shared: SharedImages
  /// Rows in a band, or nil to choose by the width so that a band stays in the processor's cache.
  public var bandHeight: Int?
  /// What filters have to tell of the photo; each photo has its own.
  public var notes = StepNotes()
  /// The recipe's fonts, by name; the default one has none.
  package var typefaces: [String: Typeface] = [:]
  /// Called now and then while a photo's rows come, from the thread that renders it: what it throws ends the work.
  package var checkpoint: (@Sendable () throws -> Void)?

  /// What a filter needs that is tried by itself, with ``FilterPlan/image(of:_:)``.
  ///
  /// - Parameters:
  ///   - sources: Pictures that the filter uses, by name.
  ///   - bandHeight: Rows in a band; nil to choose by the width.
  public init(sources: [String: Image] = [:], bandHeight: Int? = nil) {
    self.init(kernels: .current, sources: sources, bandHeight: bandHeight)
  }

  package init(typefaces: [String: Typeface]) { self.init(kernels: .current, typefaces: typefaces) }

  package init(
    kernels: Kernels, sources: [String: Image] = [:], shared: SharedImages = SharedImages(),
    bandHeight: Int? = nil, typefaces: [String: Typeface] = [:]
  ) {
    (self.kernels, self.sources, self.shared, self.bandHeight) = (kernels, sources, shared, bandHeight)
    self.typefaces = typefaces
  }

  /// Rows in a band of an image of `shape`: 128 KiB of them, at most 64 and at least one.
  public func bandHeight(for shape: ImageShape) -> Int {
    min(bandHeight ?? max(1, min(64, (128 << 10) / shape.bytesPerRow)), shape.size.height)
  }
}

/// What a filter will do to an image of a given shape.
public struct FilterPlan: Sendable {
  /// How the filter goes about it.
  public enum Work: Sendable {
    /// The image is already as it should be.
    case nothing
    /// Each row becomes one row of the same width by itself: neighbours of this kind are fused.
    case rows(@Sendable (RenderContext) throws -> any RowLoop)
    /// A sink that takes the image's rows and pushes its own into another sink.
    case stage(@Sendable (RenderContext, any RowSink) throws -> any RowSink)
    /// The same, but it holds the image whole before its first row comes out.
    case barrier(@Sendable (RenderContext, any RowSink) throws -> any RowSink)
    /// The same, and only then it knows how large its own image is: it asks for the sink for a shape no larger than the plan's.
    case lateBarrier(@Sendable (RenderContext, @escaping OpenSink) throws -> any RowSink)
    /// Planned again when the image's size is known, as it comes from a late barrier.
    case unsettled
  }

  /// The shape of what comes out.
  public let output: PlannedShape
  /// How it is made.
  public let work: Work
  /// Bytes held while at work, beyond a band or two.
  public let workingBytes: Int
  /// Bytes of the ``SharedImages`` that the filter makes, by their names: held once for all photos.
  public let sharedBytes: [String: Int]
  /// The resampling that the filter begins with, for a decode path that resamples before it has pixels.
  package let resampling: Resampling?
  /// How the filter turns the image, where that is all it does, for a decode path that resamples first and turns what comes of
  /// it; otherwise ``Orientation/up``.
  package let turn: Orientation

  /// A plan of work on an image whose shape is known, and that knows its own.
  ///
  /// - Parameters:
  ///   - output: The shape of what comes out, of the same depth and transfer as what goes in.
  ///   - workingBytes: Bytes held while at work, beyond a band or two.
  ///   - sharedBytes: Bytes of the ``SharedImages`` that the filter makes, by their names.
  public init(output: ImageShape, work: Work, workingBytes: Int = 0, sharedBytes: [String: Int] = [:]) {
    self.init(.exact(output), work, workingBytes: workingBytes, sharedBytes: sharedBytes)
  }

  /// The same, of work that decode paths can begin with, or take over.
  package init(
    output: ImageShape, work: Work, workingBytes: Int = 0, sharedBytes: [String: Int] = [:], resampling: Resampling?,
    turn: Orientation = .up
  ) {
    self.init(
      .exact(output), work, workingBytes: workingBytes, sharedBytes: sharedBytes, resampling: resampling, turn: turn)
  }

  package init(
    output: ImageShape, work: Work, workingBytes: Int = 0, sharedBytes: [String: Int] = [:], turn: Orientation
  ) {
    self.init(.exact(output), work, workingBytes: workingBytes, sharedBytes: sharedBytes, turn: turn)
  }

  /// A plan of work that knows its own size only once it has seen the image.
  ///
  /// - Parameter workingBytes: Those of the whole image, and whatever else is held.
  public init(
    outputAtMost bound: ImageShape, workingBytes: Int,
    lateBarrier: @escaping @Sendable (RenderContext, @escaping OpenSink) throws -> any RowSink
  ) {
    self.init(.atMost(bound), .lateBarrier(lateBarrier), workingBytes: workingBytes)
  }

  fileprivate init(
    _ output: PlannedShape, _ work: Work, workingBytes: Int = 0, sharedBytes: [String: Int] = [:],
    resampling: Resampling? = nil, turn: Orientation = .up
  ) {
    (self.output, self.work, self.resampling, self.turn) = (output, work, resampling, turn)
    (self.workingBytes, self.sharedBytes) = (workingBytes, sharedBytes)
  }

  /// Whether the work knows its own size only once it has seen the image.
  public var isLate: Bool { if case .lateBarrier = work { true } else { false } }
}

extension Filter {
  public func output(ofAtMost bound: ImageShape, in context: PlanContext) throws(FilterError) -> PlannedShape {
    .atMost(try plan(bound, in: context).output.bound)
  }

  /// The plan for an image of which at least a bound is known.
  public func plan(_ input: PlannedShape, in context: PlanContext) throws(FilterError) -> FilterPlan {
    switch input {
    case .exact(let shape): return try plan(shape, in: context)
    case .atMost(let bound):
      let largest = try plan(bound, in: context)
      return FilterPlan(
        try output(ofAtMost: bound, in: context), .unsettled, workingBytes: largest.workingBytes,
        sharedBytes: largest.sharedBytes)
    }
  }
}

/// Resampling, and what is done to the pixels that come of it.
package struct Resampling: Sendable {
  public let geometry: ResizeGeometry
  public let kernel: ResamplingKernel
  /// The sink to push the resampled rows into so that the filter's own arrive in a sink; nil where those are the filter's.
  public var rest: (@Sendable (RenderContext, any RowSink) throws -> any RowSink)?

  init(geometry: ResizeGeometry, kernel: ResamplingKernel) { (self.geometry, self.kernel) = (geometry, kernel) }

  /// Resampling that leaves an image of some size as it is.
  public init(nothing size: PixelSize) {
    self.init(geometry: ResizeGeometry(whole: size, output: size), kernel: .box)
  }

  /// The sink to push rows of the image into that were decoded smaller, so that they arrive resampled in `sink`.
  ///
  /// - Parameters:
  ///   - decoded: Their shape.
  ///   - image: The size of the image that was to be resampled.
  ///   - scale: How large they are beside it.
  ///   - meansOf: Of how many pixels across and down each of theirs is the mean; 1 where they are no means.
  public func sink(
    from decoded: ImageShape, of image: PixelSize, at scale: Double, meansOf: Int, _ context: RenderContext,
    into sink: any RowSink
  ) -> any RowSink {
    // Of means there is more to know than of samples: they are resampled as what they are means of.
    let source = meansOf > 1 ? image : decoded.size
    let scaled = meansOf > 1 ? geometry : geometry.scaled(by: scale)
    let output = ImageShape(size: geometry.output, format: decoded.format)
    return ResizeStages(
      input: decoded, of: source, output: output, geometry: scaled, kernel: kernel, meansOf: meansOf
    ).sink(context, into: sink)
  }

  /// The same of the image as it was before it was turned.
  public func before(_ turn: Orientation) -> Resampling {
    var resampling = Resampling(geometry: turn.swapsAxes ? geometry.transposed : geometry, kernel: kernel)
    resampling.rest = rest
    return resampling
  }
}

extension FilterPlan {
  /// The sink to push the input's rows into so that the filter's own arrive in `sink`. The plan knows their shape.
  public func sink(_ context: RenderContext, into sink: any RowSink) throws -> any RowSink {
    switch work {
    case .nothing: return sink
    case .rows(let makeLoop):
      return try RowLoopStage(loops: [makeLoop(context)], output: output.bound, context: context, sink: sink)
    case .stage(let makeStage), .barrier(let makeStage): return try makeStage(context, sink)
    case .lateBarrier, .unsettled: preconditionFailure("a sink is made for a size that is known")
    }
  }

  /// The same, where the filter's rows arrive in what `open` gives for their shape: at once, or as soon as the filter knows it.
  public func sink(_ context: RenderContext, opening open: @escaping OpenSink) throws -> any RowSink {
    guard case .lateBarrier(let makeStage) = work else { return try sink(context, into: open(output.bound)) }
    let planned = output
    return try makeStage(context) { shape in
      precondition(shape == planned.settled(shape.size), "a filter keeps to the format that it planned")
      return try open(shape)
    }
  }

  /// What becomes of a whole image. The image has the shape that the plan was made for.
  public func image(of image: Image, _ context: RenderContext) throws -> Image {
    try ImageCollector.image { open in
      let sink = try sink(context, opening: open)
      try image.withBand { try sink.push($0) }
      try sink.finish()
    }
  }
}

/// Work that makes each row from the row in the same place.
public protocol RowLoop: AnyObject {
  /// Makes row `y`. `output` may be the same memory as `input`; both are as wide as the image.
  func apply(to input: UnsafeRawPointer, row y: Int, into output: UnsafeMutableRawPointer)
}

extension Filter {
  public static var shorthand: String? { nil }
  public static var version: Int { 1 }
  public static var movesPixelsOnly: Bool { false }
  public static var commutesWithScaling: Bool { false }
  public static var coreImageName: String? { nil }
  public static var coreImageDefaults: Self { Self() }
  public static var otherWords: [String] { [] }
  public static var coreImageParts: [Parameter<Self>] { [] }
  public static var coreImageDifferences: [String: String] { [:] }
  public var sourceNames: [String] { [] }
  public func check() throws(FilterError) {}

  /// What there is to know of ``coreImageParts``.
  public static var coreImagePartDescriptions: [ParameterDescription] { coreImageParts.map(\.description) }

  /// Reads the filter as a recipe gives it: a map of parameters, the shorthand's value alone, or nothing.
  ///
  /// - Parameter name: What the recipe calls the filter: its own name, or Core Image's.
  public init(parameters given: Value, name: String = Self.name) throws(FilterError) {
    self = name == Self.coreImageName ? Self.coreImageDefaults : Self()
    let entries: [Value.Entry]
    switch given.content {
    case .map(let written): entries = written
    case .null: entries = []
    default:
      guard let shorthand = Self.shorthand else {
        throw .notParameters(filter: Self.name, found: given.excerpt)
      }
      entries = [Value.Entry(key: shorthand, value: given)]
    }
    var given: [(key: String, description: ParameterDescription)] = []
    for entry in entries {
      let parameter = try Self.parameter(named: entry.key)
      let description = parameter.description
      if let other = given.first(where: { $0.description.overlaps(description) }) {
        throw .sameParameter(parameter: entry.key, other: other.key)
      }
      given.append((entry.key, description))
      do { try parameter.set(&self, to: entry.value, as: entry.key) } catch {
        throw .refusedValue(
          parameter: error.parameter, found: error.found, nearest: error.nearest, allowed: error.allowed)
      }
    }
    for parameter in Self.parameterDescriptions where parameter.isRequired {
      guard !given.contains(where: { $0.description.overlaps(parameter) }) else { continue }
      throw .missingParameter(parameter: parameter.name, filter: Self.name, allowed: parameter.allowed)
    }
    try check()
  }

  /// The parameter of this name, or that Core Image calls so.
  private static func parameter(named name: String) throws(FilterError) -> Parameter<Self> {
    let all = parameters + coreImageParts
    if let parameter = all.first(where: { $0.description.names.contains(name) }) { return parameter }
    if let difference = coreImageDifferences[name] { throw .unsuitableParameter(parameter: name, why: difference) }
    throw .unknownParameter(
      parameter: name, filter: Self.name, nearest: Spelling.nearest(to: name, among: all.flatMap(\.description.names)),
      allowed: parameterDescriptions.map(\.name))
  }

  /// The step as people write it: its name, and the parameters that are not as they are by default.
  public var briefText: String {
    let standard = Self()
    let given = Self.parameters.filter {
      $0.description.isRequired || $0.value(in: self) != $0.value(in: standard)
    }
    if given.isEmpty { return Self.name }
    let parameters = given.map { "\($0.description.name): \($0.value(in: self))" }
    return "\(Self.name): { \(parameters.joined(separator: ", ")) }"
  }

  /// The step as a recipe would write it in full, on one line.
  public var canonicalText: String { "\(Self.name): \(parameterValues)" }

  /// The step as cache keys need it. A filter that is not packshot's own is told by its version, too: packshot's
  /// engine says nothing of it.
  package var cacheKeyText: String {
    FilterList.standard.contains(Self.self) ? canonicalText : "\(canonicalText), one's own, version \(Self.version)"
  }

  public init(from decoder: any Decoder) throws {
    try self.init(parameters: Value(from: decoder))
  }

  public func encode(to encoder: any Encoder) throws {
    try parameterValues.encode(to: encoder)
  }
}
