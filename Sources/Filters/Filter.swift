import Parameters
import PixelCore
import PixelKernels
import Typesetting

/// A filter: a step of a recipe, as a value that describes what to do with an image.
///
/// To add one, write its file in `Nodes`, its test, and its line in ``FilterList``. Its stored properties with default
/// values are its parameters, ``Parameterized/parameters`` declares them to recipes, and ``plan(_:in:)`` determines its output and
/// how to compute it.
public protocol Filter: Parameterized, Codable, Equatable {
  /// The filter's name: Core Image's name without the prefix, in lower camel case.
  static var name: String { get }
  /// A one-sentence summary.
  static var summary: String { get }
  /// The parameter that a recipe can give alone, without braces.
  static var shorthand: String? { get }
  /// An example step as a recipe writes it. It can use the sources of the example photo.
  static var example: String { get }
  /// Names that other programs use for the filter. If a recipe uses one of them, the error suggests this filter.
  static var otherWords: [String] { get }
  /// Core Image parameters that set parts of the filter's own parameters. Recipes can use them instead.
  static var coreImageParts: [Parameter<Self>] { get }
  /// Core Image parameters that are not supported, each with a sentence about the alternative.
  static var coreImageDifferences: [String: String] { get }
  /// Version of the filter's behaviour. Defaults to 1. Increase it in your own filter whenever the same parameters give
  /// different pixels, so that pictures made with it are rendered again. packshot's own filters are covered by the
  /// engine's version.
  static var version: Int { get }
  /// Core Image's name for the filter, if it has one. Recipes can use it instead.
  static var coreImageName: String? { get }
  /// Core Image's defaults, if they differ. They apply to parameters that are missing in a recipe that uses Core
  /// Image's name.
  static var coreImageDefaults: Self { get }
  /// Checks rules that the ranges of single parameters can't express. Called whenever parameters are read.
  func check() throws(FilterError)
  /// Whether the filter only moves pixels without changing them, so that it works with any format, including straight
  /// alpha.
  static var movesPixelsOnly: Bool { get }
  /// Whether the filter can be swapped with scaling without a visible difference. False for a filter that measures in
  /// pixels, such as a border.
  static var commutesWithScaling: Bool { get }
  /// Whether each pixel shows the same place of the picture as the input's pixel there, if the output has the input's
  /// size. Defaults to false. A photo's own focus is followed only through such filters, and through those that work row
  /// by row, turn the picture or resize it.
  static var keepsPlaces: Bool { get }
  /// Whether a photo's HDR gain map still fits after the filter, because it only changes colours, alike everywhere. Defaults
  /// to false: outputs then lose the map, with a warning. packshot's own filters can also move pixels, as their plans say.
  static var keepsGainMap: Bool { get }
  /// Whether a colour channel's result depends on other channels, as in a conversion to grey. Defaults to false. At such
  /// a filter, outputs lose a gain map with a gain for each channel, even if the filter declares ``keepsGainMap``: the
  /// map would tint the lights of a grey picture.
  static var mixesChannels: Bool { get }
  /// Names of the recipe's sources that the filter uses.
  var sourceNames: [String] { get }
  /// Returns the shape of the output for an image of shape `input`, and how to compute it. Processes no pixels.
  ///
  /// `input` is premultiplied or opaque, of any depth and transfer. The output has the same depth and transfer. If the
  /// filter only moves pixels, `input` can have straight alpha too.
  func plan(_ input: ImageShape, in context: PlanContext) throws(FilterError) -> FilterPlan
  /// Returns the shape of the output for an image of which only an upper bound is known yet. The image is planned again
  /// when its size is known.
  ///
  /// By default, the bound of the output is the output for the largest possible image. That is right unless the filter
  /// makes a larger image from a smaller one.
  func output(ofAtMost bound: ImageShape, in context: PlanContext) throws(FilterError) -> PlannedShape
}

