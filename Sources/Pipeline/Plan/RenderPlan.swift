import ColorProfiles
import Filters
import ImageCodecs
import PixelCore
import Recipes

/// What will become of one photo: every shape on the way, known from its header before any pixel moves.
package struct RenderPlan: Sendable {
  /// Done once for all outputs.
  package let trunk: Chain
  /// One for each output of the recipe that is made of the photo, in its order.
  package let outputs: [OutputPlan]
  /// The outputs that are not made of it.
  package let notMade: [NotMade]
  /// Bytes held at most while the photo is rendered: what the decoder, barriers and encoders hold, and the bands on their
  /// way.
  package let workingBytes: Int
  /// Bytes of these that the decoder can do without, if it takes its time.
  package let sparableBytes: Int
  /// Bytes of what photos share, by name: the recipe's sources, and what filters make once for all photos.
  package let sharedBytes: [String: Int]

  /// What is made of colours as the photo is read.
  let colors: ColorHandling

  private let photo: Photo
  private let sourceBytes: [String: Int]
  /// The sources that the photo has of its own.
  let own: PerPhotoSources

  /// An output's own part.
  package struct OutputPlan: Sendable {
    /// Its place among the plan's outputs.
    package fileprivate(set) var index: Int
    /// Its place among the recipe's outputs.
    package let place: Int
    package let output: Recipe.Output
    package let chain: Chain
    /// The shape of the rows that the output's writer is given.
    package let written: PlannedShape
    /// How the photo's pixels get to it.
    package let decodePath: DecodePath
    /// Whether the photo's colours become the working space's as it is decoded.
    package let isConverted: Bool
    /// Whether it has the photo's own colours, and its profile.
    package let keepsProfile: Bool
    /// The profile of the working space that a file has with it; nil for sRGB, which goes without.
    package let spaceProfile: [UInt8]?
    /// What it keeps of the photo's metadata.
    package let metadata: KeptMetadata
  }

  /// An output that is not made of the photo.
  package struct NotMade: Hashable, Sendable {
    /// Its place among the recipe's outputs.
    package var place: Int
    /// What its `when` asks for that does not hold, to stand behind "because".
    package var reason: String

    package init(place: Int, reason: String) { (self.place, self.reason) = (place, reason) }
  }

  /// What a plan needs to know of a photo: what its header says, and what its name does.
  package struct Photo: Sendable {
    /// As stored.
    package var size: PixelSize
    package var orientation: Orientation
    package var hasAlpha: Bool
    package var subject = PhotoSubject()
    package var depth: PixelFormat.Depth
    /// Whether its file has other pictures: an animation's, or pages.
    package var hasMorePictures = false
    package var colors = FileColors.untagged
    /// The planes that it can be read as.
    package var planes: PlaneLayout?
    /// Bytes that its decoder holds.
    package var decodingBytes: Int
    /// Bytes of these that it can do without, if it takes its time.
    package var sparableBytes: Int
    /// The pictures that it has of its own; nil where no photo is there, and they are taken to be as large as it.
    package var own: PerPhotoHeaders? = PerPhotoHeaders()

    /// An upright, opaque photo of some size and 8 bits, to see what a recipe would do.
    package init(size: PixelSize) {
      (self.size, orientation, hasAlpha, depth) = (size, .up, false, .eight)
      (decodingBytes, sparableBytes) = (0, 0)
      own = nil
    }

    package init(_ info: ImageInfo, subject: PhotoSubject = PhotoSubject()) {
      self.subject = subject
      (size, orientation, hasAlpha, depth) = (info.size, info.orientation, info.hasAlpha, info.depth)
      decodingBytes = ImageCodec.decodingMemory(for: info)
      (colors, hasMorePictures) = (info.colors, info.hasMorePictures)
      planes = info.planes
      sparableBytes = decodingBytes - ImageCodec.decodingMemory(for: info, spareMemory: 0)
    }
  }

  /// Plans a recipe for a photo.
  ///
  /// A chain of filters that only move pixels gets the rows as they are in the file; any other works in the recipe's format
  /// from its beginning. So a photo that is only cropped keeps its values to the last bit, and what comes out of a chain
  /// does not depend on the other outputs.
  ///
  /// - Parameters:
  ///   - sources: The shapes of the recipe's sources, by name, for photos of this depth.
  ///   - colors: What is made of colours as the photo is read; nil for what the recipe says, without a profile for CMYK.
  ///   - limits: How many pixels the photo may have; what is made of it never fewer than by default.
  package init(
    _ recipe: Recipe, photo: Photo, sources: [String: ImageShape], colors: ColorHandling? = nil,
    limits: DecodeLimits = DecodeLimits()
  ) throws(RecipeError) {
    let facts = PhotoFacts(photo)
    var notMade: [NotMade] = []
    var made: [Int] = []
    for (place, output) in recipe.outputs.enumerated() {
      if let objection = output.when?.objection(to: facts) {
        notMade.append(NotMade(place: place, reason: objection))
      } else {
        made.append(place)
      }
    }
    // What an output needs can't fail a photo that the output isn't made of: its images, texts and sources are left out too.
    var part = recipe.part(made)
    // If no photo is given, the shared steps are planned all the same, to check them.
    if made.isEmpty, photo.own != nil { part.steps = [] }
    let recipe = try part.inWorkingSpace.settled(for: facts).filled(for: facts.subject)
    let space = recipe.conversion.space
    let working = recipe.workingFormat(photo: photo.depth)
    let file = PixelFormat(
      depth: photo.depth, transfer: .encoded, alpha: photo.hasAlpha ? .straight : .opaque)
    guard min(photo.size.width, photo.size.height) > 0 else {
      throw recipe.error(at: Recipe.Node(path: ""), .emptyPhoto(size: photo.size))
    }
    if recipe.animation == .refuse, photo.hasMorePictures {
      throw recipe.error(at: Recipe.Node(path: "animation"), .severalPictures)
    }
    let own = try PerPhotoSources(of: recipe, photo: photo, in: working, limits: limits)
    let context = PlanContext(
      orientation: photo.orientation, sources: sources.merging(own.shapes) { $1 }, ownSources: Set(own.shapes.keys))
    let planner = ChainPlanner(recipe: recipe, working: working, context: context, limits: limits)
    let trunk = try planner.chain(recipe.steps, from: .exact(ImageShape(size: photo.size, format: file)))

    var outputs: [OutputPlan] = []
    for (place, output) in zip(made, recipe.outputs) {
      let chain = try planner.chain(of: output, from: trunk.output)
      // The photo's depth, whatever filters work in.
      let file = output.encoding.settings.stored(
        PixelFormat(depth: photo.depth, transfer: .encoded, alpha: chain.output.format.alpha))
      let keepsProfile =
        recipe.profile == .keep && photo.colors.canBeKept && recipe.sourceNames(of: output).isEmpty
      let isConverted = photo.colors.needsConversion(to: space) && !keepsProfile
      outputs.append(
        OutputPlan(
          index: outputs.count, place: place, output: output, chain: chain,
          written: chain.output.map { ImageShape(size: $0.size, format: file) },
          decodePath: DecodePath(
            of: photo, trunk: trunk, chain: chain, encoding: output.encoding, isConverted: isConverted,
            space: space, isExact: recipe.fidelity == .exact),
          isConverted: isConverted, keepsProfile: keepsProfile,
          spaceProfile: space == .sRGB ? nil : space.profile, metadata: recipe.metadata))
    }
    self.init(
      trunk: trunk, outputs: outputs, notMade: notMade, photo: photo,
      colors: colors ?? ColorHandling(conversion: recipe.conversion),
      sourceBytes: Self.sharedBytes(of: sources, in: working), own: own)
  }

  private init(
    trunk: Chain, outputs: [OutputPlan], notMade: [NotMade], photo: Photo, colors: ColorHandling,
    sourceBytes: [String: Int], own: PerPhotoSources
  ) {
    (self.trunk, self.outputs, self.photo, self.colors) = (trunk, outputs, photo, colors)
    self.notMade = notMade
    self.sourceBytes = sourceBytes
    self.own = own.part(Set(outputs.flatMap { $0.sourceNames(behind: trunk) }))
    let chains = [trunk] + outputs.map(\.chain)
    sparableBytes = photo.sparableBytes
    workingBytes =
      chains.reduce(photo.decodingBytes + self.own.byteCount) { $0 + $1.workingBytes }
      - Self.sparedTurningBytes(trunk, outputs)
      + outputs.reduce(0) { $0 + $1.encodingBytes }
      + (outputs.compactMap(\.decodePath.planeScale).map { ImageCodec.planesMemory(of: photo.planes!, scale: $0) }.max()
        ?? 0)
    sharedBytes = chains.reduce(into: sourceBytes) { $0.merge($1.sharedBytes) { bytes, _ in bytes } }
  }

  /// Bytes that chains would hold to turn the photo, less those of what is turned instead once it has been resampled.
  private static func sparedTurningBytes(_ trunk: Chain, _ outputs: [OutputPlan]) -> Int {
    let ofPlanes = outputs.filter { $0.decodePath != .pixels }
    let ofPixels = outputs.count - ofPlanes.count
    func bytes(turnedFor chain: Chain) -> Int {
      chain.resampling.map { $0.geometry.output.pixelCount * chain.input.format.bytesPerPixel } ?? 0
    }
    let spared = (ofPixels == 0 ? trunk.turningBytes : 0) + ofPlanes.reduce(0) { $0 + $1.chain.turningBytes }
    if !trunk.onlyTurns { return spared - (trunk.turn == .up || ofPlanes.isEmpty ? 0 : bytes(turnedFor: trunk)) }
    return ofPlanes.reduce(spared) {
      $0 - (trunk.turn == .up && $1.chain.turn == .up ? 0 : bytes(turnedFor: $1.chain))
    }
  }

  /// The plan with some of its outputs alone. What comes out of each is the same, whatever others there are.
  ///
  /// - Parameter places: Theirs among the recipe's outputs; all of them are made.
  package func part(_ places: [Int]) -> RenderPlan {
    let outputs = places.enumerated().map { index, place in
      guard var output = output(at: place) else { preconditionFailure("an output that is not made has no plan") }
      output.index = index
      return output
    }
    return RenderPlan(
      trunk: trunk, outputs: outputs, notMade: [], photo: photo, colors: colors, sourceBytes: sourceBytes,
      own: own)
  }

  /// The plan of the output that has a place among the recipe's; nil where it is not made.
  package func output(at place: Int) -> OutputPlan? { outputs.first { $0.place == place } }

  /// What the photo shows, as far as its name tells.
  package var subject: PhotoSubject { photo.subject }

  /// The sources that it has no picture of its own for.
  package var missing: Set<String> { photo.own?.missing ?? [] }

  /// Bytes of a recipe's sources in a working format, under one name.
  static func sharedBytes(of sources: [String: ImageShape], in working: PixelFormat) -> [String: Int] {
    sources.isEmpty ? [:] : ["sources as \(working)": sources.values.reduce(0) { $0 + $1.byteCount }]
  }

  /// Whether the photo is turned for an output once it has been resampled, not before.
  package func turnsLate(for output: OutputPlan) -> Bool {
    output.decodePath != .pixels && (trunk.turn != .up || output.chain.turn != .up)
  }

  /// Whether the photo is decoded at less than its size for some output.
  package var decodesAtLessThanItsSize: Bool {
    outputs.contains { ($0.decodePath.planeScale ?? .full) != .full }
  }

  /// The format that filters other than movers of pixels work in; nil if there are none.
  package var workingFormat: PixelFormat? {
    ([trunk] + outputs.map(\.chain)).first { $0.computes }?.input.format
  }
}

