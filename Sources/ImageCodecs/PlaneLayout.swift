import PixelCore

/// The planes that a JPEG holds its picture in: luma, and unless it is grey two of chroma, which may be smaller.
///
/// Luma is 0.299 R + 0.587 G + 0.114 B of encoded values, the chromas (B − Y) / 1.772 + 128 and (R − Y) / 1.402 + 128 (ITU-T
/// T.871). A sample of chroma lies in the middle of the samples of luma that it stands for.
public struct PlaneLayout: Sendable, Hashable {
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

  /// The planes that libjpeg makes of this picture at a scale: from chroma that is smaller than luma it leaves out less.
  func scaled(_ scale: DecodeScale) -> PlaneLayout {
    let eighths = scale.rawValue
    var chromaEighths = eighths
    if let step = chromaStep {
      while chromaEighths < 8, [step.width, step.height].allSatisfy({ $0 * eighths % (2 * chromaEighths) == 0 }) {
        chromaEighths *= 2
      }
    }
    return PlaneLayout(
      luma: scale.scaled(luma),
      chromaStep: chromaStep.map {
        PixelSize(width: $0.width * eighths / chromaEighths, height: $0.height * eighths / chromaEighths)
      })
  }
}
