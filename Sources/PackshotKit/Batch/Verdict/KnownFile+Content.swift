import Catalog
import ImageCodecs
import Pipeline
import PixelCore
import Rendering

extension KnownFile {
  /// The photo as identities tell it.
  ///
  /// - Parameter subject: What the photo shows, as far as its name tells.
  func content(_ subject: PhotoSubject) -> PhotoContent {
    let model = image.colorModel.flatMap(ImageInfo.ColorModel.init)
    return PhotoContent(
      sha256: sha256, format: ImageFileFormat(rawValue: image.format), hasInks: model?.hasInks == true,
      facts: PhotoFacts(RenderPlan.Photo(image, subject: subject)))
  }
}

extension RenderPlan.Photo {
  /// A photo as the catalog remembers it.
  init(_ facts: ImageFacts, subject: PhotoSubject) {
    self.init(size: PixelSize(width: facts.width, height: facts.height))
    self.subject = subject
    orientation = Orientation(rawValue: facts.orientation) ?? .up
    hasAlpha = facts.hasAlpha
    depth = facts.bitDepth == 16 ? .sixteen : .eight
  }
}