/// A filter that can create an image without input, so that it can be a source of a recipe.
public protocol ImageSource: Filter {
  /// Returns the shape of the image that the filter creates for photos of a format: premultiplied, with the same depth
  /// and transfer.
  func sourceShape(in format: PixelFormat) throws(FilterError) -> ImageShape
  /// Creates the image.
  func makeImage(in format: PixelFormat, _ context: RenderContext) throws(FilterError) -> Image
}

/// The properties of the photo and of the recipe's sources that are known before any pixel is processed.
public struct PlanContext: Sendable {
  /// The photo's stored orientation.
  public var orientation: Orientation
  /// The shapes of the recipe's sources by name, with the photo's depth and transfer.
  public var sources: [String: ImageShape]
  /// Sources that are different for each photo, so that nothing derived from them is kept for the next photo.
  public var ownSources: Set<String>
  /// Whether the step is planned with an overview of the photo. It receives the photo unchanged then.
  package var overview = OverviewState.none

  /// Creates a context.
  public init(
    orientation: Orientation = .up, sources: [String: ImageShape] = [:], ownSources: Set<String> = []
  ) {
    self.orientation = orientation
    self.sources = sources
    self.ownSources = ownSources
  }

  /// Returns the shape of a source. Throws an error that lists the existing sources if there is none with this name.
  ///
  /// - Parameter parameter: The filter's parameter that contains the name, for the message.
  public func source(_ source: SourceName, for parameter: String) throws(FilterError) -> ImageShape {
    if let shape = sources[source.name] { return shape }
    throw .unknownSource(
      source: source.name, parameter: parameter, nearest: Spelling.nearest(to: source.name, among: sources.keys),
      known: sources.keys.sorted())
  }
}

/// The data that filters share while rendering.
public struct RenderContext: Sendable {
  /// The kernels for this CPU.
  package var kernels: Kernels
  /// The recipe's sources by name, premultiplied or opaque, with the photo's depth and transfer.
  public var sources: [String: Image]
  /// Images that filters derived from the sources and keep for the next photo.
  public var shared: SharedImages
  /// Number of rows in a band. If nil, it depends on the width, so that a band fits the processor's cache.
  public var bandHeight: Int?
  /// Notes of filters on the photo.
  public var notes = StepNotes()
  /// The recipe's fonts by name. The default font has an empty name.
  package var typefaces: [String: Typeface] = [:]
  /// Called regularly on the rendering thread while a photo's rows are processed. An error that it throws stops the
  /// work.
  package var checkpoint: (@Sendable () throws -> Void)?

  /// Creates a context to try a filter by itself with ``FilterPlan/image(of:_:)``.
  ///
  /// - Parameters:
  ///   - sources: Images that the filter uses, by name.
  ///   - bandHeight: Number of rows in a band. If nil, it depends on the width.
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

  /// Returns the number of rows in a band of an image of `shape`: as many as fit into 128 KiB, from 1 to 64, but no
  /// more than the image has.
  public func bandHeight(for shape: ImageShape) -> Int {
    min(bandHeight ?? max(1, min(64, (128 << 10) / shape.bytesPerRow)), shape.size.height)
  }
}

/// The output and the work of a filter for an image of a given shape.
public struct FilterPlan: Sendable {
  /// How the filter computes its output.
  public enum Work: Sendable {
    /// The image is passed on unchanged.
    case nothing
    /// Each row is computed from the row at the same position and has the same width. Neighbouring filters of this kind
    /// are fused.
    case rows(@Sendable (RenderContext) throws -> any RowLoop)
    /// A sink that receives the image's rows and pushes its own rows into another sink.
    case stage(@Sendable (RenderContext, any RowSink) throws -> any RowSink)
    /// Like `stage`, but it buffers the whole image before it pushes the first row.
    case barrier(@Sendable (RenderContext, any RowSink) throws -> any RowSink)
    /// Like `barrier`, but the size of its output is known only after the whole image was received. It then opens the
    /// next sink for a shape no larger than planned.
    case lateBarrier(@Sendable (RenderContext, @escaping OpenSink) throws -> any RowSink)
    /// The filter has to be planned again: when the size of its input is known, because a late barrier before it
    /// determines that size, or when there is an overview of the photo.
    case planAgain
  }

