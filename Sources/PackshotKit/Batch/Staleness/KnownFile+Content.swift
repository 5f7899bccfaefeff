import Catalog
import ImageCodecs
import ObjectStore
import Pipeline
import PixelCore
import Recipes
import Rendering

extension KnownFile {
  /// The photo as cache keys need it.
  ///
  /// - Parameters:
  ///   - subject: What the photo shows, as far as its name tells.
  ///   - own: The pictures that it has of its own.
  ///   - missing: The sources that there is none for.
  func content(
    _ subject: PhotoSubject, own: [String: PerPhotoContent] = [:], missing: Set<String> = []
  ) -> PhotoContent {
    let model = image.colorModel.flatMap(ImageInfo.ColorModel.init)
    var facts = PhotoFacts(RenderPlan.Photo(image, subject: subject))
    facts.missing = missing
    return PhotoContent(
      sha256: sha256, format: ImageFileFormat(rawValue: image.format), hasInks: model?.hasInks == true, facts: facts,
      own: own)
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
