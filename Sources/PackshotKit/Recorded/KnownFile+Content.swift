import Catalog
import ObjectStore
import Pipeline
import PixelCore
import Recipes
import Rendering

extension KnownFile {
  /// The file's part of cache keys.
  var picture: PictureContent {
    PictureContent(
      sha256: sha256, recordedAs: image.format, colorModel: image.colorModel, hasGainMap: image.hasGainMap)
  }

  /// Returns the photo's part of cache keys, from its record.
  ///
  /// - Parameters:
  ///   - subject: Known values of the photo's product and view.
  ///   - own: The per-photo images.
  ///   - missing: Sources without a per-photo image.
  func content(
    _ subject: PhotoSubject, own: [String: PictureContent] = [:], missing: Set<String> = []
  ) -> PhotoContent {
    var facts = PhotoFacts(RenderPlan.Photo(image, subject: subject))
    facts.missing = missing
    return PhotoContent(picture, facts: facts, own: own)
  }
}
