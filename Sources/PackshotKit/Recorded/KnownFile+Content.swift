import Catalog
import ImageCodecs
import ObjectStore
import Pipeline
import PixelCore
import Recipes
import Rendering

extension KnownFile {
  /// Returns the photo's part of cache keys, from its record.
  ///
  /// - Parameters:
  ///   - subject: Known values of the photo's product and view.
  ///   - own: The per-photo images.
  ///   - missing: Sources without a per-photo image.
  func content(
    _ subject: PhotoSubject, own: [String: PerPhotoContent] = [:], missing: Set<String> = []
  ) -> PhotoContent {
    let model = image.colorModel.flatMap(ImageInfo.ColorModel.init)
    var facts = PhotoFacts(RenderPlan.Photo(image, subject: subject))
    facts.missing = missing
    return PhotoContent(
      sha256: sha256, format: ImageFileFormat(rawValue: image.format), hasInks: model?.hasInks == true,
      hasGainMap: image.hasGainMap, facts: facts, own: own)
  }
}
