import PixelCore

/// The layout of a JPEG's planes: luma, and unless the picture is grey two chroma planes, which may be smaller.
///
/// Luma is 0.299 R + 0.587 G + 0.114 B of encoded values. The chromas are (B − Y) / 1.772 + 128 and (R − Y) / 1.402 +
/// 128 (ITU-T T.871). A chroma sample is centred on the luma samples that it covers.
package struct PlaneLayout: Sendable, Hashable, Codable {
  /// Size of the luma plane, equal to the picture's.
  public let luma: PixelSize
  /// Number of luma samples per chroma sample, across and down; nil for a grey picture.
  public let chromaStep: PixelSize?

  public init(luma: PixelSize, chromaStep: PixelSize?) {
    (self.luma, self.chromaStep) = (luma, chromaStep)
  }

  /// The sizes of all planes: one, or three.
  public var sizes: [PixelSize] {
    guard let chromaStep else { return [luma] }
    let chroma = PixelSize(
      width: (luma.width + chromaStep.width - 1) / chromaStep.width,
      height: (luma.height + chromaStep.height - 1) / chromaStep.height)
    return [luma, chroma, chroma]
  }

  /// Returns the scale at which chroma is decoded if luma is decoded at `scale`. Chroma that is subsampled in both
  /// directions is decoded larger, as far as it doesn't exceed luma, like in libjpeg.
  package func chromaScale(_ scale: DecodeScale) -> DecodeScale {
    guard let step = chromaStep else { return scale }
    var eighths = scale.rawValue
    while eighths < 8, [step.width, step.height].allSatisfy({ $0 * scale.rawValue % (2 * eighths) == 0 }) {
      eighths *= 2
    }
    return DecodeScale(rawValue: eighths)!
  }

  /// Returns the layout of this picture decoded at a scale.
  func scaled(_ scale: DecodeScale) -> PlaneLayout {
    let (own, chroma) = (scale.rawValue, chromaScale(scale).rawValue)
    return PlaneLayout(
      luma: scale.scaled(luma),
      chromaStep: chromaStep.map { PixelSize(width: $0.width * own / chroma, height: $0.height * own / chroma) })
  }
}