extension RenderPlan.OutputPlan {
  /// The names of the sources that are in it, sorted.
  ///
  /// - Parameter trunk: The plan's.
  package func sourceNames(behind trunk: Chain) -> [String] {
    Set((trunk.steps + chain.steps).flatMap(\.step.filter.sourceNames)).sorted()
  }

  /// Bytes that its writer holds.
  fileprivate var encodingBytes: Int {
    switch written {
    case .exact(let shape): ImageCodec.encodingMemory(for: shape, coding: output.encoding)
    case .atMost(let bound): ImageCodec.encodingMemory(forAtMost: bound, coding: output.encoding)
    }
  }

  /// Whether the same pixels come out of this output's chain as out of another's of the same plan.
  func hasSamePicture(as other: RenderPlan.OutputPlan) -> Bool {
    decodePath == other.decodePath && isConverted == other.isConverted && chain.input == other.chain.input
      && chain.work == other.chain.work
  }

  /// Whether this output and another one of the same plan come to the same file, whatever their steps ask for: of a small
  /// photo that is not enlarged, two sizes are the same picture.
  package func isSameWork(as other: RenderPlan.OutputPlan) -> Bool {
    output.encoding == other.output.encoding && written == other.written && keepsProfile == other.keepsProfile
      && hasSamePicture(as: other)
  }
}

extension PhotoFacts {
  package init(_ photo: RenderPlan.Photo) {
    self.init(
      size: photo.orientation.swapsAxes ? photo.size.swapped : photo.size, hasAlpha: photo.hasAlpha,
      subject: photo.subject)
    missing = photo.own?.missing ?? []
  }
}
