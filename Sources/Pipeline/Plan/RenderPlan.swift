import ColorProfiles
import Filters
import ImageCodecs
import PixelCore
import Recipes

/// The plan for one photo: the shape after every step, known from its header before any pixel is processed.
package struct RenderPlan: Sendable {
  /// The steps shared by all outputs.
  package let trunk: Chain
  /// The plans of the outputs made from the photo, in the recipe's order.
  package let outputs: [OutputPlan]
  /// The outputs that are not made from the photo.
  package let notMade: [NotMade]
  /// The scale of the overview that steps need before the photo is rendered. Nil if none needs one.
  package let overviewScale: DecodeScale?
  /// Maximum memory needed while the photo is rendered in bytes: for the decoder, barriers, encoders and bands.
  package let workingBytes: Int
  /// The part of ``workingBytes`` that the decoder can do without by working more slowly.
  package let sparableBytes: Int
  /// Memory that photos share in bytes, by name: the recipe's sources, and images that filters create once.
  package let sharedBytes: [String: Int]

  /// How colours are converted when the photo is decoded.
  let colors: ColorHandling

  let photo: Photo
  private let sourceBytes: [String: Int]
  /// The per-photo sources.
  let own: PerPhotoSources

  /// The plan of one output.
  package struct OutputPlan: Sendable {
    /// Index among the plan's outputs.
    package fileprivate(set) var index: Int
    /// Index among the recipe's outputs.
    package let place: Int
    package let output: Recipe.Output
    package fileprivate(set) var chain: Chain
    /// The shape of the rows that the output's writer receives.
    package fileprivate(set) var written: PlannedShape
    /// How the photo's pixels are decoded for this output.
    package fileprivate(set) var decodePath: DecodePath
    /// Whether the photo's colours are converted to the working space when it is decoded.
    package let isConverted: Bool
    /// Whether the output keeps the photo's own colours and profile.
    package let keepsProfile: Bool
    /// The profile of the working space to embed. Nil for sRGB, which isn't embedded.
    package let spaceProfile: [UInt8]?
    /// The photo's metadata that the output keeps.
    package let metadata: KeptMetadata
    /// What becomes of the photo's gain map.
    package fileprivate(set) var gainMap: GainMapUse
  }

  /// An output that is not made from the photo.
  package struct NotMade: Hashable, Sendable {
    /// Index among the recipe's outputs.
    package var place: Int
    /// The part of the output's `when` that doesn't match, or why the photo isn't the first of its group, worded to follow
    /// "because".
    package var reason: String

    package init(place: Int, reason: String) { (self.place, self.reason) = (place, reason) }
  }

  /// The values of a photo that a plan depends on: its header, whose values are also properties of this type, and what
  /// is known from its name.
  @dynamicMemberLookup
  package struct Photo: Sendable {
    package var info: ImageInfo
    package var subject = PhotoSubject()
    /// Memory that the photo's decoder needs in bytes.
    package var decodingBytes = 0
    /// The part of ``decodingBytes`` that the decoder can do without by working more slowly.
    package var sparableBytes = 0
    /// The per-photo images. Nil for planning without a photo; the images are then assumed to have the photo's size.
    package var own: PerPhotoHeaders?

    /// Creates an upright, opaque 8-bit photo of a size, for planning without a photo.
    package init(size: PixelSize) { info = ImageInfo(of: ImageShape(size: size, format: .encodedOpaque)) }

    package init(_ info: ImageInfo, subject: PhotoSubject = PhotoSubject(), own: PerPhotoHeaders = PerPhotoHeaders()) {
      (self.info, self.subject, self.own) = (info, subject, own)
      decodingBytes = ImageCodec.decodingMemory(for: info)
      sparableBytes = decodingBytes - ImageCodec.decodingMemory(for: info, spareMemory: 0)
    }

    package subscript<Value>(dynamicMember value: WritableKeyPath<ImageInfo, Value>) -> Value {
      get { info[keyPath: value] }
      set { info[keyPath: value] = newValue }
    }
  }

  /// Plans a recipe for a photo.
  ///
  /// A chain of filters that only move pixels receives the rows in the file's format. Any other chain works in the
  /// recipe's format from its start. So a photo that is only cropped keeps its exact values, and the result of a chain
  /// doesn't depend on the other outputs.
  ///
  /// - Parameters:
  ///   - sources: Shapes of the recipe's sources for photos of this depth, by name.
  ///   - colors: How colours are converted when the photo is decoded. Nil for the recipe's settings without a CMYK
  ///     profile.
  ///   - limits: The limit on the photo's pixels. Outputs can have as many pixels, and at least as many as by default.
  package init(
    _ recipe: Recipe, photo: Photo, sources: [String: ImageShape], colors: ColorHandling? = nil,
    limits: DecodeLimits = DecodeLimits()
  ) throws(RecipeError) {
    var facts = PhotoFacts(photo)
    if photo.own == nil { facts.subject.groups = recipe.sampleGroups(of: facts.subject) }
    var notMade: [NotMade] = []
    var made: [Int] = []
    for (place, output) in recipe.outputs.enumerated() {
      if let objection = output.objection(to: facts) {
        notMade.append(NotMade(place: place, reason: objection))
      } else {
        made.append(place)
      }
    }
    // An output's images, texts and sources can't fail a photo that the output isn't made from, so they are left out.
    var part = recipe.part(made)
    // Without a photo, the shared steps are planned anyway, to check them.
    if made.isEmpty, photo.own != nil { part.steps = [] }
    let (recipe, keepsProfile) = try part.withGroups(for: facts.subject).inWorkingSpace.resolved(for: facts)
      .filled(for: facts.subject).inColors(of: photo.info)
    let space = recipe.conversion.space
    let working = recipe.workingFormat(photo: photo.info.depth)
    guard min(photo.size.width, photo.size.height) > 0 else {
      throw recipe.error(at: Recipe.Node(path: ""), .emptyPhoto(size: photo.size))
    }
    if recipe.animation == .refuse, photo.hasMorePictures {
      throw recipe.error(at: Recipe.Node(path: "animation"), .severalPictures)
    }
    let own = try PerPhotoSources(of: recipe, photo: photo, sources: sources, in: working, limits: limits)
    let context = PlanContext(
      orientation: photo.orientation, sources: sources.merging(own.shapes) { $1 }, ownSources: Set(own.shapes.keys))
    let planner = ChainPlanner(recipe: recipe, working: working, context: context, limits: limits)
    var trunk = try planner.chain(
      recipe.steps, from: .exact(ImageShape(size: photo.size, format: photo.info.pixelFormat)), FollowedFocus(of: photo)
    )
    // Whether a chain awaits an overview doesn't depend on the other outputs.
    let scale = recipe.fidelity == .exact ? nil : photo.info.overviewScale(in: space)
    let overview = scale.map { trunk.turn.upright($0.scaled(photo.size)) }
    if let overview, trunk.canAwaitOverview { trunk = try trunk.awaitingOverview(of: overview) }

    var outputs: [OutputPlan] = []
    for ((place, output), keepsProfile) in zip(zip(made, recipe.outputs), keepsProfile) {
      var chain = try planner.chain(of: output, behind: trunk)
      if let overview, trunk.onlyTurns, chain.turn == .up, chain.canAwaitOverview {
        chain = try chain.awaitingOverview(of: overview)
      }
      // The file has the photo's depth, whatever filters work in.
      let file = output.encoding.settings.stored(
        PixelFormat(depth: photo.info.depth, transfer: .encoded, alpha: chain.output.format.alpha))
      let isConverted = photo.colors.needsConversion(to: space) && !keepsProfile
      outputs.append(
        OutputPlan(
          index: outputs.count, place: place, output: output, chain: chain,
          written: chain.output.map { ImageShape(size: $0.size, format: file) },
          decodePath: DecodePath(
            of: photo, trunk: trunk, chain: chain, encoding: output.encoding, isConverted: isConverted,
            space: space, isExact: recipe.fidelity == .exact),
          isConverted: isConverted, keepsProfile: keepsProfile,
          spaceProfile: space == .sRGB ? nil : space.profile, metadata: recipe.metadata,
          gainMap: GainMapUse(
            of: output, photo, trunk, chain, isConverted: isConverted,
            isKeptElsewhere: recipe.outputs.contains { $0.hdr == .keep })))
    }
    self.init(
      trunk: trunk, outputs: outputs, notMade: notMade, photo: photo,
      colors: colors ?? ColorHandling(conversion: recipe.conversion), overviewScale: scale,
      sourceBytes: Self.sharedBytes(of: sources, in: working), own: own)
  }

  private init(
    trunk: Chain, outputs: [OutputPlan], notMade: [NotMade], photo: Photo, colors: ColorHandling,
    overviewScale: DecodeScale?, sourceBytes: [String: Int], own: PerPhotoSources
  ) {
    (self.trunk, self.outputs, self.photo, self.colors) = (trunk, outputs, photo, colors)
    self.notMade = notMade
    self.sourceBytes = sourceBytes
    self.own = own.part(Set(outputs.flatMap { $0.sourceNames(behind: trunk) }))
    let chains = [trunk] + outputs.map(\.chain)
    self.overviewScale = chains.contains(where: \.awaitsOverview) ? overviewScale : nil
    sparableBytes = photo.sparableBytes
    workingBytes =
      chains.reduce(photo.decodingBytes + self.own.byteCount) { $0 + $1.workingBytes }
      - Self.sparedTurningBytes(trunk, outputs)
      + outputs.reduce(0) { $0 + $1.encodingBytes }
      + Self.planesBytes(photo, outputs, overview: self.overviewScale)
    sharedBytes = chains.reduce(into: sourceBytes) { $0.merge($1.sharedBytes) { bytes, _ in bytes } }
  }

  /// Returns the memory needed to decode planes, and an overview if there is one.
  private static func planesBytes(_ photo: Photo, _ outputs: [OutputPlan], overview: DecodeScale?) -> Int {
    func bytes(_ scale: DecodeScale) -> Int { ImageCodec.planesMemory(of: photo.planes!, scale: scale) }
    let ofOutputs = outputs.compactMap(\.decodePath.planeScale).map(bytes).max() ?? 0
    guard let overview else { return ofOutputs }
    // Any scale can turn out to be the best. Blocks read for the overview may still be held.
    let most = DecodeScale.allCases.map(bytes).max()!
    return bytes(overview) + most + ImageShape(size: overview.scaled(photo.size), format: .encodedOpaque).byteCount
  }

  /// Returns the memory saved by turning the smaller result after resampling, instead of the photo before it.
  private static func sparedTurningBytes(_ trunk: Chain, _ outputs: [OutputPlan]) -> Int {
    let ofPlanes = outputs.filter { $0.decodePath != .pixels }
    let ofPixels = outputs.count - ofPlanes.count
    func bytes(turnedFor chain: Chain) -> Int {
      chain.resampling.map { $0.geometry.output.pixelCount * chain.input.format.bytesPerPixel } ?? 0
    }
    let spared = (ofPixels == 0 ? trunk.turningBytes : 0) + ofPlanes.reduce(0) { $0 + $1.chain.turningBytes }
    if !trunk.onlyMoves { return spared - (trunk.turn == .up || ofPlanes.isEmpty ? 0 : bytes(turnedFor: trunk)) }
    return ofPlanes.reduce(spared) {
      $0 - (trunk.turn == .up && $1.chain.turn == .up ? 0 : bytes(turnedFor: $1.chain))
    }
  }

  /// Plans the recipe again, with an overview of the photo.
  func planned(with overview: Overview) throws(RecipeError) -> RenderPlan {
    let trunk = try trunk.planned(from: trunk.input, with: overview)
    var outputs = outputs
    for index in outputs.indices {
      var output = outputs[index]
      let input = trunk.output.map { ImageShape(size: $0.size, format: output.chain.input.format) }
      let chain = try output.chain.planned(from: input, with: overview)
      if let exact = chain.output.exact { output.written = .exact(output.written.resolved(exact.size)) }
      output.decodePath = DecodePath(
        of: photo, trunk: trunk, chain: chain, encoding: output.output.encoding, isConverted: output.isConverted,
        space: colors.conversion.space)
      output.gainMap = GainMapUse(
        of: output.output, photo, trunk, chain, isConverted: output.isConverted,
        isKeptElsewhere: outputs.contains { $0.output.hdr == .keep }, isSeen: true)
      output.chain = chain
      outputs[index] = output
    }
    return RenderPlan(
      trunk: trunk, outputs: outputs, notMade: notMade, photo: photo, colors: colors, overviewScale: nil,
      sourceBytes: sourceBytes, own: own)
  }

  /// Returns the plan for some of this plan's outputs. Their results don't depend on the other outputs.
  ///
  /// - Parameter places: Indices of the recipe's outputs, all of which are made from the photo.
  package func part(_ places: [Int]) -> RenderPlan {
    let outputs = places.enumerated().map { index, place in
      guard var output = output(at: place) else { preconditionFailure("an output that is not made has no plan") }
      output.index = index
      return output
    }
    return RenderPlan(
      trunk: trunk, outputs: outputs, notMade: [], photo: photo, colors: colors, overviewScale: overviewScale,
      sourceBytes: sourceBytes, own: own)
  }

  /// Returns the plan of the recipe's output at an index, or nil if it isn't made from the photo.
  package func output(at place: Int) -> OutputPlan? { outputs.first { $0.place == place } }

  /// The photo's header.
  package var info: ImageInfo { photo.info }

  /// Known values of the photo's product and view.
  package var subject: PhotoSubject { photo.subject }

  /// Sources without a per-photo image.
  package var missing: Set<String> { photo.own?.missing ?? [] }

  /// Returns the memory of a recipe's sources in a working format, under a common name.
  static func sharedBytes(of sources: [String: ImageShape], in working: PixelFormat) -> [String: Int] {
    sources.isEmpty ? [:] : ["sources as \(working)": sources.values.reduce(0) { $0 + $1.byteCount }]
  }

  /// Whether the photo is turned for an output after it was resampled.
  package func turnsLate(for output: OutputPlan) -> Bool {
    output.decodePath != .pixels && (trunk.turn != .up || output.chain.turn != .up)
  }

  /// Whether the photo's planes are decoded for an overview or any output.
  package var readsPlanes: Bool { overviewScale != nil || outputs.contains { $0.decodePath.planeScale != nil } }

  /// The format of filters that change pixel values. Nil if there are none.
  package var workingFormat: PixelFormat? {
    ([trunk] + outputs.map(\.chain)).first { $0.computes }?.input.format
  }
}

