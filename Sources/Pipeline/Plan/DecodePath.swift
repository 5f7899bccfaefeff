import Filters
import ImageCodecs
import PixelCore

/// How a photo's pixels get from its file to an output.
public enum DecodePath: Sendable, Hashable {
  /// Decoded to pixels first.
  case pixels
  /// The planes of a JPEG are resampled each by itself and made pixels at the small size: where the first thing that is
  /// done to the photo is to resample its encoded values. Colours that no pixel could have are clamped after resampling
  /// and not before.
  case planes(DecodeScale)
  /// The planes of a JPEG are resampled, if at all, and encoded as they are: where nothing else is done.
  case planesToEncoder(DecodeScale)

  /// The decode path of an output. The photo's header and the output's own chain decide, with the trunk that leads to it, and
  /// nothing else: what comes out does not depend on the other outputs. It does depend on the path, so another one for the same
  /// work takes another engine.
  ///
  /// - Parameters:
  ///   - trunk: What is done to the photo before the outputs part.
  ///   - chain: What is done to it for this output.
  public init(of photo: RenderPlan.Photo, trunk: Chain, chain: Chain, encoding: Recipe.Encoding) {
    let first = trunk.isEmpty ? chain : trunk
    guard photo.planes != nil, first.input.format.with(colorSpace: .sRGB) == .encodedOpaque else {
      self = .pixels
      return
    }
    let leavesPlanes = trunk.isEmpty && (chain.isEmpty || chain.onlyResamples)
    if leavesPlanes, encoding.settings.takesPlanes {
      self = .planesToEncoder(.full)
    } else {
      self = first.resampling == nil ? .pixels : .planes(.full)
    }
  }

  /// How large the planes are decoded; nil where none are.
  public var planeScale: DecodeScale? {
    switch self {
    case .pixels: nil
    case .planes(let scale), .planesToEncoder(let scale): scale
    }
  }

  /// Whether the planes go to the encoder.
  public var leadsToEncoder: Bool { if case .planesToEncoder = self { true } else { false } }
}
