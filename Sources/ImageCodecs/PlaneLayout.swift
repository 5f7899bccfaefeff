import PixelCore

/// The planes that a JPEG holds its picture in: luma, and unless it is grey two of chroma, which may be smaller.
///
/// Luma is 0.299 R + 0.587 G + 0.114 B of encoded values, the chromas (B − Y) / 1.772 + 128 and (R − Y) / 1.402 + 128 (ITU-T
/// T.871). A sample of chroma lies in the middle of the samples of luma that it stands for.
package struct PlaneLayout: Sendable, Hashable {
  /// The size of the plane of luma, which is the picture's.
  public let luma: PixelSize
  /// For how many samples of luma one of chroma stands, across and down; nil for a grey picture.
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

  /// How large chroma is decoded where luma is at a scale: chroma that is smaller than luma both ways, as much larger as it may
  /// be to be no larger than luma. That is libjpeg's rule.
  func chromaScale(_ scale: DecodeScale) -> DecodeScale {
    guard let step = chromaStep else { return scale }
    var eighths = scale.rawValue
    while eighths < 8, [step.width, step.height].allSatisfy({ $0 * scale.rawValue % (2 * eighths) == 0 }) {
      eighths *= 2
    }
    return DecodeScale(rawValue: eighths)!
  }

  /// The planes that come of this picture at a scale.
  func scaled(_ scale: DecodeScale) -> PlaneLayout {
    let (own, chroma) = (scale.rawValue, chromaScale(scale).rawValue)
    return PlaneLayout(
      luma: scale.scaled(luma),
      chromaStep: chromaStep.map { PixelSize(width: $0.width * own / chroma, height: $0.height * own / chroma) })
  }
}
