import Errors
import Filters
import ImageCodecs
import PixelCore
import Recipes

/// What becomes of the photo's gain map in an output.
package enum GainMapUse: Sendable {
  /// The photo has none, or the recipe drops it.
  case none
  /// It is kept. The placement is nil while a step's place in the photo has yet to be found with an overview. Memory is then
  /// planned for a picture of at most as many pixels as the photo.
  case kept(GainMap, MapPlacement?, photoPixels: Int)
  /// It is left out, with a warning.
  case leftOut(Warning)

  /// - Parameters:
  ///   - trunk: The steps shared by all outputs.
  ///   - chain: The steps of this output.
  ///   - isConverted: Whether the photo's colours are converted to the working space.
  ///   - isKeptElsewhere: Whether another output has `hdr: keep`. The warning that this output has no `hdr` then names
  ///     this output.
  ///   - isSeen: Whether the steps were planned with an overview of the photo, after memory was planned.
  init(
    of output: Recipe.Output, _ photo: RenderPlan.Photo, _ trunk: Chain, _ chain: Chain, isConverted: Bool,
    isKeptElsewhere: Bool, isSeen: Bool = false
  ) {
    guard let stated = photo.gainMap, output.hdr != .drop else {
      self = .none
      return
    }
    let format = output.encoding.format
    switch stated {
    // Also without `hdr`, because `hdr: keep` wouldn't help.
    case .unusable(let reason): self = .leftOut(because: reason)
    case .usable where output.hdr != .keep:
      let place = isKeptElsewhere ? " of \(output.template.text)" : ""
      self = .leftOut(
        Warning(
          "\(Self.summary)\(place); outputs with `hdr: keep` keep it in a JPEG, and `hdr: drop` silences this warning",
          kind: Self.summary))
    case .usable where !format.canHoldGainMap:
      self = .leftOut(because: "packshot writes none into \(format.name) files")
    case .usable where output.group != nil: self = .leftOut(because: "the picture shows several photos")
    case .usable(let map) where map.dependsOnColors && isConverted:
      self = .leftOut(
        because: "its gains are for the photo's own colours, which are converted; `profile: keep` keeps both")
    case .usable where isSeen && chain.output.bound.size.pixelCount > photo.size.pixelCount:
      self = .leftOut(because: "the picture is larger than the photo, which was found too late to plan its memory")
    case .usable(let map) where map.size.pixelCount > photo.size.pixelCount:
      self = .leftOut(because: "it has more pixels than the photo")
    case .usable(let map): self.init(map, photo, trunk.steps + chain.steps)
    }
  }

  private init(_ map: GainMap, _ photo: RenderPlan.Photo, _ steps: [Chain.PlannedStep]) {
    var mapping = PhotoMapping(of: photo.size)
    var isComplete = true
    var size = photo.size
    for step in steps {
      let (plan, filter, input) = (step.plan, type(of: step.step.filter), size)
      size = step.output.bound.size
      if case .nothing = plan.work { continue }
      if plan.turn != .up {
        mapping.turn(plan.turn)
      } else if !filter.keepsGainMap {
        self = .leftOut(because: "it can't follow \(filter.name)")
        return
      } else if filter.mixesChannels, map.dependsOnColors {
        self = .leftOut(because: "it has a gain for each of red, green and blue, which \(filter.name) mixes")
        return
      } else if let moves = plan.moves, !isComplete || !moves.isEmpty || size == input {
        moves.forEach { mapping.follow($0) }
      } else if plan.awaitsOverview {
        isComplete = false
      } else {
        self = .leftOut(
          because: plan.dependsOnPicture && !plan.isFinal
            ? "it can follow \(filter.name) only as the first step of a large JPEG"
            : "it can't follow \(filter.name) with these settings")
        return
      }
    }
    let placement = mapping.placement(ofMap: map.size)
    if isComplete, placement.hasBorder, map.neutral == nil {
      self = .leftOut(because: "it has no value that leaves the border as it is")
    } else {
      self = .kept(map, isComplete ? placement : nil, photoPixels: photo.size.pixelCount)
    }
  }

  private static let summary = "its gain map for HDR screens is left out"

  static func leftOut(because reason: String) -> GainMapUse {
    .leftOut(Warning("\(summary), because \(reason)", kind: summary, reason: reason))
  }

  /// The warning about a gain map that is left out.
  package var warning: Warning? { if case .leftOut(let warning) = self { warning } else { nil } }

  /// Memory in bytes for the gain map of a picture of this shape, and for the picture's file, which is held until it is
  /// complete.
  func workingBytes(for picture: ImageShape) -> Int {
    guard case .kept(let map, let placement, let photoPixels) = self else { return 0 }
    guard let placement else {
      let pixels = min(picture.size.pixelCount, photoPixels)
      return map.workingBytes(making: pixels) + pixels * picture.format.bytesPerPixel + 1024 * map.size.width + 16 << 20
    }
    return map.workingBytes(making: placement.size.pixelCount) + picture.byteCount
      + placement.workingBytes(from: map.size)
  }

  /// Maximum bytes that the gain map adds to the file of a picture of this size.
  package func mostBytes(for picture: PixelSize) -> Int {
    guard case .kept(_, let placement, _) = self else { return 0 }
    return GainMapFile.mostBytes((placement?.size ?? picture).pixelCount)
  }
}