extension ImageInfo {
  /// Returns the scale at which a JPEG is decoded for an overview. Nil if it is small, or can't be decoded as planes in a
  /// working space.
  fileprivate func overviewScale(in space: WorkingSpace) -> DecodeScale? {
    let scale = DecodeScale(rawValue: 8 / Overview.reduction(of: size))
    guard planes != nil, !colors.needsConversion(to: space) || colors.model == .rgb, scale != .full else { return nil }
    return scale
  }
}

extension RenderPlan.OutputPlan {
  /// Returns the names of the sources used in the output, sorted.
  ///
  /// - Parameter trunk: The plan's trunk.
  package func sourceNames(behind trunk: Chain) -> [String] {
    Set((trunk.steps + chain.steps).flatMap(\.step.filter.sourceNames)).sorted()
  }

  /// Memory that the output's writer needs in bytes.
  fileprivate var encodingBytes: Int {
    let gainMapBytes = gainMap.workingBytes(for: written.bound)
    return switch written {
    case .exact(let shape): ImageCodec.encodingMemory(for: shape, coding: output.encoding) + gainMapBytes
    case .atMost(let bound): ImageCodec.encodingMemory(forAtMost: bound, coding: output.encoding) + gainMapBytes
    }
  }

  /// Whether this output's chain gives the same pixels as another output's chain of the same plan.
  func hasSamePicture(as other: RenderPlan.OutputPlan) -> Bool {
    decodePath == other.decodePath && isConverted == other.isConverted && chain.input == other.chain.input
      && chain.work == other.chain.work
  }

  /// Whether this output and another one of the same plan would be the same file, regardless of the requested sizes.
  /// For a small photo that isn't enlarged, two sizes give the same picture.
  package func isSameWork(as other: RenderPlan.OutputPlan) -> Bool {
    output.encoding == other.output.encoding && output.hdr == other.output.hdr && written == other.written
      && keepsProfile == other.keepsProfile
      && hasSamePicture(as: other)
  }
}

extension PhotoFacts {
  package init(_ photo: RenderPlan.Photo) {
    self.init(photo.info.facts, subject: photo.subject, missing: photo.own?.missing ?? [])
  }
}
