import ColorProfiles
import Filters
import ImageCodecs
import PixelCore
import Recipes

/// How a photo's pixels get from its file to an output.
package enum DecodePath: Sendable, Hashable {
  /// Decoded to pixels first.
  case pixels
  /// The planes of a JPEG are resampled each by itself and made pixels at the small size: where the first thing that is
  /// done to the photo is to resample its encoded values. Colours that no pixel could have are clamped after resampling
  /// and not before. What is turned before it is resampled is turned afterwards instead, if it is no larger then.
  case planes(DecodeScale)
  /// The planes of a JPEG are decoded at less than their size, made pixels, converted to sRGB, and then resampled: where the
  /// first thing that is done to a photo of other colours is to make it much smaller.
  case convertedPlanes(DecodeScale)
  /// The planes of a JPEG are resampled, if at all, and encoded as they are: where nothing else is done.
  case planesToEncoder(DecodeScale)

  /// The decode path of an output. The photo's header and the output's own chain decide, with the trunk that leads to it, and
  /// nothing else: what comes out does not depend on the other outputs. It does depend on the path, so another one for the same
  /// work takes another engine.
  ///
  /// Planes are decoded as small as leaves two samples of luma or more for each pixel of the result, across and down. Beside
  /// what becomes of the whole photo, less than that is much less faithful, and more hardly more. Chroma that is smaller than
  /// luma in the file has as many, if it is smaller both ways (``PlaneReader``): with half as many, edges between colours are
  /// soft, and photos drawn with such edges have 2 to 15 dB less in chroma.
  ///
  /// - Parameters:
  ///   - trunk: What is done to the photo before the outputs part.
  ///   - chain: What is done to it for this output.
  ///   - isConverted: Whether the photo's colours become a working space's.
  ///   - space: Which. What is known of mixing is of sRGB alone, so that others are converted whole.
  ///   - isExact: Whether the whole photo is decoded, however small the result.
  package init(
    of photo: RenderPlan.Photo, trunk: Chain, chain: Chain, encoding: Recipe.Encoding, isConverted: Bool = false,
    space: WorkingSpace = .sRGB, isExact: Bool = false
  ) {
    let first = trunk.onlyTurns ? chain : trunk
    guard photo.planes != nil, first.input.format == .encodedOpaque,
      trunk.turn == .up && first.turn == .up || !isExact && Self.canTurnLate(trunk, first, photo.size)
    else {
      self = .pixels
      return
    }
    let scale = isExact ? .full : Self.scale(for: first.resampling)
    if isConverted {
      self =
        scale == .full || space != .sRGB || photo.colors.mixing > Self.mostMixing || photo.colors.model != .rgb
        ? .pixels : .convertedPlanes(scale)
      return
    }
    let leavesPlanes = trunk.onlyTurns && (chain.isEmpty || chain.onlyResamples)
    if leavesPlanes, encoding.takesPlanes {
      self = .planesToEncoder(scale)
    } else {
      self = first.resampling == nil ? .pixels : .planes(scale)
    }
  }

  /// How much a profile may mix channels (``FileColors/mixing``) where a photo is decoded small before it is converted.
  ///
  /// That is to resize some of the way in the photo's own colours, up to eight times. On 14 photos that become 300 pixels wide,
  /// as Display P3 (0.22) and as Adobe RGB (0.40), with colours that sRGB has and with those that their numbers are, 99.9 % of
  /// the values are within 1 level of those of a photo that was converted first; of one more vivid than sRGB, within 3.
  /// Converted after all resampling they would be off by up to 11 to 30.
  private static let mostMixing = 0.45

  /// Whether a photo that is turned first, by the trunk or by the first chain that does something else, can be resampled
  /// before.
  private static func canTurnLate(_ trunk: Chain, _ first: Chain, _ size: PixelSize) -> Bool {
    let isTurnedTwice = trunk.onlyTurns && trunk.turn != .up && first.turn != .up
    return !isTurnedTwice && first.resampling.map { $0.geometry.output.pixelCount <= size.pixelCount } == true
  }

  private static func scale(for resampling: Resampling?) -> DecodeScale {
    // A box has hard ends, which need single pixels.
    guard let resampling, resampling.kernel != .box else { return .full }
    let (columns, rows, output) = (resampling.geometry.columns, resampling.geometry.rows, resampling.geometry.output)
    let small = [DecodeScale.eighth, .quarter, .half].first { scale in
      columns.length * Double(scale.rawValue) >= Double(16 * output.width)
        && rows.length * Double(scale.rawValue) >= Double(16 * output.height)
    }
    return small ?? .full
  }

  /// How large the planes are decoded; nil where none are.
  package var planeScale: DecodeScale? {
    switch self {
    case .pixels: nil
    case .planes(let scale), .convertedPlanes(let scale), .planesToEncoder(let scale): scale
    }
  }

  /// Whether the planes go to the encoder.
  package var leadsToEncoder: Bool { if case .planesToEncoder = self { true } else { false } }
}