  /// The shape of the output.
  public let output: PlannedShape
  /// How the output is computed.
  public let work: Work
  /// Memory needed while rendering in bytes, apart from one or two bands.
  public let workingBytes: Int
  /// Size in bytes of the ``SharedImages`` that the filter creates, by name. They exist once for all photos.
  public let sharedBytes: [String: Int]
  /// The resampling that the filter starts with, so that a decode path can do it on a JPEG's planes, before they are
  /// converted to pixels.
  package let resampling: Resampling?
  /// The orientation that a filter applies if it does nothing but turn the image, so that a decode path can resample
  /// first and turn the smaller result. ``Orientation/up`` for any other filter.
  package let turn: Orientation
  /// The part of the image that a filter keeps, if it does nothing else and what is around that part may show at its
  /// edges, so that a decode path can resample that part of the whole photo. Nil for any other filter.
  package private(set) var window: PixelRect?
  /// Whether the filter needs the whole image only to look at it. If it is the first to receive the photo, it can be
  /// planned with an overview instead (``PlanContext/overview``).
  package internal(set) var onlyLooks = false
  /// How the filter moves the image's pixels, apart from a ``turn``, if it is one whose moves a gain map can follow. Nil if
  /// that isn't known yet.
  package internal(set) var moves: [PictureMove]? = []
  /// Whether the work depends on what the image shows, also if the plan was made with an overview of it.
  package internal(set) var dependsOnPicture = false
  /// Adds the notes of a filter that was planned with an overview.
  package internal(set) var takeNotes: @Sendable (StepNotes) -> Void = { _ in }

  /// Creates a plan with a known output shape.
  ///
  /// - Parameters:
  ///   - output: The shape of the output, with the same depth and transfer as the input.
  ///   - workingBytes: Memory needed while rendering in bytes, apart from one or two bands.
  ///   - sharedBytes: Size in bytes of the ``SharedImages`` that the filter creates, by name.
  public init(output: ImageShape, work: Work, workingBytes: Int = 0, sharedBytes: [String: Int] = [:]) {
    self.init(.exact(output), work, workingBytes: workingBytes, sharedBytes: sharedBytes)
  }

  /// Creates a plan whose work decode paths can start with or take over.
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

  /// Creates a plan whose output size is known only after the whole image was received.
  ///
  /// - Parameter workingBytes: Memory needed while rendering in bytes, including the whole image.
  public init(
    outputAtMost bound: ImageShape, workingBytes: Int,
    lateBarrier: @escaping @Sendable (RenderContext, @escaping OpenSink) throws -> any RowSink
  ) {
    self.init(.atMost(bound), .lateBarrier(lateBarrier), workingBytes: workingBytes)
  }

  /// Creates a plan that keeps a part of the image, around which there is only backdrop, or a shadow that was cut off.
  init(keeping window: PixelRect, of input: ImageShape, work: Work) {
    self.init(output: ImageShape(size: window.size, format: input.format), work: work)
    if case .nothing = work { return }
    self.window = window
    moves = [.frame(window)]
  }

  /// Creates a plan that will be replaced by one made with an overview.
  init(awaitingOverview output: PlannedShape, workingBytes: Int) {
    self.init(output, .planAgain, workingBytes: workingBytes)
    onlyLooks = true
  }

  fileprivate init(
    _ output: PlannedShape, _ work: Work, workingBytes: Int = 0, sharedBytes: [String: Int] = [:],
    resampling: Resampling? = nil, turn: Orientation = .up
  ) {
    (self.output, self.work, self.resampling, self.turn) = (output, work, resampling, turn)
    (self.workingBytes, self.sharedBytes) = (workingBytes, sharedBytes)
    moves = resampling.map { [.resize($0.geometry)] } ?? []
  }

