import Catalog
import Recipes
import Rendering

extension KnownFile {
  /// The file's part of cache keys.
  var picture: PictureContent { PictureContent(sha256: sha256, image) }

  /// Returns the photo's part of cache keys, from its record.
  ///
  /// - Parameters:
  ///   - subject: Known values of the photo's product and view.
  ///   - own: The per-photo images.
  ///   - missing: Sources without a per-photo image.
  func content(
    _ subject: PhotoSubject, own: [String: PictureContent] = [:], missing: Set<String> = []
  ) -> PhotoContent {
    PhotoContent(sha256: sha256, PhotoFacts(image, subject: subject, missing: missing), own: own)
  }
}
