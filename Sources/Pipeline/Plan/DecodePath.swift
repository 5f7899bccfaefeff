import ColorProfiles
import Filters
import ImageCodecs
import PixelCore
import Recipes

/// The way a photo's pixels are decoded for an output.
package enum DecodePath: Sendable, Hashable {
  /// Decoded to pixels first.
  case pixels
  /// The planes of a JPEG are resampled separately and converted to pixels at the small size. Used if the first work on
  /// the photo is to resample its encoded values. Colours outside the range are clamped after resampling instead of
  /// before. A photo that is turned and then resampled is resampled first instead, provided the result isn't larger
  /// than the photo.
  case planes(DecodeScale)
  /// The planes of a JPEG are decoded at a reduced size, converted to pixels and to sRGB, and then resampled. Used if
  /// the first work on a photo with another profile is to make it much smaller.
  case convertedPlanes(DecodeScale)
  /// The planes of a JPEG are passed to the encoder, possibly after resampling. Used if nothing else is done.
  case planesToEncoder(DecodeScale)

  /// Determines the decode path of an output. It depends only on the photo's header, the output's chain and the trunk,
  /// so an output's pixels don't depend on the other outputs. They do depend on the path, so choosing another path for
  /// the same work requires another engine version.
  ///
  /// Planes are decoded as small as possible with at least two luma samples per output pixel in each direction.
  /// Compared with decoding the whole photo, fewer samples are much less faithful, and more are hardly better. Chroma
  /// that is smaller than luma in both directions gets as many samples as luma (``PlaneReader``). With half as many,
  /// edges between colours are soft, and the PSNR of photos with drawn edges is 2 to 15 dB lower in chroma. Chroma that
  /// has a quarter of luma's samples in one direction, as in 4:1:1, gets at least one sample per output pixel, as far as
  /// the file has them: with half of one, colours beside an edge are up to 36 levels off.
  ///
  /// - Parameters:
  ///   - trunk: The steps shared by all outputs.
  ///   - chain: The steps of this output.
  ///   - isConverted: Whether the photo's colours are converted to a working space.
  ///   - space: The working space. The limit on mixing was measured only for sRGB, so photos are decoded fully before
  ///     conversion to another space.
  ///   - isExact: Whether the whole photo is decoded regardless of the output's size.
  package init(
    of photo: RenderPlan.Photo, trunk: Chain, chain: Chain, encoding: Recipe.Encoding, isConverted: Bool = false,
    space: WorkingSpace = .sRGB, isExact: Bool = false
  ) {
    let first = trunk.onlyMoves ? chain : trunk
    guard photo.planes != nil, first.input.format == .encodedOpaque,
      trunk.turn == .up && first.turn == .up || !isExact && Self.canTurnLate(trunk, first, photo.size),
      trunk.window == nil || chain.turn == .up
    else {
      self = .pixels
      return
    }
    let scale = isExact ? .full : Self.scale(for: first.resampling, of: photo.planes)
    if isConverted {
      self =
        scale == .full || space != .sRGB || photo.colors.mixing > Self.mostMixing || photo.colors.model != .rgb
        ? .pixels : .convertedPlanes(scale)
      return
    }
    let leavesPlanes = trunk.onlyMoves && (chain.isEmpty && trunk.window == nil || chain.onlyResamples)
    if leavesPlanes, encoding.takesPlanes {
      self = .planesToEncoder(scale)
    } else {
      self = first.resampling == nil ? .pixels : .planes(scale)
    }
  }

  /// Maximum channel mixing of a profile (``FileColors/mixing``) for which a photo is decoded at a reduced size before
  /// conversion.
  ///
  /// This resizes the photo by a factor of up to eight in its own colours. It was measured on 14 photos resized to a
  /// width of 300 pixels, as Display P3 (0.22) and as Adobe RGB (0.40), with colours inside sRGB and with unchanged
  /// numbers. 99.9 % of the values are within 1 level of the values of a photo that was converted first, or within 3
  /// levels for colours more vivid than sRGB. Converting only after all resampling would cause differences of up to 11
  /// to 30 levels.
  private static let mostMixing = 0.45

  /// Whether a photo that the trunk or the first effective chain turns first can be resampled before it is turned.
  private static func canTurnLate(_ trunk: Chain, _ first: Chain, _ size: PixelSize) -> Bool {
    let isTurnedTwice = trunk.onlyMoves && trunk.turn != .up && first.turn != .up
    return !isTurnedTwice && first.resampling.map { $0.geometry.output.pixelCount <= size.pixelCount } == true
  }

  private static func scale(for resampling: Resampling?, of planes: PlaneLayout?) -> DecodeScale {
    // A box kernel has hard edges, which need single pixels.
    guard let resampling, resampling.kernel != .box else { return .full }
    let (columns, rows, output) = (resampling.geometry.columns, resampling.geometry.rows, resampling.geometry.output)
    let step = planes?.chromaStep ?? PixelSize(width: 1, height: 1)
    for scale in [DecodeScale.eighth, .quarter, .half] {
      let (luma, chroma) = (Double(scale.rawValue), Double((planes?.chromaScale(scale) ?? scale).rawValue))
      // Two luma samples per pixel, and one of chroma.
      func suffices(_ length: Double, for pixels: Int, step: Int) -> Bool {
        length * luma >= Double(16 * pixels) && length * chroma >= Double(8 * pixels * step)
      }
      if suffices(columns.length, for: output.width, step: step.width),
        suffices(rows.length, for: output.height, step: step.height)
      {
        return scale
      }
    }
    return .full
  }

  /// The scale at which the planes are decoded. Nil if pixels are decoded.
  package var planeScale: DecodeScale? {
    switch self {
    case .pixels: nil
    case .planes(let scale), .convertedPlanes(let scale), .planesToEncoder(let scale): scale
    }
  }

  /// Whether the planes go to the encoder.
  package var leadsToEncoder: Bool { if case .planesToEncoder = self { true } else { false } }
}