  /// Returns the plan with the moves of its pixels.
  func moving(_ moves: [PictureMove]?) -> FilterPlan {
    var plan = self
    plan.moves = moves
    return plan
  }

  /// Whether the filter will be planned again with an overview of the photo.
  package var awaitsOverview: Bool { if case .planAgain = work { onlyLooks } else { false } }

  /// Whether the filter needn't be planned again, and doesn't buffer the image only to look at it.
  package var isFinal: Bool { if case .planAgain = work { false } else { !onlyLooks } }

  /// Whether the output size is known only after the whole image was received.
  public var isLate: Bool { if case .lateBarrier = work { true } else { false } }
}

extension Filter {
  public func output(ofAtMost bound: ImageShape, in context: PlanContext) throws(FilterError) -> PlannedShape {
    .atMost(try plan(bound, in: context).output.bound)
  }

  /// Returns the plan for an image of which at least an upper bound is known.
  public func plan(_ input: PlannedShape, in context: PlanContext) throws(FilterError) -> FilterPlan {
    switch input {
    case .exact(let shape): return try plan(shape, in: context)
    case .atMost(let bound):
      let largest = try plan(bound, in: context)
      return FilterPlan(
        try output(ofAtMost: bound, in: context), .planAgain, workingBytes: largest.workingBytes,
        sharedBytes: largest.sharedBytes)
    }
  }
}

/// Resampling, followed by further work on the resampled pixels.
package struct Resampling: Sendable {
  public let geometry: ResizeGeometry
  public let kernel: ResamplingKernel
  /// Makes the sink for the resampled rows that leads to the filter's output sink. Nil if the resampled rows are the
  /// output.
  public var rest: (@Sendable (RenderContext, any RowSink) throws -> any RowSink)?

  init(geometry: ResizeGeometry, kernel: ResamplingKernel) { (self.geometry, self.kernel) = (geometry, kernel) }

  /// Creates a resampling that leaves an image of this size unchanged.
  public init(nothing size: PixelSize) {
    self.init(geometry: ResizeGeometry(whole: size, output: size), kernel: .box)
  }

  /// Returns the sink for rows of an image that was decoded at a smaller size. It pushes the resampled rows into
  /// `sink`.
  ///
  /// - Parameters:
  ///   - decoded: Shape of the decoded rows.
  ///   - image: Size of the full image.
  ///   - scale: Size of the decoded image relative to the full image.
  ///   - meansOf: Width and height of the block of pixels that is averaged in each decoded pixel. 1 if they are
  ///     samples.
  public func sink(
    from decoded: ImageShape, of image: PixelSize, at scale: Double, meansOf: Int, _ context: RenderContext,
    into sink: any RowSink
  ) -> any RowSink {
    // Means contain more information than samples: they are resampled as means of the full image's pixels.
    let source = meansOf > 1 ? image : decoded.size
    let scaled = meansOf > 1 ? geometry : geometry.scaled(by: scale)
    let output = ImageShape(size: geometry.output, format: decoded.format)
    return ResizeStages(
      input: decoded, of: source, output: output, geometry: scaled, kernel: kernel, meansOf: meansOf
    ).sink(context, into: sink)
  }

  /// Returns the equivalent resampling of the image before it was turned.
  ///
  /// - Parameter stored: Size of that image.
  public func before(_ turn: Orientation, of stored: PixelSize) -> Resampling {
    with(geometry.before(turn, of: stored))
  }

  /// Returns the equivalent resampling of the whole image, of which this resampling's image is a part.
  public func inside(_ window: PixelRect) -> Resampling { with(geometry.moved(by: window.origin)) }

  private func with(_ geometry: ResizeGeometry) -> Resampling {
    var resampling = Resampling(geometry: geometry, kernel: kernel)
    resampling.rest = rest
    return resampling
  }
}

