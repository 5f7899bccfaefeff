import ImageCodecs
import PixelCore
import Segmentation

extension RenderPlan {
  /// A decoding of the photo: once for each scale of its planes or for its pixels, and once for each handling of colours.
  struct Decoding: Equatable {
    let isConverted: Bool
    /// The scale of the planes. Nil if pixels are decoded.
    let scale: DecodeScale?
  }

  /// The decoding whose samples the photo's hash is computed from: the one with the fewest samples that has at least two
  /// per cell of the grid in each direction, otherwise the one with the most. So the hash needs no decoding of its own.
  /// Nil if the plan has no outputs.
  var hashedDecoding: Decoding? {
    func rank(_ decoding: Decoding) -> (Int, Int) {
      let eighths = decoding.scale?.rawValue ?? 8
      let cost = decoding.scale == nil ? 9 : eighths
      return photo.size.shorterSide * eighths >= 16 * CellGrid.side ? (0, cost) : (1, -cost)
    }
    return outputs.map { Decoding(isConverted: $0.isConverted, scale: $0.decodePath.planeScale) }
      .min { rank($0) < rank($1) }
  }
}