extension FilterPlan {
  /// Returns the sink for the input's rows. It pushes the filter's rows into `sink`. The output shape must be known.
  public func sink(_ context: RenderContext, into sink: any RowSink) throws -> any RowSink {
    switch work {
    case .nothing: return sink
    case .rows(let makeLoop):
      return try RowLoopStage(loops: [makeLoop(context)], output: output.bound, context: context, sink: sink)
    case .stage(let makeStage), .barrier(let makeStage): return try makeStage(context, sink)
    case .lateBarrier, .planAgain: preconditionFailure("a sink is made for a size that is known")
    }
  }

  /// Returns the sink for the input's rows. It pushes the filter's rows into the sink that `open` returns for their
  /// shape, which is opened at once, or as soon as the shape is known.
  public func sink(_ context: RenderContext, opening open: @escaping OpenSink) throws -> any RowSink {
    guard case .lateBarrier(let makeStage) = work else { return try sink(context, into: open(output.bound)) }
    let planned = output
    return try makeStage(context) { shape in
      precondition(shape == planned.resolved(shape.size), "a filter keeps to the format that it planned")
      return try open(shape)
    }
  }

  /// Applies the plan to a complete image. The image must have the shape that the plan was made for.
  public func image(of image: Image, _ context: RenderContext) throws -> Image {
    try ImageCollector.image { open in
      let sink = try sink(context, opening: open)
      try image.withBand { try sink.push($0) }
      try sink.finish()
    }
  }
}

/// Work that computes each row from the row at the same position.
public protocol RowLoop: AnyObject {
  /// Computes row `y`. `output` can be the same memory as `input`. Both are as wide as the image.
  func apply(to input: UnsafeRawPointer, row y: Int, into output: UnsafeMutableRawPointer)
}

extension Filter {
  public static var shorthand: String? { nil }
  public static var version: Int { 1 }
  public static var movesPixelsOnly: Bool { false }
  public static var commutesWithScaling: Bool { false }
  public static var keepsPlaces: Bool { false }
  public static var keepsGainMap: Bool { false }
  public static var mixesChannels: Bool { false }
  public static var coreImageName: String? { nil }
  public static var coreImageDefaults: Self { Self() }
  public static var otherWords: [String] { [] }
  public static var coreImageParts: [Parameter<Self>] { [] }
  public static var coreImageDifferences: [String: String] { [:] }
  public var sourceNames: [String] { [] }
  public func check() throws(FilterError) {}

  /// Descriptions of ``coreImageParts``.
  public static var coreImagePartDescriptions: [ParameterDescription] { coreImageParts.map(\.description) }

  /// Reads the filter from a recipe: a map of parameters, only the shorthand's value, or nothing.
  ///
  /// - Parameter name: The name used in the recipe: the filter's own or Core Image's.
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

  /// Returns the parameter with this name, which can be Core Image's.
  private static func parameter(named name: String) throws(FilterError) -> Parameter<Self> {
    let all = parameters + coreImageParts
    if let parameter = all.first(where: { $0.description.names.contains(name) }) { return parameter }
    if let difference = coreImageDifferences[name] { throw .unsuitableParameter(parameter: name, why: difference) }
    throw .unknownParameter(
      parameter: name, filter: Self.name, nearest: Spelling.nearest(to: name, among: all.flatMap(\.description.names)),
      allowed: parameterDescriptions.map(\.name))
  }

  /// The step in short form: its name, and the parameters that differ from their defaults.
  public var briefText: String {
    let standard = Self()
    let given = Self.parameters.filter {
      $0.description.isRequired || $0.value(in: self) != $0.value(in: standard)
    }
    if given.isEmpty { return Self.name }
    let parameters = given.map { "\($0.description.name): \($0.value(in: self))" }
    return "\(Self.name): { \(parameters.joined(separator: ", ")) }"
  }

  /// The step as a recipe writes it with all parameters, on one line.
  public var canonicalText: String { "\(Self.name): \(parameterValues)" }

  /// The step for cache keys. It includes the version of filters that aren't packshot's own, because the engine's
  /// version doesn't cover them.
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
